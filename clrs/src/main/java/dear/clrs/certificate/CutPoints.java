// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.util.Arrays;

/**
 * Articulation points as marked nodes. Two edges belong to the same block if they lie on a common
 * cycle, and a node is an articulation point exactly when its edges belong to several blocks. Given
 * any spanning forest, every edge outside it closes a cycle, whose tree edges are merged into one
 * block; blocks that share an edge are one. A breadth-first search, a common ancestor for each edge
 * and a union of sets: O(edges × log nodes), without the depth-first search of the algorithm.
 */
final class CutPoints implements Conditions {
  @Override
  public String basis() {
    return "the edges of each marked node, and of no other, lie in several blocks of cycles";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    if (!Undirected.require(graph, findings)) {
      return;
    }
    boolean[] cut = new Blocks(graph).cutPoints();
    int[] marked = answer.codes("is_cut");
    for (int i = 0; i < cut.length; i++) {
      int node = i;
      if (cut[i] != (marked[i] == 1)) {
        findings.node(
            i,
            () ->
                (cut[node]
                        ? "%s is not marked, but without it the graph falls apart"
                        : "%s is marked, but without it the graph holds together")
                    .formatted(findings.name(node)));
      }
    }
  }

  /** The tree edges of a spanning forest in sets; a node stands for the edge to its parent. */
  private static final class Blocks {
    private final PointerForest forest;
    private final int[] depth;
    private final int[] set;
    private final int[] top; // of each set: the node above all of its edges

    Blocks(Graph graph) {
      forest = new PointerForest(BridgeCover.spanningForest(graph));
      int n = graph.nodes();
      depth = new int[n];
      set = new int[n];
      top = new int[n];
      Arrays.setAll(top, forest::parent);
      Arrays.setAll(set, v -> v);
      for (int k = 0; k < n; k++) {
        int v = forest.inOrder(k);
        depth[v] = forest.parent(v) == v ? 0 : depth[forest.parent(v)] + 1;
      }
      HeavyPaths paths = new HeavyPaths(forest);
      for (int u = 0; u < n; u++) {
        for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
          int v = graph.columns()[e];
          if (v > u && forest.parent(v) != u && forest.parent(u) != v) {
            int meeting = paths.commonAncestor(u, v);
            int left = climb(u, meeting);
            int right = climb(v, meeting);
            if (left >= 0 && right >= 0) {
              merge(left, right);
            }
          }
        }
      }
    }

    /** Merges the edges from a node up to an ancestor; their set, or -1 if there are none. */
    private int climb(int node, int ancestor) {
      int merged = -1;
      int at = node;
      while (depth[at] > depth[ancestor]) {
        int next = find(at);
        merged = merged < 0 ? next : merge(merged, next);
        at = top[merged]; // possibly above the ancestor, which then lies inside this block
      }
      return merged;
    }

    private int merge(int a, int b) {
      int one = find(a);
      int other = find(b);
      if (depth[top[other]] < depth[top[one]]) {
        top[one] = top[other];
      }
      set[other] = one;
      return one;
    }

    private int find(int node) {
      int at = node;
      while (set[at] != at) {
        set[at] = set[set[at]];
        at = set[at];
      }
      return at;
    }

    boolean[] cutPoints() {
      int n = set.length;
      boolean[] cut = new boolean[n];
      int[] first = new int[n];
      Arrays.fill(first, -1);
      for (int k = 0; k < n; k++) {
        int child = forest.inOrder(k);
        int node = forest.parent(child);
        if (child == node) {
          continue;
        }
        boolean isRoot = forest.parent(node) == node;
        int other = isRoot ? first[node] : find(node);
        cut[node] |= other >= 0 && other != find(child);
        first[node] = find(child);
      }
      return cut;
    }
  }
}
