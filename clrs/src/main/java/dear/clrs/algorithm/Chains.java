// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import java.util.Arrays;

/** The two initial states of pointers: every node to itself, or to the one before it. */
final class Chains {
  private Chains() {}

  /** Every node points to itself. */
  static int[] selves(int n) {
    int[] pointers = new int[n];
    Arrays.setAll(pointers, i -> i);
    return pointers;
  }

  /** Every node points to the one before it, the first to itself. */
  static int[] identity(int n) {
    int[] pointers = new int[n];
    for (int i = 1; i < n; i++) {
      pointers[i] = i - 1;
    }
    return pointers;
  }

  /** Points every node of the order to the one before it, the first to itself. */
  static void link(int[] order, int[] pointers) {
    int before = order[0];
    for (int node : order) {
      pointers[node] = before;
      before = node;
    }
  }
}
