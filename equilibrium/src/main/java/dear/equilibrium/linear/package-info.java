// SPDX-License-Identifier: Apache-2.0
/** The small amount of linear algebra shared by solvers, gradients and diagnostics. */
@NullMarked
package dear.equilibrium.linear;

import org.jspecify.annotations.NullMarked;
