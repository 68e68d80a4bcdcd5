// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;

/**
 * A forest that some depth-first search produces, for any order of roots and neighbours. Its
 * pointers must be edges and form trees. A search that goes down these trees would have taken an
 * edge to a node that was still new; so an edge between branches, neither end above the other, must
 * lead to a branch that was finished before. Such an edge requires an order of two children of one
 * node, or of two roots. The forest comes from a depth-first search exactly when these requirements
 * form no cycle: then a search that takes children in a matching order walks these trees. Finding
 * the branches costs O(log nodes) per edge; no search is run.
 */
final class DepthFirstForest implements Conditions {
  @Override
  public String basis() {
    return "the pointers form trees of edges, and in some order of branches no edge leads to one"
        + " that comes later";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    int[] pi = answer.codes("pi");
    for (int v = 0; v < pi.length; v++) {
      int node = v;
      if (graph.find(pi[v], v) < 0) {
        findings.node(
            v,
            () ->
                "%s points to %s, but there is no edge from there"
                    .formatted(findings.name(node), findings.name(pi[node])));
      }
    }
    PointerForest forest = new PointerForest(pi);
    forest.reportCircles(findings);
    if (findings.none()) {
      reportCrossings(graph, forest, findings);
    }
  }

  private static void reportCrossings(Graph graph, PointerForest forest, Findings findings) {
    HeavyPaths paths = new HeavyPaths(forest);
    Precedence order = new Precedence(graph.nodes());
    int[] rows = graph.rows();
    int[] crossing = new int[graph.edges()];
    int count = 0;
    for (int e = 0; e < crossing.length; e++) {
      int u = rows[e];
      int v = graph.columns()[e];
      if (forest.root(u) != forest.root(v)) {
        order.demand(forest.root(v), forest.root(u));
        crossing[count++] = e;
        continue;
      }
      int top = paths.commonAncestor(u, v);
      if (top != u && top != v) {
        order.demand(paths.childTowards(top, v), paths.childTowards(top, u));
        crossing[count++] = e;
      }
    }
    for (int demand : order.circle()) {
      int from = rows[crossing[demand]];
      int to = graph.columns()[crossing[demand]];
      findings.edge(
          from,
          to,
          () ->
              "%s -> %s leads to another branch, which must have been finished before; other edges"
                      .formatted(findings.name(from), findings.name(to))
                  + " say that it was not");
    }
  }
}
