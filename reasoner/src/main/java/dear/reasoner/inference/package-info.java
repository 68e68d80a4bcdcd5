// SPDX-License-Identifier: Apache-2.0
/**
 * Answers from a network: the processor is run to its equilibrium, or for as many steps as the
 * algorithm takes, and its last state is decoded. Nothing here knows of gradients but {@link
 * dear.reasoner.inference.Inference}, which also holds what training chooses.
 */
@NullMarked
package dear.reasoner.inference;

import org.jspecify.annotations.NullMarked;
