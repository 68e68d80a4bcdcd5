// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The inputs of a problem as columns of its ordered pairs of nodes (i, j):
 *
 * <ul>
 *   <li>whether i = j; whether there is an edge from i to j, and from j to i; the scalars of both;
 *   <li>every input of node i and of node j, and every input of the graph;
 *   <li>for each class of nodes, whether i and j belong to the same;
 *   <li>every difference of two scalars of the same kind (the same input at i and at j; two inputs
 *       that are both more than a position; an input of a node and one of the graph), at several
 *       scales.
 * </ul>
 *
 * <p>A difference d is given as 10^m·d for m = 0, 1, …, 4, each clamped to [-1, 1]. The order
 * depends on the sign of d; sixty-four keys in a unit interval are closer to each other than
 * sixteen, and a network that has seen only the larger gaps resolves the smaller ones by the higher
 * scales.
 */
public final class PairInputs {
  /** The scales of a comparison, 10^0 to 10^4: from the range of keys down to rounding. */
  private static final float[] SCALES = {1, 10, 100, 1000, 10_000};

  /** The largest number of scales. */
  public static final int MOST_SCALES = 5;

  private final List<FeatureSpec> nodes;
  private final List<FeatureSpec> graph;
  private final int edgeScalars;
  private final List<Comparison> comparisons = new ArrayList<>();
  private final int scales;
  private final int columns;

  /** Two inputs of nodes, or one of nodes and one of the graph, by their indices in the lists. */
  private record Comparison(int left, int right, boolean ofGraph) {}

  /**
   * Creates the columns for the given features.
   *
   * @param scales the number of scales of each comparison, from the coarsest on; 0 for none
   */
  public PairInputs(Features features, int scales) {
    this.scales = Objects.checkIndex(scales, MOST_SCALES + 1);
    nodes = features.nodeInputs();
    graph = features.graphInputs();
    edgeScalars = Features.columns(features.edgeInputs());
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
    int classes = (int) nodes.stream().filter(it -> it.type() == Type.CATEGORICAL).count();
    columns =
        3
            + 2 * edgeScalars
            + 2 * Features.columns(nodes)
            + Features.columns(graph)
            + classes
            + comparisons.size() * scales;
  }

  private static boolean comparable(FeatureSpec a, FeatureSpec b) {
    return a.isReal() && b.isReal() && (a.equals(b) || (!isPosition(a) && !isPosition(b)));
  }

  private static boolean isPosition(FeatureSpec spec) {
    return spec.name().equals("pos");
  }

  /** Returns the number of columns. */
  public int columns() {
    return columns;
  }

  /** Writes the row of every pair, (0,0), (0,1), … */
  public void write(Problem problem, float[] array, int at) {
    write(problem, 0, problem.nodes(), array, at);
  }

  /**
   * Writes the rows of those pairs whose first node is in a range, to their places among all of
   * them.
   */
  public void write(Problem problem, int from, int to, float[] array, int at) {
    int n = problem.nodes();
    for (int i = from; i < to; i++) {
      for (int j = 0; j < n; j++) {
        int start = at + (i * n + j) * columns;
        int next = writeEdges(problem, i, j, array, start);
        next = writeNodes(problem, i, j, array, next);
        next = writeComparisons(problem, i, j, array, next);
        if (next != start + columns) {
          throw new IllegalStateException(
              "wrote %d columns instead of %d".formatted(next - start, columns));
        }
      }
    }
  }

  private int writeEdges(Problem problem, int i, int j, float[] array, int at) {
    EdgeList edges = problem.edges();
    int next = at;
    array[next++] = i == j ? 1 : 0;
    for (int e : new int[] {edges.find(i, j), edges.find(j, i)}) {
      array[next++] = e >= 0 ? 1 : 0;
      for (int s = 0; s < edgeScalars; s++) {
        array[next++] = e >= 0 ? edges.values()[e * edgeScalars + s] : 0;
      }
    }
    return next;
  }

  private int writeNodes(Problem problem, int i, int j, float[] array, int at) {
    int next = at;
    for (int k = 0; k < nodes.size(); k++) {
      float[] matrix = problem.nodeInputs().get(k);
      int width = Features.columns(nodes.get(k));
      System.arraycopy(matrix, i * width, array, next, width);
      System.arraycopy(matrix, j * width, array, next + width, width);
      next += 2 * width;
      if (nodes.get(k).type() == Type.CATEGORICAL) {
        float same = 0;
        for (int c = 0; c < width; c++) {
          same += matrix[i * width + c] * matrix[j * width + c];
        }
        array[next++] = same;
      }
    }
    for (int k = 0; k < graph.size(); k++) {
      int width = Features.columns(graph.get(k));
      System.arraycopy(problem.graphInputs().get(k), 0, array, next, width);
      next += width;
    }
    return next;
  }

  private int writeComparisons(Problem problem, int i, int j, float[] array, int at) {
    int next = at;
    for (Comparison it : comparisons) {
      float left = problem.nodeInputs().get(it.left())[i];
      float right =
          it.ofGraph()
              ? problem.graphInputs().get(it.right())[0]
              : problem.nodeInputs().get(it.right())[j];
      for (int m = 0; m < scales; m++) {
        array[next++] = Math.clamp(SCALES[m] * (left - right), -1, 1);
      }
    }
    return next;
  }
}
