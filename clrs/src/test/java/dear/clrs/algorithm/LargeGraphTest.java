// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Instance;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs on which anything quadratic in the nodes, or recursive, would fail. */
class LargeGraphTest {
  private static final int MANY = 100_000;

  /**
   * Enough for a dozen arrays with an element per node or edge; a matrix would take 400,000 bytes
   * per node.
   */
  private static final long BYTES_PER_NODE_AND_EDGE = 200;

  /**
   * Two shortest paths of equal length over different edges, each a sum of about a hundred weights.
   */
  private static final double ROUNDING = 1e-12;

  private static Graph undirected = Graph.builder(1).build();
  private static Graph directed = undirected;
  private static Graph acyclic = undirected;

  @BeforeAll
  static void draw() {
    undirected = TestGraphs.undirected(MANY, 500_000, 1);
    directed = TestGraphs.directed(MANY, 300_000, 2);
    acyclic = TestGraphs.acyclic(MANY, 500_000, 3);
  }

  static Stream<Algorithm> sparseAlgorithms() {
    return GraphCasesTest.graphAlgorithms().filter(a -> !a.name().equals("floyd_warshall"));
  }

  @ParameterizedTest
  @MethodSource("sparseAlgorithms")
  void memoryGrowsWithTheEdges(Algorithm algorithm) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var inputs = GraphCasesTest.inputs(algorithm, undirected, 0);
    long before = threads.getCurrentThreadAllocatedBytes();
    algorithm.run(inputs);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(BYTES_PER_NODE_AND_EDGE * (undirected.nodes() + undirected.edges()));
  }

  @ParameterizedTest
  @MethodSource("sparseAlgorithms")
  void deepAndWideGraphsAreNoProblem(Algorithm algorithm) {
    for (Graph graph :
        new Graph[] {
          TestGraphs.path(10_000), TestGraphs.directedPath(10_000), TestGraphs.star(10_000)
        }) {
      Instance solved = algorithm.run(GraphCasesTest.inputs(algorithm, graph, 9_999));
      assertThat(solved.outputs()).isNotEmpty();
    }
  }

  @Test
  void longPathIsFollowedToItsEnd() {
    Graph path = TestGraphs.path(MANY);
    for (String name : new String[] {"bfs", "bellman_ford", "dijkstra", "mst_prim"}) {
      int[] pi = Clrs.algorithm(name).run(path, MANY - 1).output("pi").codes();
      for (int v = 0; v < MANY - 1; v++) {
        assertThat(pi[v]).isEqualTo(v + 1);
      }
    }
    int[] isCut = Clrs.algorithm("articulation_points").run(path).output("is_cut").codes();
    assertThat(Arrays.stream(isCut).sum()).isEqualTo(MANY - 2);
    int[] isBridge = Clrs.algorithm("bridges").run(path).output("is_bridge").codes();
    assertThat(Arrays.stream(isBridge).sum()).isEqualTo(2 * (MANY - 1));
    int[] scc = Clrs.algorithm("strongly_connected_components").run(path).output("scc_id").codes();
    assertThat(Arrays.stream(scc).distinct().count()).isEqualTo(1);
  }

  @Test
  void distancesOfTwoAlgorithmsAgree() {
    assertSame(distances("dijkstra", undirected), distances("bellman_ford", undirected));
    assertSame(distances("dag_shortest_paths", acyclic), distances("bellman_ford", acyclic));
  }

  @Test
  void spanningTreesOfTwoAlgorithmsAgree() {
    int[] inTree = Clrs.algorithm("mst_kruskal").run(undirected).output("in_mst").codes();
    double kruskal = 0;
    for (int e = 0; e < inTree.length; e++) {
      kruskal += inTree[e] * undirected.weights()[e] / 2;
    }
    // The nodes outside the source's component, if any, are isolated at this density.
    int[] pi = Clrs.algorithm("mst_prim").run(undirected, 0).output("pi").codes();
    assertThat(Trees.weight(undirected, pi)).isCloseTo(kruskal, within(1e-6));
  }

  @Test
  void componentsOfBothVariantsAgree() {
    int[] representatives =
        Clrs.algorithm("strongly_connected_components").run(directed).output("scc_id").codes();
    int[] parents =
        Clrs.algorithm("strongly_connected_components_local")
            .run(directed)
            .output("scc_id")
            .codes();
    assertThat(Trees.roots(parents)).isEqualTo(representatives);
  }

  @Test
  void orderLeadsForward() {
    Instance sorted = Clrs.algorithm("topological_sort").run(acyclic);
    GraphOracleTest.assertTopological(
        acyclic, sorted.output("topo").codes(), sorted.output("topo_head").codes()[0]);
  }

  private static void assertSame(double[] one, double[] other) {
    for (int v = 0; v < one.length; v++) {
      if (Double.isInfinite(one[v]) || Double.isInfinite(other[v])) {
        assertThat(one[v]).isEqualTo(other[v]);
      } else if (Math.abs(one[v] - other[v]) > ROUNDING) {
        throw new AssertionError("node %d: %s and %s".formatted(v, one[v], other[v]));
      }
    }
  }

  private static double[] distances(String algorithm, Graph graph) {
    int[] pi = Clrs.algorithm(algorithm).run(graph, 0).output("pi").codes();
    return Trees.distances(graph, pi, 0);
  }
}
