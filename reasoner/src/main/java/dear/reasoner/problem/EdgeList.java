// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.Graph;
import dear.tensor.message.InEdges;
import java.util.Arrays;

/**
 * Directed edges, sorted by row (source) and column (target), each with a few scalars.
 *
 * <p>The arrays are not copied, for speed; callers must not modify them.
 */
public final class EdgeList {
  private final int[] rowStart;
  private final int[] rows;
  private final int[] columns;
  private final int scalars;
  private final float[] values;

  /**
   * Creates edges from arrays.
   *
   * @param nodes the number of nodes
   * @param rows the source of each edge, in non-decreasing order
   * @param columns the target of each edge, increasing within a row
   * @param scalars the number of scalars of an edge
   * @param values the scalars, edge by edge
   */
  public EdgeList(int nodes, int[] rows, int[] columns, int scalars, float[] values) {
    if (rows.length != columns.length || values.length != rows.length * scalars) {
      throw new IllegalArgumentException(
          "%d rows, %d columns and %d values do not match edges of %d scalars"
              .formatted(rows.length, columns.length, values.length, scalars));
    }
    this.rowStart = new int[nodes + 1];
    for (int e = 0; e < rows.length; e++) {
      boolean inRange = rows[e] >= 0 && rows[e] < nodes && columns[e] >= 0 && columns[e] < nodes;
      boolean inOrder =
          e == 0
              || rows[e] > rows[e - 1]
              || (rows[e] == rows[e - 1] && columns[e] > columns[e - 1]);
      if (!inRange || !inOrder) {
        throw new IllegalArgumentException(
            "edge %d, %d -> %d of a graph of %d nodes, is out of %s"
                .formatted(e, rows[e], columns[e], nodes, inRange ? "order" : "range"));
      }
      rowStart[rows[e] + 1] = e + 1;
    }
    for (int i = 0; i < nodes; i++) {
      rowStart[i + 1] = Math.max(rowStart[i], rowStart[i + 1]);
    }
    this.rows = rows;
    this.columns = columns;
    this.scalars = scalars;
    this.values = values;
  }

  /** Returns the edges of a graph, without scalars. */
  static EdgeList of(Graph graph) {
    return new EdgeList(graph.nodes(), graph.rows(), graph.columns(), 0, new float[0]);
  }

  /** Returns the edges of a graph and the missing ones in the other direction. */
  static EdgeList bothWays(Graph graph) {
    Graph back = graph.transpose();
    int n = graph.nodes();
    int[] rows = new int[2 * graph.edges()];
    int[] columns = new int[2 * graph.edges()];
    int count = 0;
    for (int i = 0; i < n; i++) {
      int a = graph.rowStart()[i];
      int b = back.rowStart()[i];
      int endA = graph.rowStart()[i + 1];
      int endB = back.rowStart()[i + 1];
      while (a < endA || b < endB) {
        int nextA = a < endA ? graph.columns()[a] : n;
        int nextB = b < endB ? back.columns()[b] : n;
        rows[count] = i;
        columns[count++] = Math.min(nextA, nextB);
        a += nextA <= nextB ? 1 : 0;
        b += nextB <= nextA ? 1 : 0;
      }
    }
    return new EdgeList(
        n, Arrays.copyOf(rows, count), Arrays.copyOf(columns, count), 0, new float[0]);
  }

  /** Returns the same edges with scalars. */
  EdgeList with(int newScalars, float[] newValues) {
    return new EdgeList(nodes(), rows, columns, newScalars, newValues);
  }

  /** Returns every edge in the other direction, with the same scalars. */
  EdgeList reversed() {
    InEdges in = inEdges();
    int[] receivers = new int[count()];
    int[] senders = new int[count()];
    float[] carried = new float[values.length];
    for (int i = 0; i < nodes(); i++) {
      for (int e = in.start(i); e < in.start(i + 1); e++) {
        receivers[e] = i;
        senders[e] = in.sender(e);
        for (int s = 0; s < scalars; s++) {
          carried[e * scalars + s] = in.scalar(e, s);
        }
      }
    }
    return new EdgeList(nodes(), receivers, senders, scalars, carried);
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return rowStart.length - 1;
  }

  /** Returns the number of edges. */
  public int count() {
    return rows.length;
  }

  /** Returns where the edges of each row start; one more entry than nodes. */
  public int[] rowStart() {
    return rowStart;
  }

  /** Returns the source of each edge. */
  public int[] rows() {
    return rows;
  }

  /** Returns the target of each edge. */
  public int[] columns() {
    return columns;
  }

  /** Returns the number of scalars of an edge. */
  public int scalars() {
    return scalars;
  }

  /** Returns the scalars, edge by edge. */
  public float[] values() {
    return values;
  }

  /** Returns the index of an edge in the list, or -1. */
  public int find(int row, int column) {
    int at = Arrays.binarySearch(columns, rowStart[row], rowStart[row + 1], column);
    return at < 0 ? -1 : at;
  }

  /** Returns the same edges sorted by target, as the message stage requires. */
  InEdges inEdges() {
    int n = nodes();
    int[] start = new int[n + 1];
    for (int column : columns) {
      start[column + 1]++;
    }
    for (int i = 0; i < n; i++) {
      start[i + 1] += start[i];
    }
    int[] next = Arrays.copyOf(start, n);
    int[] senders = new int[count()];
    float[] coefficients = new float[values.length];
    for (int e = 0; e < count(); e++) {
      int at = next[columns[e]]++;
      senders[at] = rows[e];
      System.arraycopy(values, e * scalars, coefficients, at * scalars, scalars);
    }
    return new InEdges(start, senders, scalars, coefficients);
  }
}
