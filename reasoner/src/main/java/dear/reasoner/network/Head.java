// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.reasoner.problem.Target;
import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import java.util.Optional;

/**
 * The part of a decoder for one output.
 *
 * @param spec the output
 * @param logits the result of the layers
 * @param scores the scores that an answer is read from: the logits, unless they are turned into a
 *     permutation
 * @param loss the sum of the losses over all positions
 * @param truth the inputs for the target
 * @param noise the input for Gumbel noise, if any
 */
record Head(
    FeatureSpec spec, Value logits, Value scores, Value loss, Truth truth, Optional<Value> noise) {

  /** The inputs for the target. */
  sealed interface Truth {
    /** One of several: the index that a cross-entropy uses. */
    record Choice(Index index) implements Truth {}

    /** A number, with weight 0 where it does not count. */
    record Amount(Value amounts, Value weights) implements Truth {}
  }

  /** Sets the target. */
  void bind(Workspace w, Target target) {
    switch (truth) {
      case Truth.Choice(Index index) -> w.set(index, target.choices(), 0);
      case Truth.Amount(Value amounts, Value weights) -> {
        w.set(amounts, target.amounts(), 0);
        w.set(weights, target.weights(), 0);
      }
    }
  }
}
