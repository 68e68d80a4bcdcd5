// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers that differ from the algorithm's but are as good, and the messages for those that are
 * not.
 */
class AlternativesTest {
  private static final Graph SQUARE =
      Graph.builder(4)
          .undirected(0, 1, 1)
          .undirected(0, 2, 1)
          .undirected(1, 3, 1)
          .undirected(2, 3, 1)
          .build();

  @ParameterizedTest
  @ValueSource(strings = {"bfs", "bellman_ford", "dijkstra"})
  void eitherOfTwoEqualPaths(String name) {
    assertThat(check(name, SQUARE, 0, 0, 0, 0, 1).verdict()).isEqualTo(Verdict.RIGHT);
    assertThat(check(name, SQUARE, 0, 0, 0, 0, 2).verdict()).isEqualTo(Verdict.RIGHT);
    assertThat(check(name, SQUARE, 0, 0, 0, 3, 1).faults())
        .containsExactly(
            new Fault(
                new Place.Edge(0, 2), "via the edge from 0 the path to 2 has length 1, not 3"));
    assertThat(check(name, SQUARE, 0, 0, 0, 0, 0).faults())
        .containsExactly(
            new Fault(new Place.Node(3), "3 points to 0, but there is no edge from there"));
    assertThat(check(name, SQUARE, 0, 0, 3, 0, 1).faults())
        .extracting(Fault::place)
        .containsExactly(new Place.Node(1), new Place.Node(3));
    assertThat(check(name, SQUARE, 0, 0, 0, 0, 3).faults())
        .extracting(Fault::place)
        .containsExactly(new Place.Edge(1, 3), new Place.Edge(2, 3));
  }

  @Test
  void faultsShowNumbersAsPeopleWriteThem() {
    assertThat(
            Stream.of(3.0, -2.5, 0.1 + 0.2, 1e-7, 1e300, Double.POSITIVE_INFINITY)
                .map(Findings::number))
        .containsExactly("3", "-2.5", "0.3", "0.0000001", "1E+300", "Infinity");
  }

  @Test
  void anySpanningTreeOfEqualEdges() {
    for (int[] tree : new int[][] {{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 3, 1}, {0, 3, 0, 2}}) {
      assertThat(check("mst_prim", SQUARE, 0, tree).verdict()).isEqualTo(Verdict.RIGHT);
    }
  }

  @Test
  void negativeWeightsAndCycles() {
    Graph graph = Graph.builder(3).edge(0, 1, 2).edge(0, 2, 1).edge(1, 2, -1.5).build();
    assertThat(check("bellman_ford", graph, 0, 0, 0, 1).verdict()).isEqualTo(Verdict.RIGHT);
    assertThat(check("bellman_ford", graph, 0, 0, 0, 0).verdict()).isEqualTo(Verdict.WRONG);
    Graph bottomless = Graph.builder(2).edge(0, 1, 1).edge(1, 0, -2).build();
    assertThat(check("bellman_ford", bottomless, 0, 0, 0).verdict()).isEqualTo(Verdict.WRONG);
  }

  /** Sums of the same weights in another order are equal. */
  @Test
  void roundingIsNoFault() {
    Graph graph =
        Graph.builder(6)
            .edge(0, 1, 0.1)
            .edge(1, 2, 0.2)
            .edge(2, 5, 0.3)
            .edge(0, 3, 0.3)
            .edge(3, 4, 0.2)
            .edge(4, 5, 0.1)
            .build();
    assertThat(0.1 + 0.2 + 0.3).isNotEqualTo(0.3 + 0.2 + 0.1);
    assertThat(check("dijkstra", graph, 0, 0, 0, 1, 0, 3, 2).isRight()).isTrue();
    assertThat(check("dijkstra", graph, 0, 0, 0, 1, 0, 3, 4).isRight()).isTrue();
  }

