// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/**
 * The heaviest edge between two nodes of a tree, in O(log n) and linear memory: a table covers
 * whole paths up to their heads, and a tree of maxima the one remaining stretch in the middle.
 */
final class PathMaximum {
  private final PointerForest forest;
  private final HeavyPaths paths;
  private final double[] toHead; // from a node up to its path's head, plus one edge
  private final double[] tree; // maxima over positions; leaf n + p weighs the edge above p
  private final int n;

  /** Takes the weight of each node's edge to its parent. */
  PathMaximum(PointerForest forest, HeavyPaths paths, double[] weightAbove) {
    this.forest = forest;
    this.paths = paths;
    n = forest.size();
    toHead = new double[n];
    tree = new double[2 * n];
    for (int k = 0; k < n; k++) {
      int v = forest.inOrder(k);
      double above = forest.parent(v) == v ? Double.NEGATIVE_INFINITY : weightAbove[v];
      toHead[v] = paths.head(v) == v ? above : Math.max(above, toHead[forest.parent(v)]);
      tree[n + paths.position(v)] = above;
    }
    for (int k = n - 1; k > 0; k--) {
      tree[k] = Math.max(tree[2 * k], tree[2 * k + 1]);
    }
  }

  /**
   * The greatest weight between two nodes of the same tree; minus infinity for a node and itself.
   */
  double between(int u, int v) {
    int a = u;
    int b = v;
    double most = Double.NEGATIVE_INFINITY;
    while (paths.head(a) != paths.head(b)) {
      if (paths.position(paths.head(a)) > paths.position(paths.head(b))) {
        most = Math.max(most, toHead[a]);
        a = forest.parent(paths.head(a));
      } else {
        most = Math.max(most, toHead[b]);
        b = forest.parent(paths.head(b));
      }
    }
    int upper = Math.min(paths.position(a), paths.position(b));
    int lower = Math.max(paths.position(a), paths.position(b));
    return Math.max(most, range(upper + 1, lower + 1));
  }

  private double range(int from, int to) {
    double most = Double.NEGATIVE_INFINITY;
    for (int l = from + n, r = to + n; l < r; l >>= 1, r >>= 1) {
      if ((l & 1) == 1) {
        most = Math.max(most, tree[l++]);
      }
      if ((r & 1) == 1) {
        most = Math.max(most, tree[--r]);
      }
    }
    return most;
  }
}
