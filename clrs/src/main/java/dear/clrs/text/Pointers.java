// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where pointers lead: to a node that points to itself, or into a cycle. */
final class Pointers {
  private static final int UNKNOWN = -2;

  /** Not a node: the pointers lead into a cycle. */
  static final int CIRCLE = -1;

  private final int[] next;
  private final int[] end;

  Pointers(int[] next) {
    this.next = next;
    this.end = new int[next.length];
    Arrays.fill(end, UNKNOWN);
    int[] way = new int[next.length];
    boolean[] onTheWay = new boolean[next.length];
    for (int start = 0; start < next.length; start++) {
      int length = 0;
      int at = start;
      while (end[at] == UNKNOWN && !onTheWay[at] && next[at] != at) {
        onTheWay[at] = true;
        way[length++] = at;
        at = next[at];
      }
      if (end[at] == UNKNOWN) {
        end[at] = onTheWay[at] ? CIRCLE : at;
      }
      for (int k = 0; k < length; k++) {
        onTheWay[way[k]] = false;
        end[way[k]] = end[at];
      }
    }
  }

  /** Where the pointers from a node end; {@link #CIRCLE} if never. */
  int end(int node) {
    return end[node];
  }

  /** The number of nodes from which pointers lead into a cycle. */
  int circular() {
    return (int) Arrays.stream(end).filter(node -> node == CIRCLE).count();
  }

  /** For each node, the nodes that point to it; without those that point to themselves. */
  List<List<Integer>> children() {
    List<List<Integer>> children = new ArrayList<>();
    for (int v = 0; v < next.length; v++) {
      children.add(new ArrayList<>(0));
    }
    for (int v = 0; v < next.length; v++) {
      if (next[v] != v) {
        children.get(next[v]).add(v);
      }
    }
    return children;
  }
}
