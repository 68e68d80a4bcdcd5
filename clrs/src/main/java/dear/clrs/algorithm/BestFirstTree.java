// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.Graph;

/**
 * The tree that grows from a source by the best node on its frontier: the common core of Dijkstra's
 * and Prim's algorithms, which differ in one term. A node's key is the weight of the edge that
 * leads to it plus, for shortest paths, the key of that edge's source.
 */
final class BestFirstTree {
  private BestFirstTree() {}

  /** Grows the tree; {@code keyName} is the hint that shows the keys. */
  static void grow(Execution run, String keyName, boolean alongPaths) {
    Graph graph = run.graph();
    int[] start = graph.rowStart();
    int[] columns = graph.columns();
    double[] weights = graph.weights();
    int n = graph.nodes();
    int[] pi = Chains.selves(n);
    double[] key = new double[n];
    int[] mark = new int[n];
    int[] inQueue = new int[n];
    int[] current = {run.one("s")};
    run.hint("pi_h", pi);
    run.hint(keyName, key);
    run.hint("mark", mark);
    run.hint("in_queue", inQueue);
    run.hint("u", current);

    NodeQueue queue = new NodeQueue(key);
    queue.offer(current[0]);
    inQueue[current[0]] = 1;
    run.push();
    while (!queue.isEmpty()) {
      int u = queue.take();
      current[0] = u;
      mark[u] = 1;
      inQueue[u] = 0;
      double base = alongPaths ? key[u] : 0;
      for (int e = start[u]; e < start[u + 1]; e++) {
        int v = columns[e];
        double candidate = base + weights[e];
        if (weights[e] != 0 && mark[v] == 0 && (inQueue[v] == 0 || candidate < key[v])) {
          key[v] = candidate;
          pi[v] = u;
          inQueue[v] = 1;
          queue.offer(v);
        }
      }
      run.push();
    }
    run.output("pi", pi);
  }
}
