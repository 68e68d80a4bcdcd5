// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

/**
 * Splits the receivers of a graph into parts with about the same number of edges, for gradients
 * computed by several threads: each part has its own sums, which are added in the order of the
 * parts. The split depends only on the graph, so the bits are the same whichever thread computes a
 * part.
 *
 * <p>Small graphs, the usual case in training, stay whole: then there is nothing to add.
 */
public final class EdgeParts {
  /** A part's work, a few milliseconds, should far exceed that of adding its sums. */
  private static final int EDGES = 384;

  /** Sums are as large as the weights and a row per node: more would cost memory. */
  private static final int MOST = 8;

  private EdgeParts() {}

  /** The number of parts of a graph. */
  public static int count(InEdges edges) {
    return Math.clamp(edges.edges() / EDGES, 1, MOST);
  }

  /** The first receiver of a part; that of the part after the last is the number of nodes. */
  public static int start(InEdges edges, int part, int parts) {
    if (part == parts) {
      return edges.nodes();
    }
    long first = (long) edges.edges() * part / parts;
    int low = 0;
    int high = edges.nodes();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges.start(middle) < first) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
