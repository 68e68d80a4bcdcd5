// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

/**
 * Cuts the receivers of a graph into parts of about as many edges, for gradients that several
 * threads make: each part has sums of its own, which are added up in the order of the parts. The
 * cut depends on the graph alone, so the bits are the same whoever does a part.
 *
 * <p>Small graphs stay whole: then there is nothing to add up. That is what training sees most.
 */
public final class EdgeParts {
  /** A part's work, some milliseconds, should be many times that of adding up its sums. */
  private static final int EDGES = 384;

  /** Sums are as large as the weights and a row per node: more would cost memory. */
  private static final int MOST = 8;

  private EdgeParts() {}

  /** How many parts a graph has. */
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
