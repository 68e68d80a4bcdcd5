// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jgrapht.alg.connectivity.BiconnectivityInspector;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm;
import org.jgrapht.alg.shortestpath.BFSShortestPath;
import org.jgrapht.alg.shortestpath.BellmanFordShortestPath;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.alg.shortestpath.FloydWarshallShortestPaths;
import org.jgrapht.alg.spanning.KruskalMinimumSpanningTree;
import org.jgrapht.graph.AsSubgraph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.traverse.BreadthFirstIterator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The answers of the graph algorithms against JGraphT's on random graphs. */
class GraphOracleTest {
  /** Sums of up to a few hundred weights near 1, added in another order. */
  private static final double ROUNDING = 1e-12;

  record Shape(int nodes, int edges, long seed) {}

  static Stream<Shape> shapes() {
    return IntStream.of(1, 2, 5, 16, 60, 200)
        .boxed()
        .flatMap(n ->
            IntStream.of(n / 2, n, 2 * n, 6 * n)
                .boxed()
                .flatMap(m -> Stream.of(new Shape(n, m, 31L * n + m), new Shape(n, m, m - n))));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void pathsFromOneSourceAreShortest(Shape shape) {
    for (Graph graph :
        new Graph[] {
          TestGraphs.undirected(shape.nodes, shape.edges, shape.seed),
          TestGraphs.directed(shape.nodes, shape.edges, shape.seed)
        }) {
      int source = (int) Math.floorMod(shape.seed, (long) shape.nodes);
      var oracle = new DijkstraShortestPath<>(TestGraphs.oracle(graph)).getPaths(source);
      assertDistances(graph, source, pi("dijkstra", graph, source), oracle);
      assertDistances(graph, source, pi("bellman_ford", graph, source), oracle);
      assertLevels(graph, source);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void pathsWithNegativeWeightsAreShortest(Shape shape) {
    Graph graph = TestGraphs.acyclic(shape.nodes, shape.edges, shape.seed);
    for (int source = 0; source < shape.nodes; source += 1 + shape.nodes / 3) {
      var oracle = new BellmanFordShortestPath<>(TestGraphs.oracle(graph)).getPaths(source);
      assertDistances(graph, source, pi("dag_shortest_paths", graph, source), oracle);
      assertDistances(graph, source, pi("bellman_ford", graph, source), oracle);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void pathsBetweenAllPairsAreShortest(Shape shape) {
    Graph graph = TestGraphs.directed(shape.nodes, shape.edges, shape.seed);
    var oracle = new FloydWarshallShortestPaths<>(TestGraphs.oracle(graph));
    int[] pi = Clrs.algorithm("floyd_warshall").run(graph).output("Pi").codes();
    int n = shape.nodes;
    for (int i = 0; i < n; i++) {
      int[] row = new int[n];
      for (int j = 0; j < n; j++) {
        boolean noPath = pi[i * n + j] == i && graph.weight(i, j) == 0;
        row[j] = noPath ? j : pi[i * n + j];
      }
      row[i] = i;
      double[] distance = Trees.distances(graph, row, i);
      for (int j = 0; j < n; j++) {
        assertSameDistance(distance[j], oracle.getPathWeight(i, j));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void spanningTreesAreMinimal(Shape shape) {
    Graph graph = TestGraphs.undirected(shape.nodes, shape.edges, shape.seed);
    var oracle = TestGraphs.undirectedOracle(graph);
    double all = new KruskalMinimumSpanningTree<>(oracle).getSpanningTree().getWeight();
    int[] inTree = Clrs.algorithm("mst_kruskal").run(graph).output("in_mst").codes();
    int[] rows = graph.rows();
    double sum = 0;
    int count = 0;
    for (int e = 0; e < inTree.length; e++) {
      assertThat(inTree[graph.find(graph.columns()[e], rows[e])]).isEqualTo(inTree[e]);
      sum += inTree[e] * graph.weights()[e] / 2;
      count += inTree[e];
    }
    var parts = new ConnectivityInspector<>(oracle);
    assertThat(sum).isCloseTo(all, within(ROUNDING * shape.nodes));
    assertThat(count).isEqualTo(2 * (shape.nodes - parts.connectedSets().size()));

    int source = shape.nodes / 2;
    Set<Integer> part = parts.connectedSetOf(source);
    int[] pi = pi("mst_prim", graph, source);
    double one =
        new KruskalMinimumSpanningTree<>(new AsSubgraph<>(oracle, part))
            .getSpanningTree()
            .getWeight();
    assertThat(Trees.weight(graph, pi)).isCloseTo(one, within(ROUNDING * shape.nodes));
    int[] roots = Trees.roots(pi);
    for (int v = 0; v < shape.nodes; v++) {
      assertThat(roots[v]).isEqualTo(part.contains(v) ? source : v);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void componentsAreTheSameSets(Shape shape) {
    Graph graph = TestGraphs.directed(shape.nodes, shape.edges, shape.seed);
    Set<Set<Integer>> expected =
        new HashSet<>(
            new KosarajuStrongConnectivityInspector<>(TestGraphs.oracle(graph))
                .stronglyConnectedSets());
    int[] representatives =
        Clrs.algorithm("strongly_connected_components").run(graph).output("scc_id").codes();
    assertThat(groups(representatives)).isEqualTo(expected);
    int[] parents =
        Clrs.algorithm("strongly_connected_components_local").run(graph).output("scc_id").codes();
    assertThat(groups(Trees.roots(parents))).isEqualTo(expected);
    for (int v = 0; v < shape.nodes; v++) {
      assertThat(representatives[representatives[v]]).isEqualTo(representatives[v]);
      assertThat(graph.find(v, parents[v])).as("an edge or a self-loop").isNotNegative();
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void topologicalOrderLeadsForward(Shape shape) {
    Graph graph = TestGraphs.acyclic(shape.nodes, shape.edges, shape.seed);
    var sorted = Clrs.algorithm("topological_sort").run(graph);
    assertTopological(graph, sorted.output("topo").codes(), sorted.output("topo_head").codes()[0]);
  }

  static void assertTopological(Graph graph, int[] next, int head) {
    int[] place = new int[next.length];
    int places = 1;
    for (int at = head; ; at = next[at]) {
      assertThat(place[at]).as("first visit of node " + at).isZero();
      place[at] = places++;
      if (next[at] == at) {
        break;
      }
    }
    assertThat(places).isEqualTo(next.length + 1);
    int[] rows = graph.rows();
    for (int e = 0; e < rows.length; e++) {
      if (graph.weights()[e] != 0 && place[rows[e]] >= place[graph.columns()[e]]) {
        throw new AssertionError("edge %d -> %d".formatted(rows[e], graph.columns()[e]));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void cutsAndBridgesAreTheSame(Shape shape) {
    Graph graph = TestGraphs.undirected(shape.nodes, shape.edges, shape.seed);
    var oracleGraph = TestGraphs.undirectedOracle(graph);
    var oracle = new BiconnectivityInspector<>(oracleGraph);
    int[] isCut = Clrs.algorithm("articulation_points").run(graph).output("is_cut").codes();
    Set<Integer> cuts = new TreeSet<>();
    for (int v = 0; v < shape.nodes; v++) {
      if (isCut[v] == 1) {
        cuts.add(v);
      }
    }
    assertThat(cuts).isEqualTo(oracle.getCutpoints());

    int[] isBridge = Clrs.algorithm("bridges").run(graph).output("is_bridge").codes();
    Set<DefaultWeightedEdge> bridges = oracle.getBridges();
    int[] rows = graph.rows();
    for (int e = 0; e < isBridge.length; e++) {
      DefaultWeightedEdge edge = oracleGraph.getEdge(rows[e], graph.columns()[e]);
      assertThat(isBridge[e]).isEqualTo(edge != null && bridges.contains(edge) ? 1 : 0);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void depthFirstTreesHoldWhatTheirRootsReach(Shape shape) {
    Graph graph = TestGraphs.directed(shape.nodes, shape.edges, shape.seed);
    var oracle = TestGraphs.oracle(graph);
    int[] pi = Clrs.algorithm("dfs").run(graph).output("pi").codes();
    int[] roots = Trees.roots(pi);
    Trees.weight(graph, pi);
    Set<Integer> left = new TreeSet<>(oracle.vertexSet());
    while (!left.isEmpty()) {
      int root = left.iterator().next();
      var reach = new BreadthFirstIterator<>(new AsSubgraph<>(oracle, Set.copyOf(left)), root);
      while (reach.hasNext()) {
        int v = reach.next();
        assertThat(roots[v]).isEqualTo(root);
        left.remove(v);
      }
    }
  }

  private static void assertLevels(Graph graph, int source) {
    var oracle = new BFSShortestPath<>(TestGraphs.oracle(graph)).getPaths(source);
    int[] pi = pi("bfs", graph, source);
    Trees.distances(graph, pi, source);
    for (int v = 0; v < pi.length; v++) {
      var path = oracle.getPath(v);
      if (path == null) {
        assertThat(pi[v]).isEqualTo(v);
      } else if (v != source) {
        assertThat(oracle.getPath(pi[v]).getLength()).isEqualTo(path.getLength() - 1);
      }
    }
  }

  private static int[] pi(String algorithm, Graph graph, int source) {
    return Clrs.algorithm(algorithm).run(graph, source).output("pi").codes();
  }

  private static void assertDistances(
      Graph graph,
      int source,
      int[] pi,
      ShortestPathAlgorithm.SingleSourcePaths<Integer, DefaultWeightedEdge> oracle) {
    double[] distance = Trees.distances(graph, pi, source);
    for (int v = 0; v < pi.length; v++) {
      assertSameDistance(distance[v], oracle.getWeight(v));
    }
  }

  private static void assertSameDistance(double actual, double expected) {
    if (Double.isInfinite(expected)) {
      assertThat(actual).isInfinite();
    } else {
      assertThat(actual).isCloseTo(expected, within(ROUNDING * Math.max(1, Math.abs(expected))));
    }
  }

  private static Set<Set<Integer>> groups(int[] representatives) {
    Map<Integer, Set<Integer>> groups = new TreeMap<>();
    for (int v = 0; v < representatives.length; v++) {
      groups.computeIfAbsent(representatives[v], key -> new HashSet<>()).add(v);
    }
    return new HashSet<>(groups.values());
  }
}
