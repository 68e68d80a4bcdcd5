// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import java.util.Arrays;
import java.util.function.DoublePredicate;

/**
 * Predecessor pointers that should form a tree of edges from a source; unreachable nodes point to
 * themselves.
 */
final class SourceTree {
  private final int source;
  private final int[] pi;
  private final DoublePredicate usable;
  private final PointerForest forest;
  private final double[] weight; // of the edge from the predecessor; NaN where there is none
  private final boolean[] reached; // by edges all the way from the source

  /** Edges with an unusable weight are ignored. */
  SourceTree(Graph graph, int source, int[] pi, DoublePredicate usable) {
    this.source = source;
    this.pi = pi;
    this.usable = usable;
    int n = pi.length;
    weight = new double[n];
    Arrays.fill(weight, Double.NaN);
    for (int u = 0; u < n; u++) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        if (pi[v] == u && usable.test(graph.weights()[e])) {
          weight[v] = graph.weights()[e];
        }
      }
    }
    // Where the source points does not affect the other nodes.
    int[] parents = pi.clone();
    parents[source] = source;
    forest = new PointerForest(parents);
    reached = new boolean[n];
    reached[source] = true;
    for (int k = 0; k < forest.size(); k++) {
      int v = forest.inOrder(k);
      if (parents[v] != v) {
        reached[v] = reached[parents[v]] && !Double.isNaN(weight[v]);
      }
    }
  }

  /** Adds a fault for every pointer that cannot belong to such a tree. */
  void reportStructure(Findings findings) {
    if (pi[source] != source) {
      findings.node(
          source,
          () ->
              "the source %s must point to itself, not to %s"
                  .formatted(findings.name(source), findings.name(pi[source])));
    }
    forest.reportCircles(findings);
    for (int k = 0; k < forest.size(); k++) {
      int v = forest.inOrder(k);
      if (v == source || pi[v] == v) {
        continue;
      }
      if (Double.isNaN(weight[v])) {
        findings.node(
            v,
            () ->
                "%s points to %s, but there is no edge from there"
                    .formatted(findings.name(v), findings.name(pi[v])));
      } else if (isLeftOut(pi[v])) {
        findings.node(
            v,
            () ->
                "%s points to %s, which is itself marked unreachable"
                    .formatted(findings.name(v), findings.name(pi[v])));
      }
    }
  }

  boolean isUsable(double edgeWeight) {
    return usable.test(edgeWeight);
  }

  /** Whether a node is connected to the source by edges. */
  boolean isReached(int node) {
    return reached[node];
  }

  /** Whether a node is marked unreachable. */
  boolean isLeftOut(int node) {
    return node != source && pi[node] == node;
  }

  /** The message for an edge from the tree to a node marked unreachable. */
  String leftOut(int from, int to, Findings findings) {
    return "%s is marked unreachable, but there is an edge to it from %s"
        .formatted(findings.name(to), findings.name(from));
  }

  int source() {
    return source;
  }

  PointerForest forest() {
    return forest;
  }

  /** The weight of the edge from a reached node's predecessor. */
  double weight(int node) {
    return weight[node];
  }
}
