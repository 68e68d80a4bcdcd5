// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

/**
 * The edges of one graph, or of a batch of graphs, sorted by receiver.
 *
 * <p>Receiver i has the edges {@code start[i]} to {@code start[i+1]} (exclusive); edge e comes from
 * node {@code sender[e]}. An edge may carry a few scalars, the coefficients of its constant (see
 * {@link MessageStage}). The arrays are not copied and must not change.
 */
public final class InEdges {
  private final int[] start;
  private final int[] sender;
  private final int terms;
  private final float[] coefficients;

  /** Edges without scalars. */
  public InEdges(int[] start, int[] sender) {
    this(start, sender, 0, new float[0]);
  }

  /**
   * Edges with {@code terms} scalars each, {@code coefficients} holding them edge by edge.
   *
   * @throws IllegalArgumentException if the arrays are inconsistent
   */
  public InEdges(int[] start, int[] sender, int terms, float[] coefficients) {
    if (start.length == 0 || start[0] != 0) {
      throw new IllegalArgumentException("the edges of the first receiver must start at 0");
    }
    int nodes = start.length - 1;
    for (int i = 0; i < nodes; i++) {
      if (start[i + 1] < start[i]) {
        throw new IllegalArgumentException(
            "the edges of receiver "
                + i
                + " end at "
                + start[i + 1]
                + " before their start at "
                + start[i]);
      }
    }
    if (start[nodes] > sender.length || (long) start[nodes] * terms > coefficients.length) {
      throw new IllegalArgumentException(
          start[nodes]
              + " edges with "
              + terms
              + " scalars each do not fit into "
              + sender.length
              + " senders and "
              + coefficients.length
              + " coefficients");
    }
    for (int e = 0; e < start[nodes]; e++) {
      if (sender[e] < 0 || sender[e] >= nodes) {
        throw new IllegalArgumentException(
            "edge " + e + " comes from node " + sender[e] + " of " + nodes);
      }
    }
    this.start = start;
    this.sender = sender;
    this.terms = terms;
    this.coefficients = coefficients;
  }

  /** Number of nodes, all of which may receive. */
  public int nodes() {
    return start.length - 1;
  }

  /** Number of edges. */
  public int edges() {
    return start[start.length - 1];
  }

  /** Scalars per edge. */
  public int terms() {
    return terms;
  }

  /** The first edge of a receiver; for one more than the last receiver, the number of edges. */
  public int start(int receiver) {
    return start[receiver];
  }

  /** The node that an edge comes from. */
  public int sender(int edge) {
    return sender[edge];
  }

  /** A scalar of an edge. */
  public float scalar(int edge, int term) {
    return coefficients[edge * terms + term];
  }

  int[] senders() {
    return sender;
  }

  float[] coefficients() {
    return coefficients;
  }
}
