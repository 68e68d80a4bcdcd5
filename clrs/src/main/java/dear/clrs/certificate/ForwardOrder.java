// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.util.Arrays;

/**
 * A topological order as a head and successor pointers, the last node pointing to itself: it visits
 * every node, and every edge leads forward. Linear.
 */
final class ForwardOrder implements Conditions {
  private static final int NONE = -1;

  @Override
  public String basis() {
    return "the order visits every node, and every edge leads forward";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    int n = graph.nodes();
    int[] next = answer.codes("topo");
    int[] rank = new int[n];
    Arrays.fill(rank, NONE);
    int passed = 0;
    int at = answer.one("topo_head");
    int last = at;
    while (rank[at] == NONE) {
      rank[at] = passed++;
      last = at;
      at = next[at];
    }
    if (next[last] != last) {
      int from = last;
      int to = at;
      findings.node(
          from,
          () ->
              "after %s the order returns to %s".formatted(findings.name(from), findings.name(to)));
    }
    for (int v = 0; v < n && passed < n; v++) {
      int node = v;
      if (rank[v] == NONE) {
        findings.node(v, () -> "the order does not visit %s".formatted(findings.name(node)));
      }
    }
    for (int u = 0; u < n; u++) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int from = u;
        int to = graph.columns()[e];
        boolean passes = rank[from] != NONE && rank[to] != NONE;
        if (passes && graph.weights()[e] != 0 && rank[from] >= rank[to]) {
          findings.edge(
              from,
              to,
              () ->
                  "the edge %s -> %s leads backward"
                      .formatted(findings.name(from), findings.name(to)));
        }
      }
    }
  }
}
