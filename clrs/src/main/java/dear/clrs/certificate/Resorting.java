// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * Sorts keys from a given order. The library's merge sort finds the runs that are in order already
 * and merges those, so an order with few faults costs little more than one pass.
 */
final class Resorting {
  private static final int NONE = -1;

  private Resorting() {}

  /** The sorted order as pointers; nothing if the pointers form no order. */
  static Optional<Feature> of(Inputs inputs, Feature pred) {
    double[] keys = inputs.reals("key");
    return order(pred.codes())
        .map(order -> {
          Arrays.sort(order, Comparator.comparingDouble(i -> keys[i]));
          int[] sorted = new int[order.length];
          for (int k = 0; k < order.length; k++) {
            sorted[order[k]] = order[Math.max(0, k - 1)];
          }
          return Feature.of(pred.spec(), pred.size(), sorted);
        });
  }

  /** The nodes along the pointers, if these form one chain. */
  private static Optional<Integer[]> order(int[] pred) {
    int n = pred.length;
    int[] next = new int[n];
    Arrays.fill(next, NONE);
    int first = NONE;
    for (int v = 0; v < n; v++) {
      boolean taken = pred[v] == v ? first != NONE : next[pred[v]] != NONE;
      if (taken) {
        return Optional.empty();
      }
      if (pred[v] == v) {
        first = v;
      } else {
        next[pred[v]] = v;
      }
    }
    Integer[] order = new Integer[n];
    int count = 0;
    for (int v = first; v != NONE; v = next[v]) {
      order[count++] = v;
    }
    return count == n ? Optional.of(order) : Optional.empty();
  }
}
