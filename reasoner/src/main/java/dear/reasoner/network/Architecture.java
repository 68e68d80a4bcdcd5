// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Features;
import dear.tensor.parameter.ParameterLayout;

/**
 * Where the state lives and how it is updated: a matching encoder, processor and decoders.
 *
 * <p>Everything else (solvers, gradients, training, model files) treats a state as a plain vector.
 * Another kind of state therefore needs only another implementation of this interface and a {@link
 * ProcessorKind}.
 */
interface Architecture {
  /**
   * Returns the encoder: from inputs to everything that stays constant while the processor runs.
   */
  Encoder encoder();

  /** Returns the processor: one step of the state. */
  Processor processor();

  /**
   * Returns a decoder: from the state to answers. All decoders of a network share their parameters.
   */
  Decoder decoder(Permutations permutations);

  /** Adds the parameters of a network to a layout. */
  @FunctionalInterface
  interface Plan {
    /** Returns the architecture for the given features. */
    Architecture in(ParameterLayout.Builder layout, Features features, NetworkOptions options);
  }
}
