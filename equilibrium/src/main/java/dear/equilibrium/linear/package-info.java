// SPDX-License-Identifier: Apache-2.0
/** The little linear algebra that solvers, gradients and diagnostics share. */
@NullMarked
package dear.equilibrium.linear;

import org.jspecify.annotations.NullMarked;
