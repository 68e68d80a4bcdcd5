// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Features;
import dear.tensor.parameter.ParameterLayout;

/**
 * Where the state lives and what moves it: an encoder, a processor and decoders that fit each
 * other.
 *
 * <p>Everything around them (solvers, gradients, training, model files) knows a state only as a
 * vector. So another kind of state is one more class that implements this, and a {@link
 * ProcessorKind}.
 */
interface Architecture {
  /** From inputs to what does not move. */
  Encoder encoder();

  /** The step. */
  Processor processor();

  /** From the state to answers; all decoders of a network share their parameters. */
  Decoder decoder(Permutations permutations);

  /** Adds the parameters of a network to a layout. */
  @FunctionalInterface
  interface Plan {
    /** The architecture for such features. */
    Architecture in(ParameterLayout.Builder layout, Features features, int width);
  }
}
