// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

/** Sorted orders of indices; equal keys keep their order, as everywhere in CLRS-30. */
final class StableOrder {
  private StableOrder() {}

  /** The indices by ascending key: a bottom-up merge sort, without boxed indices. */
  static int[] ascending(double[] keys) {
    int n = keys.length;
    int[] from = Chains.selves(n);
    int[] to = new int[n];
    for (long width = 1; width < n; width *= 2) {
      for (long low = 0; low < n; low += 2 * width) {
        int middle = (int) Math.min(low + width, n);
        merge(keys, from, (int) low, middle, (int) Math.min(low + 2 * width, n), to);
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    return from;
  }

  /** The indices by descending key. */
  static int[] descending(double[] keys) {
    double[] negated = new double[keys.length];
    for (int i = 0; i < keys.length; i++) {
      negated[i] = -keys[i];
    }
    return ascending(negated);
  }

  private static void merge(double[] keys, int[] from, int low, int middle, int high, int[] to) {
    int left = low;
    int right = middle;
    for (int at = low; at < high; at++) {
      boolean takeRight = left == middle || (right < high && keys[from[right]] < keys[from[left]]);
      to[at] = takeRight ? from[right++] : from[left++];
    }
  }
}
