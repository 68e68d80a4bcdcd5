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
 * @param codes nodes, classes or truth values; empty for scalars
 * @param reals the values of a scalar; empty otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record Prediction(FeatureSpec spec, int[] codes, float[] reals) {
  private static final int[] NO_CODES = {};
  private static final float[] NO_REALS = {};

  /** Creates a prediction of integers. */
  public static Prediction of(FeatureSpec spec, int[] codes) {
    return new Prediction(spec, codes, NO_REALS);
  }

  /** Reads the predictions for the problem decoded last. */
  public static List<Prediction> read(NetworkWorkspace room, Problem problem) {
    List<FeatureSpec> outputs = room.network().outputs();
    List<Prediction> answers = new ArrayList<>(outputs.size());
    for (int k = 0; k < outputs.size(); k++) {
      answers.add(read(outputs.get(k), room.scores(k), problem.answers()));
    }
    return List.copyOf(answers);
  }

  /** Reads one prediction from its scores. */
  static Prediction read(FeatureSpec spec, ScoreTable scores, EdgeList edges) {
    return switch (spec.type()) {
      case SCALAR -> {
        float[] reals = new float[scores.count()];
        for (int i = 0; i < reals.length; i++) {
          reals[i] = scores.get(i);
        }
        yield new Prediction(spec, NO_CODES, reals);
      }
      case MASK -> {
        int[] codes = new int[scores.count()];
        for (int i = 0; i < codes.length; i++) {
          codes[i] = scores.get(i) > 0 ? 1 : 0;
        }
        yield of(spec, codes);
      }
      case MASK_ONE -> of(spec, new int[] {scores.highest(0, scores.count())});
      case CATEGORICAL -> of(spec, highestOfEach(scores, Features.columns(spec)));
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
          switch (spec.location()) {
            case NODE -> of(spec, bestEdges(scores, edges));
            case EDGE -> of(spec, highestOfEach(scores, edges.nodes()));
            case GRAPH -> of(spec, new int[] {scores.highest(0, scores.count())});
          };
    };
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
