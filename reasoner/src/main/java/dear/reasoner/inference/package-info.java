// SPDX-License-Identifier: Apache-2.0
/**
 * Answers from a network: the processor is run to its equilibrium, or for as many steps as the
 * algorithm takes, and its last state is decoded. Only {@link dear.reasoner.inference.Inference}
 * refers to gradients, as it also holds the options of training.
 */
@NullMarked
package dear.reasoner.inference;

import org.jspecify.annotations.NullMarked;
