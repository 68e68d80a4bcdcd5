// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.problem.EdgeList;
import java.util.Arrays;

/** The diameter of a graph: how far messages have to travel. */
final class Diameter {
  private Diameter() {}

  /**
   * Returns the largest number of edges on a shortest path between any two connected nodes. It
   * takes this many evaluations until every node has received information from all nodes that can
   * reach it.
   */
  static int of(EdgeList edges) {
    int n = edges.nodes();
    int[] distance = new int[n];
    int[] queue = new int[n];
    int diameter = 0;
    for (int source = 0; source < n; source++) {
      Arrays.fill(distance, -1);
      distance[source] = 0;
      queue[0] = source;
      int end = 1;
      for (int head = 0; head < end; head++) {
        int node = queue[head];
        diameter = Math.max(diameter, distance[node]);
        for (int e = edges.rowStart()[node]; e < edges.rowStart()[node + 1]; e++) {
          int next = edges.columns()[e];
          if (distance[next] < 0) {
            distance[next] = distance[node] + 1;
            queue[end++] = next;
          }
        }
      }
    }
    return diameter;
  }
}
