// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import java.util.Arrays;

/** The input condition that every edge goes both ways with the same weight. */
final class Undirected {
  private Undirected() {}

  /** Whether a graph is undirected; if not, records a doubt. Linear. */
  static boolean require(Graph graph, Findings findings) {
    // If all are present, the edges into each node appear, row by row, in the order of its own row.
    int[] next = Arrays.copyOf(graph.rowStart(), graph.nodes());
    for (int u = 0; u < graph.nodes(); u++) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        int back = next[v]++;
        if (back >= graph.rowStart()[v + 1]
            || graph.columns()[back] != u
            || graph.weights()[back] != graph.weights()[e]) {
          findings.doubt(
              "not checked: the graph is not undirected: %s -> %s has no matching reverse edge"
                  .formatted(findings.name(u), findings.name(v)));
          return false;
        }
      }
    }
    return true;
  }
}
