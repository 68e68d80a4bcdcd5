// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/**
 * The lengths of paths in a tree, with what is needed to distinguish a difference from rounding.
 */
final class Distances {
  private final double[] distance;
  private final double[] magnitude; // the sum of absolute weights
  private final int[] hops;

  Distances(int nodes) {
    distance = new double[nodes];
    magnitude = new double[nodes];
    hops = new int[nodes];
  }

  /** Fills in all reached nodes of a tree. */
  void follow(SourceTree tree, boolean countEdges) {
    PointerForest forest = tree.forest();
    for (int k = 0; k < forest.size(); k++) {
      int v = forest.inOrder(k);
      if (v != tree.source() && tree.isReached(v)) {
        extend(forest.parent(v), countEdges ? 1 : tree.weight(v), v);
      }
    }
  }

  /** Makes the path to a node empty. */
  void start(int node) {
    distance[node] = 0;
    magnitude[node] = 0;
    hops[node] = 0;
  }

  /** Makes the path to a node that of another plus one edge. */
  void extend(int from, double weight, int to) {
    distance[to] = distance[from] + weight;
    magnitude[to] = magnitude[from] + Math.abs(weight);
    hops[to] = hops[from] + 1;
  }

  /** The length of the path to a node. */
  double to(int node) {
    return distance[node];
  }

  /** Whether an edge offers a path that is shorter by more than rounding. */
  boolean isShorter(int from, double weight, int to) {
    double gain = distance[to] - (distance[from] + weight);
    return gain > 0
        && gain
            > Rounding.slack(
                Math.max(hops[from], hops[to]),
                Math.max(magnitude[from] + Math.abs(weight), magnitude[to]));
  }
}
