// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.equilibrium.StopRule;
import dear.reasoner.inference.Run;
import java.util.List;
import java.util.Optional;

/**
 * The answer of a model.
 *
 * @param inputs the inputs of the question
 * @param outputs the answer, as features of the algorithm
 * @param run how the decoded state was reached
 * @param stop the rule that ended the search; empty for a rollout, which takes as many steps as the
 *     algorithm
 */
public record Solved(Inputs inputs, List<Feature> outputs, Run run, Optional<StopRule> stop) {
  /** Copies the list. */
  public Solved {
    outputs = List.copyOf(outputs);
  }

  /** Returns the output with the given name. */
  public Feature output(String name) {
    for (Feature feature : outputs) {
      if (feature.name().equals(name)) {
        return feature;
      }
    }
    throw new IllegalArgumentException("no output \"" + name + "\"");
  }
}
