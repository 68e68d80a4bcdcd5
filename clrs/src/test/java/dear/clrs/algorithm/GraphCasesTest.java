// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Edge cases of what the algorithms accept. */
class GraphCasesTest {
  static Stream<Algorithm> graphAlgorithms() {
    return Clrs.algorithms().stream().filter(Algorithm::isGraphAlgorithm);
  }

  static Stream<Algorithm> pointing() {
    return graphAlgorithms()
        .filter(a -> List.of("pi", "scc_id").contains(a.features(Stage.OUTPUT).getFirst().name()));
  }

  @ParameterizedTest
  @MethodSource("graphAlgorithms")
  void recordingChangesNeitherOutputsNorLength(Algorithm algorithm) {
    for (Graph graph :
        new Graph[] {
          TestGraphs.undirected(1, 1, 1),
          TestGraphs.undirected(12, 10, 2),
          TestGraphs.undirected(20, 60, 3),
          TestGraphs.directed(20, 60, 4),
          TestGraphs.acyclic(20, 60, 5),
          TestGraphs.star(9),
          TestGraphs.path(9)
        }) {
      Inputs inputs = inputs(algorithm, graph, graph.nodes() / 2);
      Instance recorded = algorithm.runWithHints(inputs);
      Instance quiet = algorithm.run(inputs);
      assertThat(quiet.outputs()).isEqualTo(recorded.outputs());
      assertThat(quiet.length()).isEqualTo(recorded.length());
      assertThat(recorded.hints()).allMatch(hint -> hint.steps() == recorded.length());
    }
  }

  @ParameterizedTest
  @MethodSource("pointing")
  void withoutEdgesEveryNodePointsToItself(Algorithm algorithm) {
    Graph.Builder loops = Graph.builder(4);
    for (int i = 0; i < 4; i++) {
      loops.edge(i, i, 0.5);
    }
    for (Graph graph :
        new Graph[] {Graph.builder(1).build(), Graph.builder(4).build(), loops.build()}) {
      Instance solved = algorithm.run(inputs(algorithm, graph, graph.nodes() - 1));
      assertThat(solved.outputs().getFirst().codes()).isEqualTo(Chains.selves(graph.nodes()));
    }
  }

  @Test
  void isolatedSourceReachesNothing() {
    Graph graph = Graph.builder(4).undirected(0, 1, 1).undirected(1, 3, 1).build();
    for (String name : List.of("bfs", "bellman_ford", "dijkstra", "mst_prim")) {
      Instance solved = Clrs.algorithm(name).run(graph, 2);
      assertThat(solved.output("pi").codes()).as(name).containsExactly(0, 1, 2, 3);
    }
    assertThat(Clrs.algorithm("bellman_ford").run(graph, 2).length()).isEqualTo(1);
    assertThat(Clrs.algorithm("dijkstra").run(graph, 2).length()).isEqualTo(2);
  }

  @Test
  void tiesGoToTheLowestIndex() {
    // Two equal paths from 4 to 0, via 1 and via 3; 2 is attached to 0.
    Graph graph =
        Graph.builder(5)
            .undirected(4, 3, 1)
            .undirected(4, 1, 1)
            .undirected(3, 0, 1)
            .undirected(1, 0, 1)
            .undirected(0, 2, 1)
            .build();
    for (String name : List.of("bfs", "bellman_ford", "dijkstra")) {
      assertThat(Clrs.algorithm(name).run(graph, 4).output("pi").codes())
          .as(name)
          .containsExactly(1, 4, 0, 4, 4);
    }
    // Prim's takes 1 before 3, then 0 before 3, so that 2 comes before 3.
    assertThat(Clrs.algorithm("mst_prim").run(graph, 4).output("pi").codes())
        .containsExactly(1, 4, 0, 4, 4);
    Algorithm prim = Clrs.algorithm("mst_prim");
    assertThat(prim.runWithHints(inputs(prim, graph, 4)).hint("u").codes())
        .containsExactly(4, 4, 1, 0, 2, 3);
    // Kruskal takes equal edges row by row, so of the cycle the last one, 3 - 4, is left out.
    int[] inTree = Clrs.algorithm("mst_kruskal").run(graph).output("in_mst").codes();
    assertThat(inTree[graph.find(3, 4)]).isZero();
    assertThat(inTree[graph.find(4, 3)]).isZero();
    assertThat(inTree[graph.find(1, 4)]).isOne();
  }

  @Test
  void negativeCycleIsRefused() {
    Graph graph = Graph.builder(3).edge(0, 1, 1).edge(1, 2, -2).edge(2, 1, 1).build();
    assertThatThrownBy(() -> Clrs.algorithm("bellman_ford").run(graph, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("negative");
    assertThat(Clrs.algorithm("bellman_ford").run(TestGraphs.directedPath(3), 0).length())
        .isEqualTo(3);
  }

  static Inputs inputs(Algorithm algorithm, Graph graph, int source) {
    Inputs.Builder builder = Inputs.builder(algorithm.features(), graph);
    List<String> inputs = algorithm.features(Stage.INPUT).stream().map(FeatureSpec::name).toList();
    return (inputs.contains("s") ? builder.codes("s", source) : builder).build();
  }
}
