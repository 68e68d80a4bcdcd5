// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.data.Graph;
import java.util.Arrays;

/** The edges of a file, within a limit. Of parallel edges the lightest is kept. */
final class EdgeCollector {
  private final int most;
  private int count;
  private int[] from = new int[16];
  private int[] to = new int[16];
  private double[] weights = new double[16];
  private int parallel;

  EdgeCollector(int most) {
    this.most = most;
  }

  int count() {
    return count;
  }

  /** The number of edges that were left out because a lighter or equal one joins the same nodes. */
  int parallel() {
    return parallel;
  }

  /** Adds an edge. */
  void add(int source, int target, double weight) {
    if (!Double.isFinite(weight)) {
      throw new IllegalArgumentException("weight " + weight + " is not a finite number");
    }
    if (count == most) {
      throw new IllegalArgumentException(
          "more than %d edges: raise the limit if this is intended and there is enough memory"
              .formatted(most));
    }
    if (count == from.length) {
      int capacity = (int) Math.min(most, count + (count >> 1) + 16L);
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      weights = Arrays.copyOf(weights, capacity);
    }
    from[count] = source;
    to[count] = target;
    weights[count++] = weight == 0 ? Graph.ZERO_WEIGHT : weight;
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
  Graph build(int nodes, boolean undirected) {
    int arcs = 0;
    for (int k = 0; k < count; k++) {
      arcs += undirected && from[k] != to[k] ? 2 : 1;
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
    return merge(lightest(order, undirected), nodes);
  }

  private Graph merge(int[] order, int nodes) {
    boolean[] looped = new boolean[nodes];
    int loops = 0;
    for (int arc : order) {
      if (source(arc) == target(arc)) {
        looped[source(arc)] = true;
        loops++;
      }
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

  /** The first of the lightest arcs between any two nodes. */
  private int[] lightest(int[] order, boolean undirected) {
    int kept = 0;
    parallel = 0;
    for (int arc : order) {
      int last = kept - 1;
      boolean again =
          kept > 0 && source(order[last]) == source(arc) && target(order[last]) == target(arc);
      if (!again) {
        order[kept++] = arc;
        continue;
      }
      parallel += undirected && source(arc) > target(arc) ? 0 : 1; // an edge counts once
      if (weights[arc >> 1] < weights[order[last] >> 1]) {
        order[last] = arc;
      }
    }
    return kept == order.length ? order : Arrays.copyOf(order, kept);
  }

  private int source(int arc) {
    return (arc & 1) == 0 ? from[arc >> 1] : to[arc >> 1];
  }

  private int target(int arc) {
    return (arc & 1) == 0 ? to[arc >> 1] : from[arc >> 1];
  }
}
