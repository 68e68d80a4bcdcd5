// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import java.util.OptionalInt;

/** The input condition that every edge goes both ways with the same weight. */
final class Undirected {
  private Undirected() {}

  /** Whether a graph is undirected; if not, records a doubt. Linear. */
  static boolean require(Graph graph, Findings findings) {
    OptionalInt oneWay = graph.oneWayEdge();
    oneWay.ifPresent(e ->
        findings.doubt(
            "not checked: the graph is not undirected: %s -> %s has no matching reverse edge"
                .formatted(findings.name(graph.row(e)), findings.name(graph.columns()[e]))));
    return oneWay.isEmpty();
  }
}
