// SPDX-License-Identifier: Apache-2.0
package dear.jgrapht;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Clrs;
import dear.clrs.certificate.Certificate;
import dear.reasoner.model.Model;
import dear.reasoner.model.Solved;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import org.jgrapht.Graph;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.AsGraphUnion;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultUndirectedGraph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.DirectedWeightedPseudograph;
import org.jgrapht.graph.WeightedPseudograph;
import org.junit.jupiter.api.Test;

class DearGraphsTest {
  private static Graph<String, DefaultWeightedEdge> directed() {
    Graph<String, DefaultWeightedEdge> graph =
        new DirectedWeightedPseudograph<>(DefaultWeightedEdge.class);
    for (String city : new String[] {"Bonn", "Köln", "Aachen"}) {
      graph.addVertex(city);
    }
    return graph;
  }

  private static void edge(Graph<String, DefaultWeightedEdge> graph, String a, String b, double w) {
    graph.setEdgeWeight(graph.addEdge(a, b), w);
  }

  @Test
  void edgesKeepTheirDirectionAndTheLightestOfSeveralCounts() {
    Graph<String, DefaultWeightedEdge> roads = directed();
    edge(roads, "Bonn", "Köln", 30);
    edge(roads, "Bonn", "Köln", 27.5);
    edge(roads, "Köln", "Aachen", 0);
    DearGraph<String> graph = DearGraphs.of(roads);
    assertThat(graph.vertices()).containsExactly("Bonn", "Köln", "Aachen");
    assertThat(graph.graph().weight(0, 1)).isEqualTo(27.5);
    assertThat(graph.graph().find(1, 0)).isEqualTo(-1);
    assertThat(graph.graph().find(1, 2)).isNotNegative();
    assertThat(graph.predecessors(graph.run(Clrs.algorithm("bellman_ford"), "Bonn").output("pi")))
        .isEqualTo(Map.of("Bonn", "Bonn", "Köln", "Bonn", "Aachen", "Köln"));
  }

  @Test
  void anUndirectedEdgeGoesBothWays() {
    Graph<Integer, DefaultEdge> graph = new DefaultUndirectedGraph<>(DefaultEdge.class);
    graph.addVertex(7);
    graph.addVertex(3);
    graph.addEdge(7, 3);
    DearGraph<Integer> taken = DearGraphs.of(graph);
    assertThat(taken.vertices()).containsExactly(7, 3); // the vertices' order, not the numbers'
    assertThat(taken.graph().weight(0, 1)).isOne();
    assertThat(taken.graph().weight(1, 0)).isOne();
    assertThat(taken.run(Clrs.algorithm("bridges")).output("is_bridge").codes()).contains(1);
  }

  /** Lengths of paths, against JGraphT's own search. */
  @Test
  void pathsAreThoseOfJGraphT() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 50; trial++) {
      Graph<Integer, DefaultWeightedEdge> graph =
          trial % 2 == 0
              ? new DirectedWeightedPseudograph<>(DefaultWeightedEdge.class)
              : new WeightedPseudograph<>(DefaultWeightedEdge.class);
      for (int v = 0; v < 12; v++) {
        graph.addVertex(100 - v);
      }
      for (int e = 0; e < 24; e++) {
        graph.setEdgeWeight(
            graph.addEdge(100 - random.nextInt(12), 100 - random.nextInt(12)),
            random.nextInt(1, 20));
      }
      DearGraph<Integer> taken = DearGraphs.of(graph);
      Map<Integer, Integer> predecessors =
          taken.predecessors(taken.run(Clrs.algorithm("dijkstra"), 95).output("pi"));
      var paths = new DijkstraShortestPath<>(graph).getPaths(95);
      for (int v : graph.vertexSet()) {
        double length = 0;
        int at = v;
        int before = predecessors.getOrDefault(at, at);
        while (before != at) {
          length += taken.graph().weight(taken.node(before), taken.node(at));
          at = before;
          before = predecessors.getOrDefault(at, at);
        }
        if (at == 95) {
          assertThat(length).isEqualTo(paths.getWeight(v));
        } else {
          assertThat(paths.getPath(v)).isNull();
        }
      }
    }
  }

  @Test
  void aModelAnswersAboutItsVertices() throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    Model model = shelf.load(shelf.named("bfs").orElseThrow());
    Graph<String, DefaultEdge> roads = new DefaultUndirectedGraph<>(DefaultEdge.class);
    for (String city : new String[] {"Bonn", "Köln", "Aachen", "Trier"}) {
      roads.addVertex(city);
    }
    roads.addEdge("Bonn", "Köln");
    roads.addEdge("Köln", "Aachen");
    roads.addEdge("Bonn", "Trier");
    DearGraph<String> graph = DearGraphs.of(roads);
    Solved solved = graph.ask(model, "Bonn");
    Map<String, String> predecessors = graph.predecessors(solved.output("pi"));
    assertThat(predecessors)
        .isEqualTo(Map.of("Bonn", "Bonn", "Köln", "Bonn", "Aachen", "Köln", "Trier", "Bonn"));
    assertThat(
            Certificate.check(
                    Clrs.algorithm("bfs"), solved.inputs(), solved.outputs(), graph::vertex)
                .isRight())
        .isTrue();
  }

  @Test
  void whatCannotBeTakenIsRefused() {
    Graph<String, DefaultWeightedEdge> roads = directed();
    edge(roads, "Bonn", "Köln", Double.NaN);
    assertThatIllegalArgumentException().isThrownBy(() -> DearGraphs.of(roads));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DearGraphs.of(new DefaultUndirectedGraph<>(DefaultEdge.class)))
        .withMessage("the graph has no vertices");
    Graph<String, DefaultEdge> mixed =
        new AsGraphUnion<>(
            new DefaultDirectedGraph<>(DefaultEdge.class),
            new DefaultUndirectedGraph<>(DefaultEdge.class));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DearGraphs.of(mixed))
        .withMessageContaining("directed and undirected edges");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DearGraphs.of(directed()).node("Paris"))
        .withMessageContaining("no vertex Paris");
  }
}
