// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import java.util.Arrays;

/**
 * {@link Groups} of the graph at hand: the members of group s are {@code order[start[s]]} to {@code
 * order[start[s + 1] - 1]}, in ascending order.
 */
final class Segments {
  private final Workspace w;
  private final Groups groups;
  private int[] start = new int[2];
  private int[] order = {};
  private int count;

  Segments(Workspace w, Groups groups) {
    this.w = w;
    this.groups = groups;
  }

  /** Follows the graph that the workspace is currently bound to. */
  void refresh() {
    count = groups.rows().count(w.size());
    if (start.length < count + 2) {
      start = new int[Workspace.grown(start.length, count + 2)];
    }
    switch (groups) {
      case Groups.All(Value x) -> uniform(w.rows(x));
      case Groups.Columns(Value x) -> uniform(x.cols());
      case Groups.NodesOfPairs pairs -> uniform(w.size().nodes());
      case Groups.ByIndex(Index index) -> sort(index);
    }
  }

  int count() {
    return count;
  }

  int[] start() {
    return start;
  }

  int[] order() {
    return order;
  }

  private void uniform(int length) {
    int members = count * length;
    if (order.length < members) {
      order = new int[Workspace.grown(order.length, members)];
      for (int i = 0; i < order.length; i++) {
        order[i] = i;
      }
    }
    for (int s = 0; s <= count; s++) {
      start[s] = s * length;
    }
  }

  /** A counting sort; {@code start} is one group ahead until the members have been placed. */
  private void sort(Index index) {
    int members = index.rows().count(w.size());
    if (order.length < members) {
      order = new int[Workspace.grown(order.length, members)];
    }
    int[] of = w.array(index);
    int at = w.start(index);
    Arrays.fill(start, 0, count + 2, 0);
    for (int i = 0; i < members; i++) {
      start[of[at + i] + 2]++;
    }
    for (int s = 2; s <= count; s++) {
      start[s] += start[s - 1];
    }
    for (int i = 0; i < members; i++) {
      order[start[of[at + i] + 1]++] = i;
    }
  }
}
