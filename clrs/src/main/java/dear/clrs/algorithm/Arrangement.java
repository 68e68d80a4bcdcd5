// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;

/**
 * Keys while they are being sorted: which node is in which slot, and the chain of predecessors that
 * the hint {@code pred_h} shows.
 *
 * <p>A swap changes at most four pointers of the chain, so it is kept up to date in constant time;
 * when nobody observes it, it is built once, at the end.
 */
final class Arrangement {
  private final double[] keys;
  private final int[] order;
  private final int[] pred;
  private final boolean linking;

  /** The keys of a run in their original order. */
  Arrangement(Execution run) {
    keys = run.reals("key").clone();
    order = Chains.selves(keys.length);
    pred = Chains.identity(keys.length);
    linking = run.recording();
    run.hint("pred_h", pred);
  }

  int size() {
    return order.length;
  }

  double key(int slot) {
    return keys[slot];
  }

  int node(int slot) {
    return order[slot];
  }

  void swap(int a, int b) {
    if (a == b) {
      return;
    }
    double key = keys[a];
    keys[a] = keys[b];
    keys[b] = key;
    int node = order[a];
    order[a] = order[b];
    order[b] = node;
    if (linking) {
      link(a);
      link(a + 1);
      link(b);
      link(b + 1);
    }
  }

  /** Moves the node in one slot to an earlier one; everything in between moves up by one. */
  void moveBack(int from, int to) {
    if (from == to) {
      return;
    }
    double key = keys[from];
    int node = order[from];
    System.arraycopy(keys, to, keys, to + 1, from - to);
    System.arraycopy(order, to, order, to + 1, from - to);
    keys[to] = key;
    order[to] = node;
    if (linking) {
      link(to);
      link(to + 1);
      link(from + 1);
    }
  }

  /** Every node's predecessor in the current order; the first node is its own. */
  int[] predecessors() {
    if (!linking) {
      Chains.link(order, pred);
    }
    return pred;
  }

  private void link(int slot) {
    if (slot < order.length) {
      pred[order[slot]] = order[Math.max(slot - 1, 0)];
    }
  }
}
