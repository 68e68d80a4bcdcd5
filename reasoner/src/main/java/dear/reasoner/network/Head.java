// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.reasoner.problem.Target;
import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import java.util.Optional;

/**
 * What the decoder has for one output.
 *
 * @param spec the output
 * @param logits what the layers compute
 * @param scores what an answer is read from: the logits, unless a permutation was made of them
 * @param loss the sum of the losses of all its places
 * @param truth where the target goes
 * @param noise where Gumbel noise goes, if it wants some
 */
record Head(
    FeatureSpec spec, Value logits, Value scores, Value loss, Truth truth, Optional<Value> noise) {

  /** Where the target goes. */
  sealed interface Truth {
    /** One of several: picked by a cross-entropy. */
    record Choice(Index index) implements Truth {}

    /** A number, with a weight of 0 where it does not count. */
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
