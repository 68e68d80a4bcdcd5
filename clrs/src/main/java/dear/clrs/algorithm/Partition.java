// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;

/**
 * Lomuto's partition around the last key (CLRS 7.1), with the hints that quicksort and quickselect
 * share. Quickselect shows two more of its variables, the rank of the pivot so far and the pivot.
 */
final class Partition {
  private final Execution run;
  private final Arrangement items;
  private final int[] p = {0};
  private final int[] r = {0};
  private final int[] i = {0};
  private final int[] j = {0};
  private final double[] rank = {0};
  private final int[] pivot = {0};

  Partition(Execution run) {
    this.run = run;
    this.items = new Arrangement(run);
    run.hint("p", p);
    run.hint("r", r);
    run.hint("i", i);
    run.hint("j", j);
  }

  Arrangement items() {
    return items;
  }

  double[] rank() {
    return rank;
  }

  int[] pivot() {
    return pivot;
  }

  /** Splits the slots from low to high, both included; returns the slot of the pivot. */
  int split(int low, int high) {
    double pivotKey = items.key(high);
    int larger = low;
    for (int slot = low; slot < high; slot++) {
      if (items.key(slot) <= pivotKey) {
        items.swap(larger++, slot);
      }
      push(low, high, larger, slot, larger, high);
    }
    items.swap(larger, high);
    // CLRS-30 counts the rank from the start of the range only now, when it is final.
    push(low, high, larger, high, larger - low, larger);
    return larger;
  }

  private void push(int low, int high, int larger, int slot, int pivotRank, int pivotSlot) {
    if (run.recording()) {
      p[0] = items.node(low);
      r[0] = items.node(high);
      i[0] = items.node(larger);
      j[0] = items.node(slot);
      rank[0] = (double) pivotRank / items.size();
      pivot[0] = items.node(pivotSlot);
    }
    run.push();
  }
}
