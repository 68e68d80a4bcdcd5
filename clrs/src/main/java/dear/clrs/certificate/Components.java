// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;

/**
 * Strongly connected components as pointers: the nodes that lead to one representative, which
 * points to itself, form a class. The classes are the components exactly when, within its class,
 * every node is reached by the representative and reaches it, and no path leaves a class and
 * returns. The first takes a search each way from every representative, the second an order of the
 * classes; both are linear, and neither finds components. A pointer may lead anywhere in its class,
 * so the same conditions serve both variants of the algorithm.
 */
final class Components implements Conditions {
  @Override
  public String basis() {
    return "within each class all nodes reach each other, and no path leaves a class and returns";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    PointerForest forest = new PointerForest(answer.codes("scc_id"));
    forest.reportCircles(findings);
    if (!findings.none()) {
      return;
    }
    boolean[] reached = reach(graph, forest);
    boolean[] reaching = reach(graph.transpose(), forest);
    for (int v = 0; v < graph.nodes(); v++) {
      int node = v;
      if (!reached[v] || !reaching[v]) {
        findings.node(
            v,
            () ->
                (reached[node]
                        ? "%s is in the class of %s, but does not reach it within the class"
                        : "%s is in the class of %s, but is not reached from it within the class")
                    .formatted(findings.name(node), findings.name(forest.root(node))));
      }
    }
    if (findings.none()) {
      reportReturns(graph, forest, findings);
    }
  }

  /** The nodes that representatives reach without leaving their classes. */
  private static boolean[] reach(Graph graph, PointerForest forest) {
    int n = graph.nodes();
    boolean[] reached = new boolean[n];
    int[] queue = new int[n];
    int end = 0;
    for (int v = 0; v < n; v++) {
      if (forest.root(v) == v) {
        reached[v] = true;
        queue[end++] = v;
      }
    }
    for (int next = 0; next < end; next++) {
      int u = queue[next];
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        if (!reached[v] && forest.root(v) == forest.root(u)) {
          reached[v] = true;
          queue[end++] = v;
        }
      }
    }
    return reached;
  }

  private static void reportReturns(Graph graph, PointerForest forest, Findings findings) {
    Precedence order = new Precedence(graph.nodes());
    int[] crossing = new int[graph.edges()];
    int[] rows = graph.rows();
    int count = 0;
    for (int e = 0; e < crossing.length; e++) {
      if (forest.root(rows[e]) != forest.root(graph.columns()[e])) {
        order.demand(forest.root(rows[e]), forest.root(graph.columns()[e]));
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
              "%s -> %s leads from the class of %s to that of %s, and a path leads back: they are"
                      .formatted(
                          findings.name(from),
                          findings.name(to),
                          findings.name(forest.root(from)),
                          findings.name(forest.root(to)))
                  + " one component");
    }
  }
}
