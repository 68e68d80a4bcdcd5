// SPDX-License-Identifier: Apache-2.0
/** Whether an answer is right, shown by the conditions of the problem and without solving it. */
@NullMarked
package dear.clrs.certificate;

import org.jspecify.annotations.NullMarked;
