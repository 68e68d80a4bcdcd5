// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;

/**
 * Shortest paths from one source as pointers to predecessors. They must form a tree of edges rooted
 * at the source, and no edge may lead from a node of the tree to one outside it, or to one whose
 * path in the tree is longer than the path by this edge. Then no path is shorter, because along any
 * path the distance in the tree grows by at most the path's length (CLRS 24.5). Weights may be
 * negative. Linear in nodes and edges.
 */
final class ShortestPaths implements Conditions {
  private final boolean countEdges;

  /** Whether the length of a path is the number of its edges or the sum of their weights. */
  ShortestPaths(boolean countEdges) {
    this.countEdges = countEdges;
  }

  @Override
  public String basis() {
    return "the pointers form a tree of edges from the source, and no edge offers a shorter path";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Graph graph = inputs.graph();
    int source = inputs.codes("s")[0];
    SourceTree tree =
        new SourceTree(graph, source, answer.codes("pi"), w -> countEdges ? w > 0 : w != 0);
    tree.reportStructure(findings);
    Distances distances = new Distances(graph.nodes());
    distances.follow(tree, countEdges);
    for (int u = 0; u < graph.nodes(); u++) {
      if (!tree.isReached(u)) {
        continue;
      }
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int from = u;
        int to = graph.columns()[e];
        double weight = graph.weights()[e];
        if (!tree.isUsable(weight)) {
          continue;
        }
        double step = countEdges ? 1 : weight;
        if (tree.isLeftOut(to)) {
          findings.edge(from, to, () -> tree.leftOut(from, to, findings));
        } else if (tree.isReached(to) && distances.isShorter(from, step, to)) {
          findings.edge(
              from,
              to,
              () ->
                  "via the edge from %s the path to %s has length %s, not %s"
                      .formatted(
                          findings.name(from),
                          findings.name(to),
                          Findings.number(distances.to(from) + step),
                          Findings.number(distances.to(to))));
        }
      }
    }
  }
}
