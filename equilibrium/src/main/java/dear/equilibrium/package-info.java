// SPDX-License-Identifier: Apache-2.0
/**
 * Equilibria of functions on float vectors: find z with f(z) = z, say how good it is and why the
 * search ended. Knows nothing of graphs or models.
 */
@NullMarked
package dear.equilibrium;

import org.jspecify.annotations.NullMarked;
