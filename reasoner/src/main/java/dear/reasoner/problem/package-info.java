// SPDX-License-Identifier: Apache-2.0
/**
 * Instances as the network sees them: columns of numbers, edges in the orders that the steps
 * require, and targets.
 */
@NullMarked
package dear.reasoner.problem;

import org.jspecify.annotations.NullMarked;
