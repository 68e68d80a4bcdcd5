// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.inference.Prediction;
import dear.reasoner.problem.EdgeList;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a network's predictions into the outputs of its algorithm: a cycle and its first node
 * become a chain again, and values on edges go to the cells that the output stores.
 */
public final class AnswerFeatures {
  private AnswerFeatures() {}

  /**
   * Returns the outputs.
   *
   * @param edges the edges that the predictions refer to
   */
  public static List<Feature> of(
      Algorithm algorithm, Inputs inputs, EdgeList edges, List<Prediction> predictions) {
    List<Feature> outputs = new ArrayList<>();
    for (FeatureSpec spec : algorithm.features(Stage.OUTPUT)) {
      int[] codes = find(predictions, spec.name()).codes();
      if (spec.type() == Type.SHOULD_BE_PERMUTATION) {
        codes = Preprocessing.fuse(codes, find(predictions, spec.name() + "_mask").codes()[0]);
      } else if (spec.location() == Location.EDGE) {
        codes = onSupport(spec, codes, inputs, edges);
      }
      outputs.add(Feature.of(spec, codes.length, codes));
    }
    return outputs;
  }

  /**
   * Writes answers on edges into the cells of the feature. Pairs of nodes without an answer keep
   * the value for "none": a pointer to the pair's own row.
   */
  private static int[] onSupport(FeatureSpec spec, int[] codes, Inputs inputs, EdgeList edges) {
    int n = inputs.nodes();
    int[] cells = new int[spec.size(n, inputs.edges())];
    if (spec.support() == Support.PAIRS) {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = spec.type() == Type.POINTER ? i / n : 0;
      }
    }
    for (int e = 0; e < edges.count(); e++) {
      int row = edges.rows()[e];
      int column = edges.columns()[e];
      int cell =
          spec.support() == Support.PAIRS ? row * n + column : inputs.graph().find(row, column);
      if (cell >= 0) {
        cells[cell] = codes[e];
      }
    }
    return cells;
  }

  private static Prediction find(List<Prediction> predictions, String name) {
    for (Prediction prediction : predictions) {
      if (prediction.spec().name().equals(name)) {
        return prediction;
      }
    }
    throw new IllegalStateException("the network has no output " + name);
  }
}
