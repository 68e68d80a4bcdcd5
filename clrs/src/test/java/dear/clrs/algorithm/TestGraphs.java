// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Graph;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.DirectedWeightedPseudograph;
import org.jgrapht.graph.WeightedPseudograph;

/** Graphs for testing the algorithms, also in JGraphT's form. */
final class TestGraphs {
  private TestGraphs() {}

  /** Random edges between different nodes, some self-loops, weights in (0.1, 1.1). */
  static Graph undirected(int nodes, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder builder = Graph.builder(nodes);
    Set<Long> taken = new HashSet<>();
    for (int k = 0; k < edges; k++) {
      int a = random.nextInt(nodes);
      int b = random.nextInt(nodes);
      if (taken.add((long) Math.min(a, b) * nodes + Math.max(a, b))) {
        builder.undirected(a, b, 0.1 + random.nextDouble());
      }
    }
    return builder.build();
  }

  /** The same with directed edges. */
  static Graph directed(int nodes, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder builder = Graph.builder(nodes);
    Set<Long> taken = new HashSet<>();
    for (int k = 0; k < edges; k++) {
      int a = random.nextInt(nodes);
      int b = random.nextInt(nodes);
      if (taken.add((long) a * nodes + b)) {
        builder.edge(a, b, 0.1 + random.nextDouble());
      }
    }
    return builder.build();
  }

  /** Directed edges without cycles among shuffled nodes, weights in (-0.5, 1). */
  static Graph acyclic(int nodes, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] label = Chains.selves(nodes);
    for (int i = nodes - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = label[i];
      label[i] = label[j];
      label[j] = swap;
    }
    Graph.Builder builder = Graph.builder(nodes);
    Set<Long> taken = new HashSet<>();
    for (int k = 0; k < edges; k++) {
      int a = random.nextInt(nodes);
      int b = random.nextInt(nodes);
      if (a != b && taken.add((long) Math.min(a, b) * nodes + Math.max(a, b))) {
        double weight = random.nextDouble() * 1.5 - 0.5;
        builder.edge(label[Math.min(a, b)], label[Math.max(a, b)], weight == 0 ? 1 : weight);
      }
    }
    return builder.build();
  }

  /** The path 0 - 1 - ... with equal weights. */
  static Graph path(int nodes) {
    Graph.Builder builder = Graph.builder(nodes);
    for (int i = 1; i < nodes; i++) {
      builder.undirected(i - 1, i, 1);
    }
    return builder.build();
  }

  /** The directed path 0 -> 1 -> ... with equal weights. */
  static Graph directedPath(int nodes) {
    Graph.Builder builder = Graph.builder(nodes);
    for (int i = 1; i < nodes; i++) {
      builder.edge(i - 1, i, 1);
    }
    return builder.build();
  }

  /** Node 0 joined to all others. */
  static Graph star(int nodes) {
    Graph.Builder builder = Graph.builder(nodes);
    for (int i = 1; i < nodes; i++) {
      builder.undirected(0, i, 1);
    }
    return builder.build();
  }

  /** The directed graph for JGraphT, without self-loops. */
  static org.jgrapht.Graph<Integer, DefaultWeightedEdge> oracle(Graph graph) {
    return copy(graph, new DirectedWeightedPseudograph<>(DefaultWeightedEdge.class), false);
  }

  /** The undirected graph for JGraphT, without self-loops, every edge once. */
  static org.jgrapht.Graph<Integer, DefaultWeightedEdge> undirectedOracle(Graph graph) {
    return copy(graph, new WeightedPseudograph<>(DefaultWeightedEdge.class), true);
  }

  private static org.jgrapht.Graph<Integer, DefaultWeightedEdge> copy(
      Graph graph, org.jgrapht.Graph<Integer, DefaultWeightedEdge> copy, boolean once) {
    int[] rows = graph.rows();
    for (int i = 0; i < graph.nodes(); i++) {
      copy.addVertex(i);
    }
    for (int e = 0; e < graph.edges(); e++) {
      int i = rows[e];
      int j = graph.columns()[e];
      if (once ? i < j : i != j) {
        copy.setEdgeWeight(copy.addEdge(i, j), graph.weights()[e]);
      }
    }
    return copy;
  }
}
