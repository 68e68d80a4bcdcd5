// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import java.util.Arrays;

/**
 * Parent pointers as far as they form trees; a root points to itself. Nodes that lead into a cycle
 * belong to no tree.
 */
final class PointerForest {
  private static final int NONE = -1;

  private final int[] parent;
  private final int[] root;
  private final int[] order;
  private int size;

  PointerForest(int[] parent) {
    this.parent = parent;
    int n = parent.length;
    root = new int[n];
    order = new int[n];
    Arrays.fill(root, NONE);
    int[] childStart = new int[n + 1];
    for (int v = 0; v < n; v++) {
      childStart[parent[v]] += parent[v] == v ? 0 : 1;
    }
    for (int v = 0, sum = 0; v <= n; v++) {
      sum += childStart[v];
      childStart[v] = sum; // the end, moved to the start while filling
    }
    int[] children = new int[childStart[n]];
    for (int v = n - 1; v >= 0; v--) {
      if (parent[v] == v) {
        root[v] = v;
      } else {
        children[--childStart[parent[v]]] = v;
      }
    }
    for (int v = 0; v < n; v++) {
      if (root[v] == v) {
        order[size++] = v;
      }
    }
    for (int next = 0; next < size; next++) {
      int u = order[next];
      for (int k = childStart[u]; k < childStart[u + 1]; k++) {
        root[children[k]] = root[u];
        order[size++] = children[k];
      }
    }
  }

  int parent(int node) {
    return parent[node];
  }

  /** The number of nodes that belong to trees. */
  int size() {
    return size;
  }

  /** The nodes of the trees, each after its parent, the roots first. */
  int inOrder(int place) {
    return order[place];
  }

  /** The root of a node's tree. */
  int root(int node) {
    return root[node];
  }

  /** Whether each node lies on a cycle, rather than only leading to one. */
  boolean[] onCircle() {
    int n = parent.length;
    int[] pointedTo = new int[n];
    boolean[] circle = new boolean[n];
    for (int v = 0; v < n; v++) {
      circle[v] = root[v] == NONE;
      pointedTo[parent[v]] += circle[v] ? 1 : 0;
    }
    for (int v = 0; v < n; v++) {
      for (int u = v; circle[u] && pointedTo[u] == 0; u = parent[u]) {
        circle[u] = false;
        pointedTo[parent[u]]--;
      }
    }
    return circle;
  }

  /** Adds a fault for every node on a cycle. */
  void reportCircles(Findings findings) {
    if (size == parent.length) {
      return;
    }
    boolean[] circle = onCircle();
    for (int v = 0; v < circle.length; v++) {
      int node = v;
      if (circle[v]) {
        findings.node(v, () -> "the pointers from %s form a cycle".formatted(findings.name(node)));
      }
    }
  }
}
