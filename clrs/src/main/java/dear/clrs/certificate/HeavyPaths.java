// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import java.util.Arrays;

/**
 * A heavy-path decomposition of a forest: each path repeatedly descends to the child with the
 * largest subtree (Sleator and Tarjan 1983). Any way up crosses at most log2 n paths, so common
 * ancestors are found in logarithmic time and linear memory. The nodes of a path have consecutive
 * positions.
 */
final class HeavyPaths {
  private static final int NONE = -1;

  private final PointerForest forest;
  private final int[] heavy;
  private final int[] head;
  private final int[] position;

  /** Requires every node to belong to a tree. */
  HeavyPaths(PointerForest forest) {
    this.forest = forest;
    int n = forest.size();
    int[] below = new int[n];
    heavy = new int[n];
    head = new int[n];
    position = new int[n];
    Arrays.fill(heavy, NONE);
    for (int k = n - 1; k >= 0; k--) {
      int v = forest.inOrder(k);
      int up = forest.parent(v);
      below[v]++;
      if (up != v) {
        below[up] += below[v];
        if (heavy[up] == NONE || below[v] > below[heavy[up]]) {
          heavy[up] = v;
        }
      }
    }
    int free = 0;
    for (int k = 0; k < n; k++) {
      int top = forest.inOrder(k);
      if (forest.parent(top) == top || heavy[forest.parent(top)] != top) {
        for (int v = top; v != NONE; v = heavy[v]) {
          head[v] = top;
          position[v] = free++;
        }
      }
    }
  }

  /** The top of the path that a node belongs to. */
  int head(int node) {
    return head[node];
  }

  /** The position of a node; within a path, positions grow with depth. */
  int position(int node) {
    return position[node];
  }

  /**
   * The lowest common ancestor; a node counts as its own ancestor. Both must be in the same tree.
   */
  int commonAncestor(int u, int v) {
    int a = u;
    int b = v;
    while (head[a] != head[b]) {
      // A head comes after the path it hangs from, so the later head is not above the other.
      if (position[head[a]] > position[head[b]]) {
        a = forest.parent(head[a]);
      } else {
        b = forest.parent(head[b]);
      }
    }
    return position[a] < position[b] ? a : b;
  }

  /** The child of a node whose subtree contains a given descendant. */
  int childTowards(int ancestor, int below) {
    int at = below;
    while (head[at] != head[ancestor]) {
      if (forest.parent(head[at]) == ancestor) {
        return head[at];
      }
      at = forest.parent(head[at]);
    }
    return heavy[ancestor];
  }
}
