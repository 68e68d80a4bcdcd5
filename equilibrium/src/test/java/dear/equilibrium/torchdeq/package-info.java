// SPDX-License-Identifier: Apache-2.0
/**
 * What torchdeq 0.1.0 computes, trap by trap, for comparison and for reference vectors. New work
 * uses {@link dear.equilibrium.EquilibriumSolver}.
 */
@NullMarked
package dear.equilibrium.torchdeq;

import org.jspecify.annotations.NullMarked;
