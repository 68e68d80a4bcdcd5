// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import java.util.List;

/**
 * The inputs of a problem as columns of its ordered pairs of nodes (i, j):
 *
 * <ul>
 *   <li>whether i = j; whether there is an edge from i to j, and from j to i; the scalars of both;
 *   <li>every input of node i and of node j, and every input of the graph;
 *   <li>for each class of nodes, whether i and j belong to the same;
 *   <li>the {@link Comparisons} of the two.
 * </ul>
 */
public final class PairInputs {
  private final List<FeatureSpec> nodes;
  private final List<FeatureSpec> graph;
  private final int edgeScalars;
  private final Comparisons comparisons;
  private final int columns;

  /**
   * Creates the columns for the given features.
   *
   * @param scales the number of scales of each comparison, from the coarsest on; 0 for none
   */
  public PairInputs(Features features, int scales) {
    nodes = features.nodeInputs();
    graph = features.graphInputs();
    edgeScalars = Features.columns(features.edgeInputs());
    comparisons = new Comparisons(nodes, graph, scales);
    int classes = (int) nodes.stream().filter(it -> it.type() == Type.CATEGORICAL).count();
    columns =
        3
            + 2 * edgeScalars
            + 2 * Features.columns(nodes)
            + Features.columns(graph)
            + classes
            + comparisons.columns();
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
        next = comparisons.write(problem.nodeInputs(), problem.graphInputs(), i, j, array, next);
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
}
