// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;

/**
 * A minimum spanning tree of the source's component as pointers to parents: a tree of edges that
 * covers every node, where no edge outside is lighter than the heaviest tree edge between its ends
 * (the cycle property; Tarjan 1983). The heaviest edge is found in O(log n) by {@link PathMaximum},
 * so the check costs O(edges × log nodes); linear time is possible (King 1997) but far from simple.
 * There are no sums, hence no rounding.
 */
final class MinimumTree implements Conditions {
  @Override
  public String basis() {
    return "the pointers form a spanning tree, and no other edge is lighter than all it closes a"
        + " cycle with";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    if (!Undirected.require(graph, findings)) {
      return;
    }
    int source = inputs.codes("s")[0];
    SourceTree tree = new SourceTree(graph, source, answer.codes("pi"), w -> w != 0);
    tree.reportStructure(findings);
    for (int u = 0; u < graph.nodes(); u++) {
      for (int e = graph.rowStart()[u]; tree.isReached(u) && e < graph.rowStart()[u + 1]; e++) {
        int from = u;
        int to = graph.columns()[e];
        if (tree.isUsable(graph.weights()[e]) && tree.isLeftOut(to)) {
          findings.edge(from, to, () -> tree.leftOut(from, to, findings));
        }
      }
    }
    if (findings.none()) {
      double[] above = new double[graph.nodes()];
      for (int v = 0; v < above.length; v++) {
        above[v] = tree.weight(v);
      }
      reportLighter(graph, tree.forest(), above, findings);
    }
  }

  /** Adds a fault for every edge that is lighter than one between its ends in the forest. */
  static void reportLighter(
      Graph graph, PointerForest forest, double[] weightAbove, Findings findings) {
    PathMaximum heaviest = new PathMaximum(forest, new HeavyPaths(forest), weightAbove);
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int u = i;
        int v = graph.columns()[e];
        double weight = graph.weights()[e];
        if (v <= u || forest.root(u) != forest.root(v)) {
          continue;
        }
        double most = heaviest.between(u, v);
        if (weight < most) {
          findings.edge(
              u,
              v,
              () ->
                  "the edge %s - %s weighs %s and could replace one that weighs %s"
                      .formatted(findings.name(u), findings.name(v), weight, most));
        }
      }
    }
  }
}
