// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;

/**
 * The topological order that a depth-first walk produces: a linked list to whose head each node is
 * added when it is finished. The last node of the order points to itself.
 */
final class TopologicalOrder implements DepthFirstWalk.Visitor {
  private final int[] next;
  private final int[] head = {0};
  private boolean started;

  TopologicalOrder(Execution run) {
    next = Chains.selves(run.nodes());
    run.hint("topo_h", next);
    run.hint("topo_head_h", head);
  }

  @Override
  public void finish(int u) {
    if (started) {
      next[u] = head[0];
    }
    started = true;
    head[0] = u;
  }

  /** The node after each one. */
  int[] next() {
    return next;
  }

  /** The first node. */
  int head() {
    return head[0];
  }

  /** Moves the head to the next node; returns false at the last one. */
  boolean advance() {
    int node = head[0];
    head[0] = next[node];
    return head[0] != node;
  }
}
