// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import java.util.List;

/**
 * How well a set of graphs was answered.
 *
 * @param graphs how many
 * @param outputs by output
 * @param exact the share of graphs without any wrong place in any output
 * @param clrs CLRS-30's score: the mean over its outputs
 */
public record Scores(int graphs, List<OutputScore> outputs, Estimate exact, double clrs) {
  /** The mean accuracy over outputs: one number to watch. */
  public double accuracy() {
    return outputs.stream().mapToDouble(o -> o.accuracy().value()).average().orElse(Double.NaN);
  }
}
