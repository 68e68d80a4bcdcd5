// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The distributions are the specified ones, with fixed seeds and bounds of six standard deviations.
 */
class DistributionTest {
  private static final int NODES = 40;
  private static final int GRAPHS = 150;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.7, 1})
  void undirectedGraphsOfClrsKeepAnEdgeWithTheSquare(double p) {
    Frequency edges = new Frequency();
    Frequency loops = new Frequency();
    for (int k = 0; k < GRAPHS; k++) {
      Graph graph = RandomGraphs.undirected(NODES, p, GraphModel.CLRS, k % 2 == 0, stream(k));
      assertThat(graph.transpose()).isEqualTo(graph);
      for (int i = 0; i < NODES; i++) {
        loops.add(graph.weight(i, i) != 0);
        for (int j = 0; j < i; j++) {
          edges.add(graph.weight(i, j) != 0);
        }
      }
    }
    edges.assertProbability(p * p);
    loops.assertProbability(p);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.001, 0.1, 0.5, 0.9, 1})
  void textbookGraphsHaveEveryPairWithProbability(double p) {
    Frequency undirected = new Frequency();
    Frequency directed = new Frequency();
    Frequency acyclic = new Frequency();
    Frequency corner = new Frequency(); // the last pair, where an off-by-one would show
    for (int k = 0; k < GRAPHS; k++) {
      Graph both = RandomGraphs.undirected(NODES, p, GraphModel.GNP, k % 2 == 0, stream(k));
      Graph oneWay = RandomGraphs.directed(NODES, p, GraphModel.GNP, false, stream(k));
      Graph dag = RandomGraphs.acyclic(NODES, p, GraphModel.GNP, k % 2 == 0, stream(k));
      assertThat(both.transpose()).isEqualTo(both);
      for (int i = 0; i < NODES; i++) {
        assertThat(both.weight(i, i)).isZero();
        assertThat(oneWay.weight(i, i)).isZero();
        for (int j = 0; j < NODES; j++) {
          if (j < i) {
            undirected.add(both.weight(i, j) != 0);
            acyclic.add(dag.weight(i, j) != 0 || dag.weight(j, i) != 0);
          }
          if (j != i) {
            directed.add(oneWay.weight(i, j) != 0);
          }
        }
      }
      corner.add(both.weight(NODES - 2, NODES - 1) != 0);
      corner.add(oneWay.weight(NODES - 1, NODES - 2) != 0);
      assertAcyclic(dag);
    }
    undirected.assertProbability(p);
    directed.assertProbability(p);
    acyclic.assertProbability(p);
    corner.assertProbability(p);
  }

  @Test
  void sparseGraphsAreTreesOrRingsWithFewChords() {
    int trees = 0;
    int deepest = 0;
    for (int nodes : new int[] {2, 3, 4, 16, NODES}) {
      for (int k = 0; k < GRAPHS; k++) {
        Graph graph = RandomGraphs.undirected(nodes, 0.5, GraphModel.SPARSE, true, stream(k));
        assertThat(graph.transpose()).isEqualTo(graph);
        int edges = (graph.edges() - nodes) / 2; // without self-loops, which have no weight
        for (int i = 0; i < nodes; i++) {
          assertThat(graph.weight(i, i)).isZero();
        }
        assertThat(reached(graph)).as("connected").isEqualTo(nodes);
        assertThat(edges).isBetween(nodes - 1, nodes + nodes / 4);
        boolean tree = edges == nodes - 1;
        trees += tree && nodes == NODES ? 1 : 0;
        deepest = Math.max(deepest, graph.rowStart()[1]);
        for (int i = 0; !tree && i < nodes; i++) {
          assertThat(graph.rowStart()[i + 1] - graph.rowStart()[i] - 1).isGreaterThanOrEqualTo(2);
        }
        Graph dag = RandomGraphs.acyclic(nodes, 0.5, GraphModel.SPARSE, k % 2 == 0, stream(k));
        assertAcyclic(dag);
        assertThat(dag.edges() - nodes).isBetween(nodes - 1, nodes + nodes / 4);
        Graph oneWay = RandomGraphs.directed(nodes, 0.5, GraphModel.SPARSE, false, stream(k));
        assertThat(oneWay.edges() - nodes).isBetween(nodes - 1, 2 * (nodes + nodes / 4));
      }
    }
    assertThat(trees).isBetween(GRAPHS / 3, 2 * GRAPHS / 3);
    assertThat(deepest).as("some node of a shallow tree has many neighbours").isGreaterThan(4);
  }

  private static int reached(Graph graph) {
    boolean[] seen = new boolean[graph.nodes()];
    int[] queue = new int[graph.nodes()];
    int count = 1;
    seen[0] = true;
    for (int at = 0; at < count; at++) {
      for (int e = graph.rowStart()[queue[at]]; e < graph.rowStart()[queue[at] + 1]; e++) {
        int j = graph.columns()[e];
        if (!seen[j]) {
          seen[j] = true;
          queue[count++] = j;
        }
      }
    }
    return count;
  }

  @Test
  void directedGraphsOfClrs() {
    Frequency cells = new Frequency();
    Frequency ordered = new Frequency();
    for (int k = 0; k < GRAPHS; k++) {
      Graph graph = RandomGraphs.directed(NODES, 0.3, GraphModel.CLRS, false, stream(k));
      Graph dag = RandomGraphs.acyclic(NODES, 0.3, GraphModel.CLRS, k % 2 == 0, stream(k));
      assertAcyclic(dag);
      for (int i = 0; i < NODES; i++) {
        for (int j = 0; j < NODES; j++) {
          cells.add(graph.weight(i, j) != 0);
          if (j < i) {
            ordered.add(dag.weight(i, j) != 0 || dag.weight(j, i) != 0);
          }
        }
      }
    }
    cells.assertProbability(0.3);
    ordered.assertProbability(0.3);
  }

  @Test
  void undirectedWeightsStayInTheirRange() {
    double sum = 0;
    long count = 0;
    for (int k = 0; k < GRAPHS; k++) {
      Graph graph = RandomGraphs.undirected(NODES, 0.6, GraphModel.CLRS, true, stream(k));
      int[] rows = graph.rows();
      for (int e = 0; e < graph.edges(); e++) {
        double weight = graph.weights()[e];
        if (weight != 0) {
          assertThat(weight).isBetween(Math.sqrt(0.001), Math.sqrt(1.001));
          if (rows[e] != graph.columns()[e]) {
            sum += weight;
            count++;
          }
        }
      }
    }
    assertThat(sum / count).isBetween(0.44, 0.46); // E sqrt(uv + 0.001), about 0.45
  }

  @Test
  void everyCommunityIsOneComponentWhenItIsFull() {
    int nodes = 10;
    for (int k = 0; k < 20; k++) {
      Graph graph = RandomGraphs.communities(nodes, 4, 1, 0, stream(k));
      int[] sizes = new int[nodes + 1];
      for (int i = 0; i < nodes; i++) {
        sizes[graph.rowStart()[i + 1] - graph.rowStart()[i]]++;
      }
      // Three communities of two, and the last with the rest; every node sees all of its own.
      assertThat(sizes[2]).isEqualTo(6);
      assertThat(sizes[4]).isEqualTo(4);
      assertThat(graph.transpose()).isEqualTo(graph);
    }
  }

  @Test
  void togglesNeverLeadBack() {
    Graph graph = RandomGraphs.communities(10, 4, 0, 1, stream(1));
    long drawn = java.util.Arrays.stream(graph.weights()).filter(w -> w != 0).count();
    // Within the communities 4 + 4 + 4 + 16, from earlier to later ones 36.
    assertThat(drawn).isEqualTo(64);
    Frequency flipped = new Frequency();
    for (int k = 0; k < GRAPHS; k++) {
      Graph sparse = RandomGraphs.communities(NODES, 1, 0, 0.01, stream(k));
      for (double weight : sparse.weights()) {
        flipped.count += weight != 0 ? 1 : 0;
      }
      flipped.total += (long) NODES * NODES;
    }
    flipped.assertProbability(0.01);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 16, 20, 64})
  void textsContainTheirNeedle(int size) {
    Algorithm matcher = Clrs.algorithm("naive_string_matcher");
    for (int k = 0; k < 200; k++) {
      Inputs inputs = matcher.samples(2).size(size).inputs(k);
      int needle = size < 5 ? 1 : size / 5;
      int text = size - needle;
      int[] letters = inputs.codes("key");
      boolean found = false;
      for (int s = 0; s + needle <= text; s++) {
        found |= java.util.Arrays.equals(letters, s, s + needle, letters, text, size);
      }
      assertThat(found).isTrue();
      for (int i = 0; i < size; i++) {
        assertThat(inputs.codes("string")[i]).isEqualTo(i < text ? 0 : 1);
      }
      assertThat(inputs.reals("pos")[0]).isZero();
      assertThat(inputs.reals("pos")[text]).isZero();
    }
  }

  @Test
  void pointsLieEvenlyInADisc() {
    Frequency inner = new Frequency();
    Frequency left = new Frequency();
    for (int k = 0; k < 200; k++) {
      Inputs inputs = Clrs.algorithm("jarvis_march").samples(2).size(20).inputs(k);
      for (int i = 0; i < 20; i++) {
        double radius = Math.hypot(inputs.reals("x")[i], inputs.reals("y")[i]);
        assertThat(radius).isLessThanOrEqualTo(2 + 1e-15);
        inner.add(radius < 1);
        left.add(inputs.reals("x")[i] < 0);
      }
    }
    inner.assertProbability(0.25);
    left.assertProbability(0.5);
  }

  @Test
  void halfOfTheSegmentsMeet() {
    Frequency meet = new Frequency();
    for (int k = 0; k < 2000; k++) {
      meet.add(
          Clrs.algorithm("segments_intersect").samples(2).get(k).output("intersect").codes()[0]
              == 1);
    }
    meet.assertProbability(0.5);
  }

  @Test
  void oneOfTheProbabilitiesIsDrawnPerGraph() {
    SamplerOptions options = SamplerOptions.DEFAULT.withEdgeProbabilities(List.of(0.0, 1.0));
    Frequency full = new Frequency();
    for (int k = 0; k < 500; k++) {
      Graph graph = Clrs.algorithm("dfs").samples(3).size(5).options(options).inputs(k).graph();
      assertThat(graph.edges()).isIn(5, 25);
      full.add(graph.edges() == 25);
    }
    full.assertProbability(0.5);
  }

  @Test
  void sourcesAreUniform() {
    Frequency first = new Frequency();
    for (int k = 0; k < 2000; k++) {
      first.add(Clrs.algorithm("bfs").samples(3).size(5).inputs(k).codes("s")[0] == 0);
    }
    first.assertProbability(0.2);
  }

  /**
   * A hundred thousand nodes and about a million edges: the square would be ten thousand times
   * that.
   */
  @ParameterizedTest
  @ValueSource(strings = {"bfs", "bellman_ford", "dfs", "topological_sort"})
  void largeSparseGraphs(String name) {
    int nodes = 100_000;
    double p = name.equals("dfs") ? 1e-4 : name.equals("topological_sort") ? 2e-4 : 1e-4;
    SamplerOptions options =
        SamplerOptions.DEFAULT.withGraphModel(GraphModel.GNP).withEdgeProbabilities(List.of(p));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Graph graph = Clrs.algorithm(name).samples(1).size(nodes).options(options).inputs(0).graph();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(graph.edges() - nodes).isBetween(985_000, 1_015_000);
    assertThat(allocated).isLessThan(150L * graph.edges());
  }

  private static void assertAcyclic(Graph graph) {
    int n = graph.nodes();
    int[] incoming = new int[n];
    int[] rows = graph.rows();
    for (int e = 0; e < graph.edges(); e++) {
      if (rows[e] == graph.columns()[e]) {
        assertThat(graph.weights()[e]).isZero();
      } else {
        incoming[graph.columns()[e]]++;
      }
    }
    int[] ready = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (incoming[i] == 0) {
        ready[count++] = i;
      }
    }
    for (int at = 0; at < count; at++) {
      int i = ready[at];
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int j = graph.columns()[e];
        if (j != i && --incoming[j] == 0) {
          ready[count++] = j;
        }
      }
    }
    assertThat(count).as("nodes in topological order").isEqualTo(n);
  }

  private static SplitStream stream(int k) {
    return SplitStream.of(99).split(k);
  }

  /** How often something was true. */
  private static final class Frequency {
    long count;
    long total;

    void add(boolean event) {
      count += event ? 1 : 0;
      total++;
    }

    void assertProbability(double p) {
      double deviation = Math.sqrt(p * (1 - p) / total);
      assertThat((double) count / total).isBetween(p - 6 * deviation, p + 6 * deviation);
    }
  }
}
