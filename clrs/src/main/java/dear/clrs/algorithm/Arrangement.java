// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;

/**
 * Keys on their way to being sorted: which node stands in which slot, and the chain of predecessors
 * that says so to the hint {@code pred_h}.
 *
 * <p>A swap changes at most four pointers of the chain, so it is kept up to date in constant time;
 * when nobody looks at it, it is made once, at the end.
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

  /** Takes what stands in one slot to an earlier one; everything between moves up by one. */
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

  /** Every node's predecessor in the present order, the first node's being itself. */
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
