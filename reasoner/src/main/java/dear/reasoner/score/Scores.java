// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import java.util.List;

/**
 * The scores over a set of graphs.
 *
 * @param graphs the number of graphs
 * @param outputs the scores of each output
 * @param exact the share of graphs without any mistake in any output
 * @param benchmark CLRS-30's score, the mean over its outputs, with its interval over graphs
 */
public record Scores(int graphs, List<OutputScore> outputs, Estimate exact, Estimate benchmark) {
  /** Returns CLRS-30's score alone. */
  public double clrs() {
    return benchmark.value();
  }

  /** Returns the mean accuracy over outputs, as a single number to monitor. */
  public double accuracy() {
    return outputs.stream().mapToDouble(o -> o.accuracy().value()).average().orElse(Double.NaN);
  }
}
