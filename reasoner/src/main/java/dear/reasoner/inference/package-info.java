/**
 * The two ways to run the network: to its equilibrium, or for as many steps as the algorithm
 * takes.
 */
@NullMarked
package dear.reasoner.inference;

import org.jspecify.annotations.NullMarked;
