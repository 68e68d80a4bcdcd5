// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.util.Arrays;

/**
 * A minimum spanning forest as marked edges: marked in both directions, without cycles, no edge
 * between two of its trees, and the cycle property of {@link MinimumTree}, at the same cost.
 */
final class MinimumForest implements Conditions {
  private static final int NONE = -1;

  @Override
  public String basis() {
    return "the marked edges form a spanning forest, and no other edge is lighter than all it"
        + " closes a cycle with";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    if (!Undirected.require(graph, findings)) {
      return;
    }
    for (int e = 0; e < graph.edges(); e++) {
      if (graph.weights()[e] < 0) {
        findings.doubt("not checked: mst_kruskal of CLRS-30 skips negative weights");
        return;
      }
    }
    int[] marked = answer.codes("in_mst");
    checkMarks(graph, marked, findings);
    if (!findings.none()) {
      return;
    }
    int[] parent = new int[graph.nodes()];
    double[] above = new double[graph.nodes()];
    grow(graph, marked, parent, above, findings);
    PointerForest forest = new PointerForest(parent);
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int u = i;
        int v = graph.columns()[e];
        if (v > u && forest.root(u) != forest.root(v)) {
          findings.edge(
              u,
              v,
              () ->
                  "the edge %s - %s joins two trees of the forest that should be one"
                      .formatted(findings.name(u), findings.name(v)));
        }
      }
    }
    if (findings.none()) {
      MinimumTree.reportLighter(graph, forest, above, findings);
    }
  }

  private static void checkMarks(Graph graph, int[] marked, Findings findings) {
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int u = i;
        int v = graph.columns()[e];
        if (marked[e] == 1 && u == v) {
          findings.edge(u, v, () -> "the self-loop at %s is marked".formatted(findings.name(u)));
        } else if (marked[e] == 1 && marked[graph.find(v, u)] == 0) {
          findings.edge(
              u,
              v,
              () ->
                  "the edge %s -> %s is marked, but its reverse is not"
                      .formatted(findings.name(u), findings.name(v)));
        }
      }
    }
  }

  /** Grows trees along the marked edges; an edge that meets its tree again closes a cycle. */
  private static void grow(
      Graph graph, int[] marked, int[] parent, double[] above, Findings findings) {
    int n = graph.nodes();
    int[] queue = new int[n];
    Arrays.fill(parent, NONE);
    for (int root = 0; root < n; root++) {
      if (parent[root] != NONE) {
        continue;
      }
      parent[root] = root;
      queue[0] = root;
      int end = 1;
      for (int next = 0; next < end; next++) {
        int u = queue[next];
        for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
          int v = graph.columns()[e];
          if (marked[e] == 0 || v == parent[u]) {
            continue;
          }
          if (parent[v] == NONE) {
            parent[v] = u;
            above[v] = graph.weights()[e];
            queue[end++] = v;
          } else if (u < v) { // each edge is met from both ends
            findings.edge(
                u,
                v,
                () ->
                    "the marked edge %s - %s closes a cycle"
                        .formatted(findings.name(u), findings.name(v)));
          }
        }
      }
    }
  }
}
