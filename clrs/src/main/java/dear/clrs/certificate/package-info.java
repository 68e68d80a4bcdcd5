// SPDX-License-Identifier: Apache-2.0
/** Checks whether an answer is right from the conditions of the problem, without solving it. */
@NullMarked
package dear.clrs.certificate;

import org.jspecify.annotations.NullMarked;
