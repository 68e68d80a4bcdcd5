// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * A directed graph as a list of edges sorted by row (source) and column (target), with a self-loop
 * at every node.
 *
 * <p>This is the pair (A, adj) of CLRS-30 without its zeros: an edge is in A exactly if its weight
 * is not zero, and always in adj; a self-loop missing from A has weight zero. Memory grows with the
 * edges, never with the square of the nodes.
 *
 * <p>The arrays are returned without copying, for speed; they must not be changed.
 */
public final class Graph {
  /**
   * Stands for the weight zero of an edge, because zero itself means that there is none: so small
   * that it vanishes in every sum with another weight.
   */
  public static final double ZERO_WEIGHT = Double.MIN_VALUE;

  private final int nodes;
  private final int[] rowStart;
  private final int[] columns;
  private final double[] weights;

  private Graph(int nodes, int[] rowStart, int[] columns, double[] weights) {
    this.nodes = nodes;
    this.rowStart = rowStart;
    this.columns = columns;
    this.weights = weights;
  }

  /**
   * A graph from arrays that are already in order: row i holds {@code columns[rowStart[i] ..
   * rowStart[i+1])}, ascending, its self-loop among them. Not checked: meant for samplers and
   * readers that build them this way.
   */
  public static Graph ofSorted(int nodes, int[] rowStart, int[] columns, double[] weights) {
    return new Graph(nodes, rowStart, columns, weights);
  }

  /** The graph of a weight matrix: zero where there is no edge. */
  public static Graph ofMatrix(double[][] matrix) {
    Builder builder = builder(matrix.length);
    for (int i = 0; i < matrix.length; i++) {
      if (matrix[i].length != matrix.length) {
        throw new IllegalArgumentException("row " + i + " of the matrix has the wrong length");
      }
      for (int j = 0; j < matrix.length; j++) {
        if (matrix[i][j] != 0) {
          builder.edge(i, j, matrix[i][j]);
        }
      }
    }
    return builder.build();
  }

  /** The complete graph with self-loops and no weights, for algorithms without a graph. */
  public static Graph complete(int nodes) {
    int edges = Math.multiplyExact(nodes, nodes);
    int[] rowStart = new int[nodes + 1];
    int[] columns = new int[edges];
    for (int i = 0; i < nodes; i++) {
      rowStart[i + 1] = (i + 1) * nodes;
      for (int j = 0; j < nodes; j++) {
        columns[i * nodes + j] = j;
      }
    }
    return new Graph(nodes, rowStart, columns, new double[edges]);
  }

  /** Collects the edges of a graph in any order. */
  public static Builder builder(int nodes) {
    return new Builder(nodes, 16);
  }

  /** Collects the edges of a graph in any order, with an estimate of their number. */
  public static Builder builder(int nodes, int expectedEdges) {
    return new Builder(nodes, Math.max(16, expectedEdges));
  }

  /** The number of nodes. */
  public int nodes() {
    return nodes;
  }

  /** The number of edges, self-loops included. */
  public int edges() {
    return columns.length;
  }

  /** Where each row's edges start; one more entry than nodes. */
  public int[] rowStart() {
    return rowStart;
  }

  /** The target of each edge. */
  public int[] columns() {
    return columns;
  }

  /** The weight of each edge; zero for a self-loop that is in adj only. */
  public double[] weights() {
    return weights;
  }

  /** The source of each edge, as a new array. */
  public int[] rows() {
    int[] rows = new int[edges()];
    for (int i = 0; i < nodes; i++) {
      Arrays.fill(rows, rowStart[i], rowStart[i + 1], i);
    }
    return rows;
  }

  /** The index of an edge in the list, or -1. */
  public int find(int row, int column) {
    int at = Arrays.binarySearch(columns, rowStart[row], rowStart[row + 1], column);
    return at < 0 ? -1 : at;
  }

  /** The weight of an edge, or zero where there is none. */
  public double weight(int row, int column) {
    int at = find(row, column);
    return at < 0 ? 0 : weights[at];
  }

  /**
   * The index of an edge whose reverse is missing or has another weight; empty if there is none and
   * the graph is undirected. Linear.
   */
  public OptionalInt oneWayEdge() {
    // If all are present, the edges into each node appear, row by row, in the order of its own row.
    int[] next = Arrays.copyOf(rowStart, nodes);
    for (int u = 0; u < nodes; u++) {
      for (int e = rowStart[u]; e < rowStart[u + 1]; e++) {
        int v = columns[e];
        int back = next[v]++;
        if (back >= rowStart[v + 1] || columns[back] != u || weights[back] != weights[e]) {
          return OptionalInt.of(e);
        }
      }
    }
    return OptionalInt.empty();
  }

  /** The source of an edge. */
  public int row(int edge) {
    int at = Arrays.binarySearch(rowStart, edge);
    return at < 0 ? -at - 2 : at; // no row is empty, so no two start at the same edge
  }

