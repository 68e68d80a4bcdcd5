// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.data.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * The edges of a file with their line numbers, so that an error about a duplicate can name both.
 */
final class EdgeCollector {
  private final FileLines lines;
  private final boolean undirected;
  private final int most;
  private int count;
  private int[] from = new int[16];
  private int[] to = new int[16];
  private double[] weights = new double[16];
  private int[] at = new int[16]; // line numbers, capped at the largest int

  EdgeCollector(FileLines lines, boolean undirected, int most) {
    this.lines = lines;
    this.undirected = undirected;
    this.most = most;
  }

  int count() {
    return count;
  }

  /** Adds the edge of the line last read. */
  void add(int source, int target, double weight) throws GraphFormatException {
    if (count == most) {
      throw lines.error(
          "more than %d edges: raise the limit if this is intended and there is enough memory"
              .formatted(most));
    }
    if (count == from.length) {
      int capacity = (int) Math.min(most, count + (count >> 1) + 16L);
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      weights = Arrays.copyOf(weights, capacity);
      at = Arrays.copyOf(at, capacity);
    }
    from[count] = source;
    to[count] = target;
    weights[count] = weight;
    at[count++] = (int) Math.min(Integer.MAX_VALUE, lines.number());
  }

  /** Renumbers the nodes. */
  void relabel(int[] label) {
    for (int k = 0; k < count; k++) {
      from[k] = label[from[k]];
      to[k] = label[to[k]];
    }
  }

  /**
   * The graph, by two stable counting sorts, first by target. The arcs are 2k for edge k as it was
   * read and 2k + 1 for its reverse.
   */
  Graph build(int nodes, List<String> names) throws GraphFormatException {
    boolean[] looped = new boolean[nodes];
    int arcs = 0;
    for (int k = 0; k < count; k++) {
      boolean loop = from[k] == to[k];
      looped[from[k]] |= loop;
      arcs += undirected && !loop ? 2 : 1;
    }
    int[] order = new int[arcs];
    int filled = 0;
    for (int k = 0; k < count; k++) {
      order[filled++] = 2 * k;
      if (undirected && from[k] != to[k]) {
        order[filled++] = 2 * k + 1;
      }
    }
    order = sorted(order, nodes, /* bySource= */ false);
    order = sorted(order, nodes, /* bySource= */ true);
    checkDuplicates(order, names);
    return merge(order, nodes, looped);
  }

  private Graph merge(int[] order, int nodes, boolean[] looped) {
    int loops = 0;
    for (boolean has : looped) {
      loops += has ? 1 : 0;
    }
    int edges = order.length + nodes - loops;
    int[] rowStart = new int[nodes + 1];
    int[] columns = new int[edges];
    double[] merged = new double[edges];
    int next = 0;
    int out = 0;
    for (int i = 0; i < nodes; i++) {
      rowStart[i] = out;
      boolean pending = !looped[i];
      for (; next < order.length && source(order[next]) == i; next++) {
        if (pending && target(order[next]) > i) {
          columns[out++] = i;
          pending = false;
        }
        columns[out] = target(order[next]);
        merged[out++] = weights[order[next] >> 1];
      }
      if (pending) {
        columns[out++] = i;
      }
    }
    rowStart[nodes] = out;
    return Graph.ofSorted(nodes, rowStart, columns, merged);
  }

  private int[] sorted(int[] arcs, int nodes, boolean bySource) {
    int[] next = new int[nodes + 1];
    for (int arc : arcs) {
      next[(bySource ? source(arc) : target(arc)) + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      next[i + 1] += next[i];
    }
    int[] out = new int[arcs.length];
    for (int arc : arcs) {
      out[next[bySource ? source(arc) : target(arc)]++] = arc;
    }
    return out;
  }

  private void checkDuplicates(int[] order, List<String> names) throws GraphFormatException {
    for (int k = 1; k < order.length; k++) {
      int one = order[k - 1];
      int other = order[k];
      if (source(one) == source(other) && target(one) == target(other)) {
        int edge = other >> 1;
        boolean turned = from[one >> 1] != from[edge];
        throw lines.errorAt(
            at[edge],
            "edge %s -> %s is already given%s in line %d: %s"
                .formatted(
                    names.get(from[edge]),
                    names.get(to[edge]),
                    turned ? " in reverse" : "",
                    at[one >> 1],
                    turned
                        ? "remove one of them, or read the file as directed edges"
                        : "remove one of them"));
      }
    }
  }

  private int source(int arc) {
    return (arc & 1) == 0 ? from[arc >> 1] : to[arc >> 1];
  }

  private int target(int arc) {
    return (arc & 1) == 0 ? to[arc >> 1] : from[arc >> 1];
  }
}
