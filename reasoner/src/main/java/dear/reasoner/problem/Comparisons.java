// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.FeatureSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Every difference of two scalars of the same kind at a pair of nodes (i, j): the same input at i
 * and at j; two inputs that are both more than a position; an input of node i and one of the graph.
 *
 * <p>A difference d is given as 10^m·d for m = 0, 1, …, 4, each clamped to [-1, 1]. The order
 * depends on the sign of d; sixty-four keys in a unit interval are closer to each other than
 * sixteen, and a network that has seen only the larger gaps resolves the smaller ones by the higher
 * scales.
 */
public final class Comparisons {
  /** The scales of a comparison, 10^0 to 10^4: from the range of keys down to rounding. */
  private static final float[] SCALES = {1, 10, 100, 1000, 10_000};

  /** The largest number of scales. */
  public static final int MOST_SCALES = 5;

  private final List<Comparison> comparisons = new ArrayList<>();
  private final int scales;

  /** Two inputs of nodes, or one of nodes and one of the graph, by their indices in the lists. */
  private record Comparison(int left, int right, boolean ofGraph) {}

  /**
   * Finds what can be compared.
   *
   * @param scales the number of scales of each comparison, from the coarsest on; 0 for none
   */
  Comparisons(List<FeatureSpec> nodes, List<FeatureSpec> graph, int scales) {
    this.scales = Objects.checkIndex(scales, MOST_SCALES + 1);
    for (int a = 0; a < nodes.size(); a++) {
      for (int b = 0; b < nodes.size(); b++) {
        if (comparable(nodes.get(a), nodes.get(b))) {
          comparisons.add(new Comparison(a, b, false));
        }
      }
      for (int b = 0; b < graph.size(); b++) {
        if (nodes.get(a).isReal() && graph.get(b).isReal() && !isPosition(nodes.get(a))) {
          comparisons.add(new Comparison(a, b, true));
        }
      }
    }
  }

  private static boolean comparable(FeatureSpec a, FeatureSpec b) {
    return a.isReal() && b.isReal() && (a.equals(b) || (!isPosition(a) && !isPosition(b)));
  }

  private static boolean isPosition(FeatureSpec spec) {
    return spec.name().equals("pos");
  }

  /** Returns the numbers of a pair. */
  int columns() {
    return comparisons.size() * scales;
  }

  /**
   * Writes the numbers of a pair.
   *
   * @param nodes a matrix for each input of nodes
   * @param graph a row for each input of the graph
   * @return where the next number goes
   */
  int write(List<float[]> nodes, List<float[]> graph, int i, int j, float[] array, int at) {
    int next = at;
    for (Comparison it : comparisons) {
      float left = nodes.get(it.left())[i];
      float right = it.ofGraph() ? graph.get(it.right())[0] : nodes.get(it.right())[j];
      for (int m = 0; m < scales; m++) {
        array[next++] = Math.clamp(SCALES[m] * (left - right), -1, 1);
      }
    }
    return next;
  }
}
