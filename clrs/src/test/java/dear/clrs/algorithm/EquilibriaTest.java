// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Instance;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The paper calls the answer of many algorithms an equilibrium: one more step of the algorithm's
 * own rule leaves it as it is. Here the rule is applied once more to the answers.
 */
class EquilibriaTest {
  private static List<Instance> solved(String algorithm) {
    return Clrs.algorithm(algorithm).samples(11).split("test").size(16).stream().limit(30).toList();
  }

  /** One more sweep of relaxations, from the distances along the answered paths. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "dijkstra"})
  void anotherSweepOfRelaxationsChangesNoPath(String algorithm) {
    for (Instance instance : solved(algorithm)) {
      Graph graph = instance.inputs().graph();
      int[] before = instance.output("pi").codes();
      double[] distance = distances(instance, before);
      int[] after = before.clone();
      for (int e = 0; e < graph.edges(); e++) {
        int from = graph.row(e);
        int to = graph.columns()[e];
        double length = distance[from] + graph.weights()[e];
        if (from != to && graph.weights()[e] != 0 && length < distance[to] - 1e-12) {
          after[to] = from;
        }
      }
      assertThat(after).isEqualTo(before);
    }
  }

  private static double[] distances(Instance instance, int[] pi) {
    Graph graph = instance.inputs().graph();
    int source = indexOfOne(instance.inputs().codes("s"), pi.length);
    double[] distance = new double[pi.length];
    for (int v = 0; v < pi.length; v++) {
      int node = v;
      while (node != source && pi[node] != node) {
        distance[v] += graph.weight(pi[node], node);
        node = pi[node];
      }
      if (node != source) {
        distance[v] = Double.POSITIVE_INFINITY; // not reached
      }
    }
    return distance;
  }

  private static int indexOfOne(int[] codes, int nodes) {
    return codes.length == nodes
        ? java.util.stream.IntStream.range(0, nodes)
            .filter(i -> codes[i] == 1)
            .findFirst()
            .orElseThrow()
        : codes[0];
  }

  /** One more round over all intermediate nodes, from the lengths of the answered paths. */
  @ParameterizedTest
  @ValueSource(strings = {"floyd_warshall"})
  void anotherRoundOverAllIntermediateNodesChangesNoDistance(String algorithm) {
    for (Instance instance : solved(algorithm)) {
      Graph graph = instance.inputs().graph();
      int n = instance.nodes();
      double[][] before = lengths(graph, instance.output("Pi").codes());
      for (int e = 0; e < graph.edges(); e++) { // what the algorithm starts from
        assertThat(before[graph.row(e)][graph.columns()[e]])
            .isLessThanOrEqualTo(graph.weights()[e]);
      }
      double[][] after = Arrays.stream(before).map(double[]::clone).toArray(double[][]::new);
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            double through = after[i][k] + after[k][j];
            if (through < after[i][j] - 1e-12) {
              after[i][j] = through;
            }
          }
        }
      }
      assertThat(after).isDeepEqualTo(before);
    }
  }

  /**
   * The lengths of the paths that the pointers describe, each a path along edges of the graph from
   * its first node; infinite where there is none.
   */
  private static double[][] lengths(Graph graph, int[] pi) {
    int n = graph.nodes();
    assertThat(pi).hasSize(n * n);
    double[][] lengths = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (pi[i * n + j] == i && graph.find(i, j) < 0) {
          lengths[i][j] = Double.POSITIVE_INFINITY;
          continue;
        }
        int node = j;
        int hops = 0;
        do {
          int previous = pi[i * n + node];
          assertThat(graph.find(previous, node)).as("edge %d-%d", previous, node).isNotNegative();
          lengths[i][j] += graph.weight(previous, node);
          node = previous;
          assertThat(++hops).as("edges of the path from %d to %d", i, j).isLessThanOrEqualTo(n);
        } while (node != i);
      }
    }
    return lengths;
  }

  /** Inserting every key once more into the sorted sequence. */
  @ParameterizedTest
  @ValueSource(strings = {"insertion_sort", "bubble_sort", "heapsort", "quicksort"})
  void sortingWhatIsSortedChangesNothing(String algorithm) {
    for (Instance instance : solved(algorithm)) {
      double[] keys = instance.inputs().reals("key");
      double[] sorted = sequence(keys, instance.output("pred").codes());
      double[] again = sorted.clone();
      for (int i = 1; i < again.length; i++) {
        double key = again[i];
        int j = i - 1;
        while (j >= 0 && again[j] > key) {
          again[j + 1] = again[j];
          j--;
        }
        again[j + 1] = key;
      }
      assertThat(again).isEqualTo(sorted).isNotEqualTo(keys);
    }
  }

  private static double[] sequence(double[] keys, int[] predecessors) {
    int n = keys.length;
    boolean[] followed = new boolean[n];
    for (int i = 0; i < n; i++) {
      followed[predecessors[i]] |= predecessors[i] != i;
    }
    double[] sequence = new double[n];
    int node =
        java.util.stream.IntStream.range(0, n).filter(i -> !followed[i]).findFirst().orElseThrow();
    for (int place = n - 1; place >= 0; place--) {
      sequence[place] = keys[node];
      node = predecessors[node];
    }
    return sequence;
  }

  /** Kruskal's rule for every edge once more: none joins two trees. */
  @ParameterizedTest
  @ValueSource(strings = {"mst_kruskal"})
  void noRemainingEdgeJoinsTwoTrees(String algorithm) {
    for (Instance instance : solved(algorithm)) {
      Graph graph = instance.inputs().graph();
      int[] chosen = instance.output("in_mst").codes();
      int[] tree = java.util.stream.IntStream.range(0, instance.nodes()).toArray();
      for (int e = 0; e < graph.edges(); e++) {
        int cell =
            chosen.length == graph.edges()
                ? e
                : graph.row(e) * instance.nodes() + graph.columns()[e];
        if (chosen[cell] == 1) {
          union(tree, graph.row(e), graph.columns()[e]);
        }
      }
      for (int e = 0; e < graph.edges(); e++) {
        if (graph.weights()[e] != 0) {
          assertThat(tree[graph.row(e)]).isEqualTo(tree[graph.columns()[e]]);
        }
      }
    }
  }

  private static void union(int[] tree, int a, int b) {
    int from = tree[a];
    int to = tree[b];
    Arrays.setAll(tree, i -> tree[i] == from ? to : tree[i]);
  }
}
