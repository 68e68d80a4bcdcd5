// SPDX-License-Identifier: Apache-2.0
/** Random numbers and the distributions that instances are drawn from. */
@NullMarked
package dear.clrs.sampling;

import org.jspecify.annotations.NullMarked;
