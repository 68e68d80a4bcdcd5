// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.Graph;
import java.util.Arrays;

/** Cells of an n × n matrix, row by row: a drawn graph before it has weights. */
final class CellList {
  final int nodes;
  final int[] rowStart;
  int[] columns;
  private int count;
  private int row;

  CellList(int nodes, double density) {
    this.nodes = nodes;
    this.rowStart = new int[nodes + 1];
    double expected = density * nodes * nodes;
    this.columns = new int[16 + (int) Math.min(1e8, 1.2 * expected)];
  }

  /** Appends a cell; rows must ascend, and columns within a row. */
  void add(int i, int j) {
    while (row < i) {
      rowStart[++row] = count;
    }
    if (count == columns.length) {
      columns = Arrays.copyOf(columns, Math.addExact(count, (count >> 1) + 16));
    }
    columns[count++] = j;
  }

  /** Ends the list. */
  CellList close() {
    while (row < nodes) {
      rowStart[++row] = count;
    }
    return this;
  }

  int size() {
    return count;
  }

  /** The graph of these cells, each with its weight, and of the missing self-loops. */
  Graph graph(double[] weights) {
    int loops = 0;
    for (int i = 0; i < nodes; i++) {
      for (int k = rowStart[i]; k < rowStart[i + 1]; k++) {
        loops += columns[k] == i ? 1 : 0;
      }
    }
    int edges = Math.addExact(count, nodes - loops);
    int[] start = new int[nodes + 1];
    int[] targets = new int[edges];
    double[] values = new double[edges];
    int at = 0;
    for (int i = 0; i < nodes; i++) {
      start[i] = at;
      boolean loop = false;
      for (int k = rowStart[i]; k < rowStart[i + 1]; k++) {
        int column = columns[k];
        if (!loop && column >= i) {
          loop = true;
          if (column > i) {
            targets[at++] = i;
          }
        }
        targets[at] = column;
        values[at++] = weights[k];
      }
      if (!loop) {
        targets[at++] = i;
      }
    }
    start[nodes] = at;
    return Graph.ofSorted(nodes, start, targets, values);
  }

  /** The cells (j, i) of the cells (i, j). */
  CellList transpose() {
    CellList turned = new CellList(nodes, 0);
    turned.columns = new int[count];
    int[] next = new int[nodes + 1];
    for (int k = 0; k < count; k++) {
      next[columns[k] + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      next[i + 1] += next[i];
    }
    System.arraycopy(next, 0, turned.rowStart, 0, nodes + 1);
    for (int i = 0; i < nodes; i++) {
      for (int k = rowStart[i]; k < rowStart[i + 1]; k++) {
        turned.columns[next[columns[k]]++] = i;
      }
    }
    turned.count = count;
    turned.row = nodes;
    return turned;
  }

  /** The cells in both lists. */
  CellList and(CellList other) {
    CellList both = new CellList(nodes, 0);
    both.columns = new int[Math.min(count, other.count)];
    for (int i = 0; i < nodes; i++) {
      int b = other.rowStart[i];
      int end = other.rowStart[i + 1];
      for (int a = rowStart[i]; a < rowStart[i + 1]; a++) {
        while (b < end && other.columns[b] < columns[a]) {
          b++;
        }
        if (b < end && other.columns[b] == columns[a]) {
          both.add(i, columns[a]);
        }
      }
    }
    return both.close();
  }

  /** The cells in exactly one of the lists. */
  CellList xor(CellList other) {
    CellList either = new CellList(nodes, 0);
    for (int i = 0; i < nodes; i++) {
      int a = rowStart[i];
      int b = other.rowStart[i];
      while (a < rowStart[i + 1] || b < other.rowStart[i + 1]) {
        int mine = a < rowStart[i + 1] ? columns[a] : nodes;
        int yours = b < other.rowStart[i + 1] ? other.columns[b] : nodes;
        if (mine != yours) {
          either.add(i, Math.min(mine, yours));
        }
        a += mine <= yours ? 1 : 0;
        b += yours <= mine ? 1 : 0;
      }
    }
    return either.close();
  }

  /**
   * The same graph with relabelled nodes: the new cell (i, j) is the old cell (order i, order j).
   */
  CellList relabel(int[] order) {
    int[] name = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      name[order[i]] = i;
    }
    CellList renamed = new CellList(nodes, 0);
    renamed.columns = new int[count];
    int at = 0;
    for (int i = 0; i < nodes; i++) {
      renamed.rowStart[i] = at;
      for (int k = rowStart[order[i]]; k < rowStart[order[i] + 1]; k++) {
        renamed.columns[at++] = name[columns[k]];
      }
      Arrays.sort(renamed.columns, renamed.rowStart[i], at);
    }
    renamed.rowStart[nodes] = at;
    renamed.count = count;
    renamed.row = nodes;
    return renamed;
  }
}
