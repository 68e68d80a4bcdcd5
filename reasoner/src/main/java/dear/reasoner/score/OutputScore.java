// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import java.util.List;

/**
 * The scores of one output over a set of graphs.
 *
 * @param output the output
 * @param accuracy the share of correct positions over all graphs, as counted by the paper's authors
 *     (masks too)
 * @param perGraph the share of correct positions in each graph, averaged over graphs
 * @param exact the share of graphs without any mistake
 * @param clrs CLRS-30's own score on the same positions: F1 for masks; a cyclic permutation is
 *     scored together with its mask, whose own score is then NaN
 */
public record OutputScore(
    FeatureSpec output, Estimate accuracy, Estimate perGraph, Estimate exact, double clrs) {

  static OutputScore of(FeatureSpec output, List<Tally> graphs, List<Tally> fused) {
    double clrs = output.type() == Type.MASK ? sum(graphs).f1() : sum(fused).accuracy();
    return new OutputScore(
        output,
        Estimate.ratio(graphs, Tally::correct, Tally::places),
        Estimate.mean(graphs, Tally::accuracy),
        Estimate.share(graphs.stream().filter(Tally::exact).count(), graphs.size()),
        clrs);
  }

  private static Tally sum(List<Tally> graphs) {
    return graphs.stream().reduce(Tally.ZERO, Tally::plus);
  }
}
