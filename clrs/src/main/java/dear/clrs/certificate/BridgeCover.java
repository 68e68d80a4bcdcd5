// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.util.Arrays;

/**
 * Bridges as marked edges. An edge is a bridge exactly when it lies on no cycle. Given any spanning
 * forest, an edge outside it lies on the cycle that it closes; an edge of the forest lies on one
 * exactly when some edge outside joins its two sides. So each outside edge adds one at its ends and
 * subtracts two where their paths meet, and the sum below a tree edge counts the cycles through it.
 * A breadth-first search and one common ancestor per edge: O(edges × log nodes).
 */
final class BridgeCover implements Conditions {
  private static final int NONE = -1;

  @Override
  public String basis() {
    return "the marked edges lie on no cycle, and every other edge lies on one";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    if (!Undirected.require(graph, findings)) {
      return;
    }
    int[] marked = answer.codes("is_bridge");
    PointerForest forest = new PointerForest(spanningForest(graph));
    int[] cycles = cyclesAbove(graph, forest);
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int u = i;
        int v = graph.columns()[e];
        boolean bridge =
            u != v
                && ((forest.parent(v) == u && cycles[v] == 0)
                    || (forest.parent(u) == v && cycles[u] == 0));
        if (bridge != (marked[e] == 1)) {
          findings.edge(
              u,
              v,
              () ->
                  (bridge
                          ? "%s - %s is not marked, but lies on no cycle"
                          : "%s - %s is marked, but lies on a cycle")
                      .formatted(findings.name(u), findings.name(v)));
        }
      }
    }
  }

  /** The parents in a breadth-first forest; a root is its own. */
  static int[] spanningForest(Graph graph) {
    int n = graph.nodes();
    int[] parent = new int[n];
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
          if (parent[v] == NONE) {
            parent[v] = u;
            queue[end++] = v;
          }
        }
      }
    }
    return parent;
  }

  private static int[] cyclesAbove(Graph graph, PointerForest forest) {
    HeavyPaths paths = new HeavyPaths(forest);
    int[] cycles = new int[graph.nodes()];
    for (int u = 0; u < graph.nodes(); u++) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        if (v > u && forest.parent(v) != u && forest.parent(u) != v) {
          cycles[u]++;
          cycles[v]++;
          cycles[paths.commonAncestor(u, v)] -= 2;
        }
      }
    }
    for (int k = forest.size() - 1; k >= 0; k--) {
      int v = forest.inOrder(k);
      if (forest.parent(v) != v) {
        cycles[forest.parent(v)] += cycles[v];
      }
    }
    return cycles;
  }
}
