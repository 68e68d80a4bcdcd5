// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Graph;
import java.util.Arrays;

/** Trees given by predecessor pointers in a graph. */
final class Trees {
  private static final int UNKNOWN = -1;

  private Trees() {}

  /**
   * The length of the path that the pointers give from the source to each node, infinite for nodes
   * that point to themselves; fails if a pointer is not an edge or the pointers form a cycle.
   */
  static double[] distances(Graph graph, int[] pi, int source) {
    double[] distance = new double[pi.length];
    Arrays.fill(distance, Double.NaN);
    int[] way = new int[pi.length];
    for (int node = 0; node < pi.length; node++) {
      int length = 0;
      int at = node;
      while (Double.isNaN(distance[at]) && at != source && pi[at] != at) {
        if (length == pi.length) {
          throw new AssertionError("the pointers form a cycle at node " + at);
        }
        way[length++] = at;
        at = pi[at];
      }
      if (Double.isNaN(distance[at])) {
        distance[at] = at == source ? 0 : Double.POSITIVE_INFINITY;
      }
      while (length > 0) {
        int child = way[--length];
        distance[child] = distance[at] + edge(graph, at, child);
        at = child;
      }
    }
    return distance;
  }

  /** The sum of the weights of all edges from a pointer's target to its owner. */
  static double weight(Graph graph, int[] pi) {
    double sum = 0;
    for (int v = 0; v < pi.length; v++) {
      sum += pi[v] == v ? 0 : edge(graph, pi[v], v);
    }
    return sum;
  }

  /** The end of the chain of pointers that starts at each node. */
  static int[] roots(int[] pi) {
    int[] roots = new int[pi.length];
    Arrays.fill(roots, UNKNOWN);
    int[] way = new int[pi.length];
    for (int node = 0; node < pi.length; node++) {
      int length = 0;
      int at = node;
      while (roots[at] == UNKNOWN && pi[at] != at) {
        if (length == pi.length) {
          throw new AssertionError("the pointers form a cycle at node " + at);
        }
        way[length++] = at;
        at = pi[at];
      }
      int root = roots[at] == UNKNOWN ? at : roots[at];
      roots[at] = root;
      while (length > 0) {
        roots[way[--length]] = root;
      }
    }
    return roots;
  }

  private static double edge(Graph graph, int from, int to) {
    double weight = graph.weight(from, to);
    if (weight == 0) {
      throw new AssertionError("there is no edge %d -> %d".formatted(from, to));
    }
    return weight;
  }
}
