// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.trait.Proof;
import java.util.Arrays;

/**
 * Bellman and Ford's sweeps, started from given paths instead of the source alone: as far as the
 * pointers form a tree of edges from the source, their lengths bound the distances from above, and
 * that is all the sweeps need. Pointers of shortest paths survive; with no better path in the
 * graph, the first sweep is the last.
 */
final class ShorterPaths {
  private final Graph graph;
  private final boolean countEdges;
  private final double[] distance;
  private final int[] before;

  private ShorterPaths(Graph graph, boolean countEdges) {
    this.graph = graph;
    this.countEdges = countEdges;
    this.distance = new double[graph.nodes()];
    this.before = new int[graph.nodes()];
  }

  /** Shortest paths from one source; a node out of reach points to itself. */
  static Feature fromOne(Inputs inputs, Feature pi, Proof proof) {
    ShorterPaths paths = new ShorterPaths(inputs.graph(), proof == Proof.Known.FEWEST_EDGES);
    paths.improve(inputs.codes("s")[0], pi.codes());
    return Feature.of(pi.spec(), pi.size(), paths.before);
  }

  /** Shortest paths between all pairs; a node out of reach points to the source. */
  static Feature fromAll(Graph graph, Feature pi) {
    int n = graph.nodes();
    ShorterPaths paths = new ShorterPaths(graph, false);
    int[] all = new int[Math.multiplyExact(n, n)];
    for (int i = 0; i < n; i++) {
      paths.improve(i, Arrays.copyOfRange(pi.codes(), i * n, (i + 1) * n));
      for (int j = 0; j < n; j++) {
        all[i * n + j] = paths.before[j] == j ? i : paths.before[j];
      }
    }
    return Feature.of(pi.spec(), pi.size(), all);
  }

  private boolean isUsable(double weight) {
    return countEdges ? weight > 0 : weight != 0;
  }

  private void improve(int source, int[] given) {
    int n = graph.nodes();
    SourceTree tree = new SourceTree(graph, source, given, this::isUsable);
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.setAll(before, v -> v);
    int[] active = new int[n];
    int count = 0;
    for (int k = 0; k < tree.forest().size(); k++) {
      int v = tree.forest().inOrder(k);
      if (tree.isReached(v)) {
        boolean first = v == source;
        before[v] = first ? v : given[v];
        distance[v] = first ? 0 : distance[given[v]] + (countEdges ? 1 : tree.weight(v));
        active[count++] = v;
      }
    }
    int[] next = new int[n];
    boolean[] waiting = new boolean[n];
    for (int sweep = 1; count > 0; sweep++) {
      if (sweep > n) {
        throw new IllegalArgumentException(
            "the source reaches a cycle of negative weight: there are no shortest paths");
      }
      int found = 0;
      for (int a = 0; a < count; a++) {
        found = relax(active[a], waiting, next, found);
      }
      for (int a = 0; a < found; a++) {
        waiting[next[a]] = false;
      }
      int[] swap = active;
      active = next;
      next = swap;
      count = found;
    }
  }

  private int relax(int u, boolean[] waiting, int[] next, int found) {
    int count = found;
    for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
      int v = graph.columns()[e];
      double weight = graph.weights()[e];
      double length = distance[u] + (countEdges ? 1 : weight);
      if (isUsable(weight) && length < distance[v]) {
        distance[v] = length;
        before[v] = u;
        if (!waiting[v]) {
          waiting[v] = true;
          next[count++] = v;
        }
      }
    }
    return count;
  }
}
