// SPDX-License-Identifier: Apache-2.0
package dear.jgrapht;

import dear.clrs.dataset.NamedEdges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jgrapht.Graph;

/**
 * Takes in graphs of JGraphT.
 *
 * <pre>{@code
 * Graph<String, DefaultWeightedEdge> roads = ...;
 * DearGraph<String> graph = DearGraphs.of(roads);
 * Instance solved = graph.run(Clrs.algorithm("dijkstra"), "Bonn");
 * Map<String, String> predecessors = graph.predecessors(solved.output("pi"));
 * }</pre>
 */
public final class DearGraphs {
  private DearGraphs() {}

  /**
   * A copy of a graph; later changes of either do not reach the other.
   *
   * <p>An undirected edge goes both ways, of parallel edges the lightest is kept, and an edge may
   * weigh zero. The nodes are numbered in the order of the vertex set.
   *
   * @throws IllegalArgumentException if the graph has no vertices, a weight that is not finite, or
   *     directed edges among undirected ones
   */
  public static <V, E> DearGraph<V> of(Graph<V, E> graph) {
    if (graph.getType().isMixed()) {
      throw new IllegalArgumentException(
          "a graph with directed and undirected edges: give it one kind, such as both directions"
              + " for each undirected edge");
    }
    List<V> vertices = new ArrayList<>(graph.vertexSet());
    if (vertices.isEmpty()) {
      throw new IllegalArgumentException("the graph has no vertices");
    }
    // Numbers as names keep their order.
    NamedEdges edges = new NamedEdges(vertices.size(), Math.max(1, graph.edgeSet().size()));
    Map<V, Integer> nodes = new LinkedHashMap<>();
    for (V vertex : vertices) {
      nodes.put(vertex, edges.node(Integer.toString(nodes.size())));
    }
    for (E edge : graph.edgeSet()) {
      edges.edge(
          Integer.toString(nodes.getOrDefault(graph.getEdgeSource(edge), -1)),
          Integer.toString(nodes.getOrDefault(graph.getEdgeTarget(edge), -1)),
          graph.getEdgeWeight(edge));
    }
    return new DearGraph<>(edges.build(graph.getType().isUndirected()).graph(), vertices, nodes);
  }
}
