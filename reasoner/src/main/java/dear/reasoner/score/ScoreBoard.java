// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.inference.Prediction;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts correct answers, graph by graph. Not thread-safe; the order of graphs does not matter.
 *
 * <p>A sort is trained as a cyclic permutation and a mask of the first element; CLRS-30 scores the
 * two together, with the first element pointing to itself.
 */
public final class ScoreBoard {
  private static final String MASK_OF_FIRST = "_mask";

  private final List<FeatureSpec> outputs;
  private final List<List<Tally>> tallies = new ArrayList<>();
  private final List<List<Tally>> fused = new ArrayList<>();
  private int exact;

  /** Creates a board for the given outputs. */
  public ScoreBoard(List<FeatureSpec> outputs) {
    this.outputs = List.copyOf(outputs);
    for (int k = 0; k < outputs.size(); k++) {
      tallies.add(new ArrayList<>());
      fused.add(new ArrayList<>());
    }
  }

  /** Counts the answers to a problem whose targets are known. */
  public void add(Problem problem, List<Prediction> predictions) {
    add(problem.targets(), predictions);
  }

  void add(List<Target> targets, List<Prediction> predictions) {
    boolean right = true;
    for (int k = 0; k < outputs.size(); k++) {
      Tally tally = Tally.of(targets.get(k), predictions.get(k));
      tallies.get(k).add(tally);
      right &= tally.exact();
      int first = maskOf(k);
      fused
          .get(k)
          .add(
              first < 0
                  ? tally
                  : Tally.of(
                      Preprocessing.fuse(targets.get(k).truth(), targets.get(first).truth()[0]),
                      Preprocessing.fuse(
                          predictions.get(k).codes(), predictions.get(first).codes()[0]),
                      false));
    }
    exact += right ? 1 : 0;
  }

  /** Returns the scores so far. */
  public Scores scores() {
    List<OutputScore> scores = new ArrayList<>();
    List<Estimate.Pooled> pooled = new ArrayList<>();
    for (int k = 0; k < outputs.size(); k++) {
      OutputScore score = OutputScore.of(outputs.get(k), tallies.get(k), fused.get(k));
      if (isMaskOfFirst(k)) {
        score =
            new OutputScore(
                score.output(), score.accuracy(), score.perGraph(), score.exact(), Double.NaN);
      } else {
        pooled.add(
            outputs.get(k).type() == Type.MASK
                ? Estimate.Pooled.of(score.clrs(), fused.get(k), Tally::hits, Tally::claims)
                : Estimate.Pooled.of(score.clrs(), fused.get(k), Tally::correct, Tally::places));
      }
      scores.add(score);
    }
    int graphs = tallies.getFirst().size();
    return new Scores(
        graphs, List.copyOf(scores), Estimate.share(exact, graphs), Estimate.mean(pooled));
  }

  /** Returns the output that marks the first element of a permutation, or -1. */
  private int maskOf(int k) {
    if (outputs.get(k).type() == Type.PERMUTATION_POINTER) {
      for (int i = 0; i < outputs.size(); i++) {
        if (outputs.get(i).name().equals(outputs.get(k).name() + MASK_OF_FIRST)) {
          return i;
        }
      }
    }
    return -1;
  }

  private boolean isMaskOfFirst(int k) {
    for (int i = 0; i < outputs.size(); i++) {
      if (maskOf(i) == k) {
        return true;
      }
    }
    return false;
  }
}
