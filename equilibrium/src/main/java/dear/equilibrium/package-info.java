// SPDX-License-Identifier: Apache-2.0
/**
 * Equilibria of functions on float vectors: finds z with f(z) = z, and reports how good it is and
 * why the search ended. Independent of graphs and models.
 */
@NullMarked
package dear.equilibrium;

import org.jspecify.annotations.NullMarked;
