/**
 * The two ways to execute the network: to its equilibrium, or for as many steps as the algorithm
 * takes.
 */
@NullMarked
package dear.reasoner.execution;

import org.jspecify.annotations.NullMarked;
