// SPDX-License-Identifier: Apache-2.0
/**
 * A faithful copy of torchdeq 0.1.0, quirks included, for comparison and for reference vectors. New
 * code uses {@link dear.equilibrium.EquilibriumSolver}.
 */
@NullMarked
package dear.equilibrium.torchdeq;

import org.jspecify.annotations.NullMarked;
