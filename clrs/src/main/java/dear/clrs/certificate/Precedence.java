// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import java.util.Arrays;

/**
 * Requirements that one item comes before another, which can all be met unless they form a cycle.
 */
final class Precedence {
  private final int things;
  private int[] before = new int[16];
  private int[] after = new int[16];
  private int count;

  Precedence(int things) {
    this.things = things;
  }

  /** Adds a requirement; requirements are numbered from 0. */
  void demand(int first, int second) {
    if (count == before.length) {
      before = Arrays.copyOf(before, 2 * count);
      after = Arrays.copyOf(after, 2 * count);
    }
    before[count] = first;
    after[count++] = second;
  }

  /** The requirements of one cycle, or nothing if there is none; linear. */
  int[] circle() {
    int[] open = new int[things]; // requirements on an item by those not yet placed
    int[] start = new int[things + 1];
    for (int k = 0; k < count; k++) {
      open[after[k]]++;
      start[before[k] + 1]++;
    }
    for (int i = 0; i < things; i++) {
      start[i + 1] += start[i];
    }
    int[] next = Arrays.copyOf(start, things);
    int[] byFirst = new int[count];
    for (int k = 0; k < count; k++) {
      byFirst[next[before[k]]++] = after[k];
    }
    int[] placed = new int[things];
    int end = 0;
    for (int i = 0; i < things; i++) {
      if (open[i] == 0) {
        placed[end++] = i;
      }
    }
    for (int at = 0; at < end; at++) {
      for (int k = start[placed[at]]; k < start[placed[at] + 1]; k++) {
        if (--open[byFirst[k]] == 0) {
          placed[end++] = byFirst[k];
        }
      }
    }
    return end == things ? new int[0] : walkBack(open);
  }

  /** Every open item has an open predecessor, so walking back must close a cycle. */
  private int[] walkBack(int[] open) {
    int[] demandOn = new int[things];
    int at = 0;
    for (int k = 0; k < count; k++) {
      if (open[before[k]] > 0 && open[after[k]] > 0) {
        demandOn[after[k]] = k;
        at = after[k];
      }
    }
    boolean[] seen = new boolean[things];
    while (!seen[at]) {
      seen[at] = true;
      at = before[demandOn[at]];
    }
    int[] circle = new int[things];
    int length = 0;
    int start = at;
    do {
      circle[length++] = demandOn[at];
      at = before[demandOn[at]];
    } while (at != start);
    return Arrays.copyOf(circle, length);
  }
}