  /** A search may take neighbours and roots in any order. */
  @Test
  void anyDepthFirstForest() {
    SplittableRandom random = new SplittableRandom(4);
    Algorithm dfs = Clrs.algorithm("dfs");
    for (int k = 0; k < 300; k++) {
      int n = random.nextInt(1, 40);
      Graph.Builder builder = Graph.builder(n);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          if (random.nextInt(n) < 2) {
            builder.edge(i, j, 1);
          }
        }
      }
      Graph graph = builder.build();
      int[] pi = new int[n];
      boolean[] seen = new boolean[n];
      for (int root : shuffled(n, random)) {
        if (!seen[root]) {
          pi[root] = root;
          descend(graph, root, pi, seen, random);
        }
      }
      Inputs inputs = Inputs.builder(dfs.features(), graph).build();
      assertThat(Certificate.check(dfs, inputs, outputs(dfs, pi)).isRight()).isTrue();
    }
  }

  @Test
  void componentsUnderAnyName() {
    Graph graph =
        Graph.builder(4)
            .edge(0, 1, 1)
            .edge(1, 0, 1)
            .edge(1, 2, 1)
            .edge(2, 3, 1)
            .edge(3, 2, 1)
            .build();
    Algorithm algorithm = Clrs.algorithm("strongly_connected_components");
    Inputs inputs = Inputs.builder(algorithm.features(), graph).build();
    for (int[] id : new int[][] {{0, 0, 2, 2}, {1, 1, 2, 2}, {1, 1, 3, 3}}) {
      assertThat(Certificate.check(algorithm, inputs, outputs(algorithm, id)).isRight()).isTrue();
    }
    assertThat(Certificate.check(algorithm, inputs, outputs(algorithm, 0, 0, 2, 3)).faults())
        .extracting(Fault::place)
        .containsExactlyInAnyOrder(new Place.Edge(2, 3), new Place.Edge(3, 2));
    assertThat(Certificate.check(algorithm, inputs, outputs(algorithm, 0, 0, 1, 2)).faults())
        .extracting(Fault::reason)
        .containsExactly(
            "2 is in the class of 0, but does not reach it within the class",
            "3 is in the class of 0, but does not reach it within the class");
  }

  /**
   * Where the answer covers only edges, faults are found, and a proof where no path uses other
   * pairs.
   */
  @Test
  void floydWarshallOnEdgesOnly() {
    Algorithm algorithm = Clrs.algorithm("floyd_warshall");
    FeatureSpec spec =
        new FeatureSpec("Pi", Stage.OUTPUT, Location.EDGE, Type.POINTER, 0, Support.EDGES, 0);
    for (int k = 0; k < 100; k++) {
      Inputs inputs = algorithm.samples(9).size(2 + k % 14).inputs(k);
      Graph graph = inputs.graph();
      int n = graph.nodes();
      int[] all = algorithm.run(inputs).output("Pi").codes();
      int[] rows = graph.rows();
      int[] onEdges =
          IntStream.range(0, graph.edges())
              .map(e -> all[rows[e] * n + graph.columns()[e]])
              .toArray();
      Feature answer = Feature.of(spec, onEdges.length, onEdges);
      assertThat(Certificate.check(algorithm, inputs, List.of(answer)).verdict())
          .isNotEqualTo(Verdict.WRONG);
    }
    Graph triangle =
        Graph.builder(3).undirected(0, 1, 1).undirected(1, 2, 1).undirected(0, 2, 5).build();
    Inputs inputs = Inputs.builder(algorithm.features(), triangle).build();
    int[] right = {0, 0, 1, 1, 1, 1, 1, 2, 2};
    assertThat(Certificate.check(algorithm, inputs, List.of(Feature.of(spec, 9, right))).verdict())
        .isEqualTo(Verdict.RIGHT);
    int[] wrong = {0, 0, 0, 1, 1, 1, 1, 2, 2};
    assertThat(Certificate.check(algorithm, inputs, List.of(Feature.of(spec, 9, wrong))).faults())
        .containsExactly(
            new Fault(new Place.Edge(0, 2), "from 0 to 2 the path via 1 has length 2, not 5"));
  }

  /** In a row of all paths, the row's own node stands for "none", and no other. */
  @Test
  void floydWarshallSaysNoneInOneWay() {
    Algorithm algorithm = Clrs.algorithm("floyd_warshall");
    Graph graph = Graph.builder(2).edge(0, 1, 1).build();
    Inputs inputs = Inputs.builder(algorithm.features(), graph).build();
    assertThat(Certificate.check(algorithm, inputs, outputs(algorithm, 0, 0, 1, 1)).verdict())
        .isEqualTo(Verdict.RIGHT);
    assertThat(Certificate.check(algorithm, inputs, outputs(algorithm, 0, 0, 0, 1)).faults())
        .containsExactly(
            new Fault(
                new Place.Edge(1, 0),
                "from 1 to 0: the pointer leads to 0 itself, but only one to 1 means that there is"
                    + " no path"));
  }

  @Test
  void whatIsNotTheProblemIsNotJudged() {
    Graph directed = Graph.builder(2).edge(0, 1, 1).build();
    assertThat(check("mst_prim", directed, 0, 0, 0))
        .extracting(Certificate::verdict, Certificate::basis)
        .containsExactly(
            Verdict.NOT_CHECKABLE,
            "not checked: the graph is not undirected: 0 -> 1 has no matching reverse edge");
  }

  @Test
  void nodesAreCalledByTheirNamesAndFaultsAreBounded() {
    int n = 1000;
    Graph.Builder builder = Graph.builder(n);
    for (int i = 1; i < n; i++) {
      builder.undirected(0, i, 1);
    }
    Algorithm bfs = Clrs.algorithm("bfs");
    Inputs inputs = Inputs.builder(bfs.features(), builder.build()).codes("s", 0).build();
    int[] alone = IntStream.range(0, n).toArray();
    Certificate certificate = Certificate.check(bfs, inputs, outputs(bfs, alone), i -> "city " + i);
    assertThat(certificate.faultCount()).isEqualTo(n - 1);
    assertThat(certificate.faults()).hasSize(Certificate.MOST_FAULTS);
    assertThat(certificate.faults().getFirst().reason())
        .isEqualTo("city 1 is marked unreachable, but there is an edge to it from city 0");
  }

  private static Certificate check(String name, Graph graph, int source, int... answer) {
    Algorithm algorithm = Clrs.algorithm(name);
    Inputs inputs = Inputs.builder(algorithm.features(), graph).codes("s", source).build();
    return Certificate.check(algorithm, inputs, outputs(algorithm, answer));
  }

  private static List<Feature> outputs(Algorithm algorithm, int... codes) {
    return List.of(Feature.of(algorithm.features(Stage.OUTPUT).getFirst(), codes.length, codes));
  }

  private static List<Integer> shuffled(int n, SplittableRandom random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      order.add(random.nextInt(i + 1), i);
    }
    return order;
  }

  private static void descend(
      Graph graph, int u, int[] pi, boolean[] seen, SplittableRandom random) {
    seen[u] = true;
    int[] row = Arrays.copyOfRange(graph.columns(), graph.rowStart()[u], graph.rowStart()[u + 1]);
    for (int k : shuffled(row.length, random)) {
      if (!seen[row[k]]) {
        pi[row[k]] = u;
        descend(graph, row[k], pi, seen, random);
      }
    }
  }
}
