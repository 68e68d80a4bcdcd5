// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.clrs.data.FeatureSpec;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Features;
import dear.reasoner.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * The network's prediction for one output, in the order of {@link dear.reasoner.problem.Target}: by
 * node, by answer edge, or a single value for the graph.
 *
 * <p>The arrays are not copied, for speed; callers must not modify them.
 *
 * @param spec the output
 * @param codes nodes, classes or truth values
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record Prediction(FeatureSpec spec, int[] codes) {
  /** Reads the predictions for the problem decoded last. */
  public static List<Prediction> read(NetworkWorkspace workspace, Problem problem) {
    List<FeatureSpec> outputs = workspace.network().outputs();
    List<Prediction> answers = new ArrayList<>(outputs.size());
    for (int k = 0; k < outputs.size(); k++) {
      answers.add(read(outputs.get(k), workspace.scores(k), problem.answers()));
    }
    return List.copyOf(answers);
  }

  /** Reads one prediction from its scores. */
  static Prediction read(FeatureSpec spec, ScoreTable scores, EdgeList edges) {
    int[] codes =
        switch (spec.type()) {
          case SCALAR -> throw new IllegalArgumentException("no network predicts " + spec.name());
          case MASK -> positive(scores);
          case MASK_ONE -> new int[] {scores.highest(0, scores.count())};
          case CATEGORICAL -> highestOfEach(scores, Features.columns(spec));
          case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
              switch (spec.location()) {
                case NODE -> bestEdges(scores, edges);
                case EDGE -> highestOfEach(scores, edges.nodes());
                case GRAPH -> new int[] {scores.highest(0, scores.count())};
              };
        };
    return new Prediction(spec, codes);
  }

  private static int[] positive(ScoreTable scores) {
    int[] codes = new int[scores.count()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = scores.get(i) > 0 ? 1 : 0;
    }
    return codes;
  }

  /** Returns the target of each node's best edge, or the node itself if it has no edges. */
  private static int[] bestEdges(ScoreTable scores, EdgeList edges) {
    int[] codes = new int[edges.nodes()];
    for (int i = 0; i < codes.length; i++) {
      int from = edges.rowStart()[i];
      int to = edges.rowStart()[i + 1];
      codes[i] = from == to ? i : edges.columns()[scores.highest(from, to)];
    }
    return codes;
  }

  private static int[] highestOfEach(ScoreTable scores, int members) {
    int[] codes = new int[scores.count() / members];
    for (int i = 0; i < codes.length; i++) {
      int from = i * members;
      codes[i] = scores.highest(from, from + members) - from;
    }
    return codes;
  }
}