  /** The graph with every edge reversed. */
  public Graph transpose() {
    int[] start = new int[nodes + 1];
    for (int column : columns) {
      start[column + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      start[i + 1] += start[i];
    }
    int[] next = Arrays.copyOf(start, nodes);
    int[] turned = new int[edges()];
    double[] weighted = new double[edges()];
    for (int i = 0; i < nodes; i++) {
      for (int e = rowStart[i]; e < rowStart[i + 1]; e++) {
        int at = next[columns[e]]++;
        turned[at] = i;
        weighted[at] = weights[e];
      }
    }
    return new Graph(nodes, start, turned, weighted);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Graph that
        && nodes == that.nodes
        && Arrays.equals(rowStart, that.rowStart)
        && Arrays.equals(columns, that.columns)
        && Arrays.equals(weights, that.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(columns) + Arrays.hashCode(weights);
  }

  @Override
  public String toString() {
    return "graph of " + nodes + " nodes and " + edges() + " edges";
  }

  /** Collects edges in any order, then sorts them and adds the missing self-loops. */
  public static final class Builder {
    private final int nodes;
    private long[] cells; // row << 32 | column
    private double[] weights;
    private int count;

    private Builder(int nodes, int capacity) {
      if (nodes < 1) {
        throw new IllegalArgumentException("a graph needs at least one node, not " + nodes);
      }
      this.nodes = nodes;
      this.cells = new long[capacity];
      this.weights = new double[capacity];
    }

    /** Adds a directed edge; the weight must be finite and not zero. */
    public Builder edge(int row, int column, double weight) {
      if (row < 0 || row >= nodes || column < 0 || column >= nodes) {
        throw new IllegalArgumentException(
            "edge %d -> %d: nodes are 0 to %d".formatted(row, column, nodes - 1));
      }
      if (weight == 0 || !Double.isFinite(weight)) {
        throw new IllegalArgumentException(
            "edge %d -> %d: weight %s is not a finite number other than zero"
                .formatted(row, column, weight));
      }
      if (count == cells.length) {
        int capacity = Math.addExact(count, count >> 1);
        cells = Arrays.copyOf(cells, capacity);
        weights = Arrays.copyOf(weights, capacity);
      }
      cells[count] = ((long) row << 32) | column;
      weights[count++] = weight;
      return this;
    }

    /** Adds both directions of an edge. */
    public Builder undirected(int a, int b, double weight) {
      edge(a, b, weight);
      return a == b ? this : edge(b, a, weight);
    }

    /** The graph; an edge that was added twice is an error. */
    public Graph build() {
      long[] sorted = Arrays.copyOf(cells, count);
      double[] sortedWeights = Arrays.copyOf(weights, count);
      if (!isSorted(sorted)) {
        sort(sorted, sortedWeights);
      }
      return merge(sorted, sortedWeights);
    }

    private static boolean isSorted(long[] keys) {
      for (int i = 1; i < keys.length; i++) {
        if (keys[i - 1] >= keys[i]) {
          return false;
        }
      }
      return true;
    }

    /** Two stable counting sorts: by column, then by row. */
    private void sort(long[] keys, double[] values) {
      long[] keysByColumn = new long[count];
      double[] valuesByColumn = new double[count];
      distribute(keys, values, keysByColumn, valuesByColumn, 0);
      distribute(keysByColumn, valuesByColumn, keys, values, 32);
    }

    private void distribute(
        long[] keys, double[] values, long[] keysOut, double[] valuesOut, int shift) {
      int[] next = new int[nodes + 1];
      for (int i = 0; i < count; i++) {
        next[(int) (keys[i] >>> shift) + 1]++;
      }
      for (int i = 0; i < nodes; i++) {
        next[i + 1] += next[i];
      }
      for (int i = 0; i < count; i++) {
        int at = next[(int) (keys[i] >>> shift)]++;
        keysOut[at] = keys[i];
        valuesOut[at] = values[i];
      }
    }

    private Graph merge(long[] sorted, double[] sortedWeights) {
      int loops = 0;
      for (long cell : sorted) {
        loops += (cell >>> 32) == (cell & 0xffffffffL) ? 1 : 0;
      }
      int edges = Math.addExact(count, nodes - loops);
      int[] rowStart = new int[nodes + 1];
      int[] columns = new int[edges];
      double[] merged = new double[edges];
      int at = 0;
      int next = 0;
      for (int i = 0; i < nodes; i++) {
        rowStart[i] = at;
        boolean looped = false;
        for (; next < count && (sorted[next] >>> 32) == i; next++) {
          int column = (int) sorted[next];
          if (next > 0 && sorted[next] == sorted[next - 1]) {
            throw new IllegalArgumentException("duplicate edge %d -> %d".formatted(i, column));
          }
          if (column > i && !looped) {
            columns[at++] = i;
            looped = true;
          }
          looped |= column == i;
          columns[at] = column;
          merged[at++] = sortedWeights[next];
        }
        if (!looped) {
          columns[at++] = i;
        }
      }
      rowStart[nodes] = at;
      return new Graph(nodes, rowStart, columns, merged);
    }
  }
}
