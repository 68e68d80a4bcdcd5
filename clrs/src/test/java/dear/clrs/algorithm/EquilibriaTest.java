// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Instance;
import dear.clrs.trait.Equilibrium;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The paper calls the answer of many algorithms an equilibrium: one more step of the algorithm's
 * own rule leaves it as it is. Here the rule is applied once more to the answers of every algorithm
 * that is said to have one.
 */
class EquilibriaTest {
  /** Applies the rule of an algorithm once more to its answer, which must not change. */
  private static final Map<String, Consumer<Instance>> RULES =
      Map.ofEntries(
          entry("bellman_ford", instance -> relaxOnceMore(instance, instance.inputs().graph())),
          entry("dijkstra", instance -> relaxOnceMore(instance, instance.inputs().graph())),
          entry(
              "dag_shortest_paths", instance -> relaxOnceMore(instance, instance.inputs().graph())),
          entry("bfs", instance -> relaxOnceMore(instance, unweighted(instance.inputs().graph()))),
          entry("floyd_warshall", EquilibriaTest::allIntermediateNodesOnceMore),
          entry("mst_kruskal", EquilibriaTest::allEdgesOnceMore),
          entry("mst_prim", EquilibriaTest::lightestEdgeIntoEachSubtreeOnceMore),
          entry("insertion_sort", EquilibriaTest::sortOnceMore),
          entry("bubble_sort", EquilibriaTest::sortOnceMore),
          entry("heapsort", EquilibriaTest::sortOnceMore),
          entry("quicksort", EquilibriaTest::sortOnceMore),
          entry("minimum", EquilibriaTest::compareWithAllKeysOnceMore),
          entry("binary_search", EquilibriaTest::halveOnceMore),
          entry("find_maximum_subarray_kadane", EquilibriaTest::scanOnceMore),
          entry("matrix_chain_order", EquilibriaTest::splitAllProductsOnceMore),
          entry("optimal_bst", EquilibriaTest::tryAllRootsOnceMore),
          entry("lcs_length", EquilibriaTest::fillTheTableOnceMore));

  static Stream<Algorithm> withARule() {
    Set<Equilibrium> repeatable = Set.of(Equilibrium.RULE, Equilibrium.SWEEP);
    return Clrs.algorithms().stream().filter(it -> repeatable.contains(it.equilibrium()));
  }

  @Test
  void everyAlgorithmThatIsSaidToHaveARuleIsTested() {
    assertThat(withARule().map(Algorithm::name))
        .containsExactlyInAnyOrderElementsOf(RULES.keySet());
  }

  @ParameterizedTest
  @MethodSource("withARule")
  void oneMoreStepOfTheRuleChangesNothing(Algorithm algorithm) {
    Consumer<Instance> rule = RULES.get(algorithm.name());
    assertThat(rule).isNotNull();
    algorithm.samples(11).split("test").size(16).stream().limit(30).forEach(rule);
  }

  /** One more sweep of relaxations, from the distances along the answered paths. */
  private static void relaxOnceMore(Instance instance, Graph graph) {
    int[] before = instance.output("pi").codes();
    double[] distance = distances(instance, graph, before);
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

  /** The graph whose shortest paths are those with the fewest edges. */
  private static Graph unweighted(Graph graph) {
    double[] ones = Arrays.stream(graph.weights()).map(weight -> weight == 0 ? 0 : 1).toArray();
    return Graph.ofSorted(graph.nodes(), graph.rowStart(), graph.columns(), ones);
  }

  private static double[] distances(Instance instance, Graph graph, int[] pi) {
    int source = source(instance);
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

  private static int source(Instance instance) {
    return one(instance.inputs().codes("s"), instance.nodes());
  }

  /** The node that a mask of one node marks. */
  private static int one(int[] codes, int nodes) {
    return codes.length == nodes
        ? IntStream.range(0, nodes).filter(i -> codes[i] == 1).findFirst().orElseThrow()
        : codes[0];
  }

  /** One more round over all intermediate nodes, from the lengths of the answered paths. */
  private static void allIntermediateNodesOnceMore(Instance instance) {
    Graph graph = instance.inputs().graph();
    int n = instance.nodes();
    double[][] before = lengths(graph, instance.output("Pi").codes());
    for (int e = 0; e < graph.edges(); e++) { // what the algorithm starts from
      assertThat(before[graph.row(e)][graph.columns()[e]]).isLessThanOrEqualTo(graph.weights()[e]);
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
  private static void sortOnceMore(Instance instance) {
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

  private static double[] sequence(double[] keys, int[] predecessors) {
    int n = keys.length;
    boolean[] followed = new boolean[n];
    for (int i = 0; i < n; i++) {
      followed[predecessors[i]] |= predecessors[i] != i;
    }
    double[] sequence = new double[n];
    int node = IntStream.range(0, n).filter(i -> !followed[i]).findFirst().orElseThrow();
    for (int place = n - 1; place >= 0; place--) {
      sequence[place] = keys[node];
      node = predecessors[node];
    }
    return sequence;
  }

  /** Kruskal's rule for every edge once more: none joins two trees, and none closed a cycle. */
  private static void allEdgesOnceMore(Instance instance) {
    Graph graph = instance.inputs().graph();
    int[] chosen = instance.output("in_mst").codes();
    int[] tree = IntStream.range(0, instance.nodes()).toArray();
    int[] component = tree.clone();
    int marks = 0; // two for each edge, one in either direction
    for (int e = 0; e < graph.edges(); e++) {
      int from = graph.row(e);
      int to = graph.columns()[e];
      if (chosen[chosen.length == graph.edges() ? e : from * instance.nodes() + to] == 1) {
        union(tree, from, to);
        marks++;
      }
      if (graph.weights()[e] != 0) {
        union(component, from, to);
      }
    }
    assertThat(tree).isEqualTo(component);
    long components = Arrays.stream(component).distinct().count();
    assertThat(marks).isEqualTo(2 * (instance.nodes() - components));
  }

  /** Gives all nodes of both sets the least of their numbers. */
  private static void union(int[] sets, int a, int b) {
    int one = sets[a];
    int other = sets[b];
    Arrays.setAll(sets, i -> sets[i] == one || sets[i] == other ? Math.min(one, other) : sets[i]);
  }

  /**
   * Prim's rule once more for a tree that has lost a branch: of all edges into the branch, it takes
   * the lightest, which is the one that was cut. And no edge leads to a node that is in no tree.
   */
  private static void lightestEdgeIntoEachSubtreeOnceMore(Instance instance) {
    Graph graph = instance.inputs().graph();
    int[] pi = instance.output("pi").codes();
    int source = source(instance);
    for (int v = 0; v < pi.length; v++) {
      boolean reached = leadsThrough(pi, v, source);
      double least = Double.POSITIVE_INFINITY;
      int from = v;
      int to = v;
      for (int e = 0; e < graph.edges(); e++) {
        int a = graph.row(e);
        int b = graph.columns()[e];
        double weight = graph.weights()[e];
        boolean intoBranch =
            leadsThrough(pi, a, source) && !leadsThrough(pi, a, v) && leadsThrough(pi, b, v);
        if (weight != 0 && intoBranch && weight < least) {
          least = weight;
          from = a;
          to = b;
        }
      }
      assertThat(to).isEqualTo(v);
      assertThat(from).isEqualTo(reached ? pi[v] : v);
    }
  }

  /** Whether the path from a node to its root contains another. */
  private static boolean leadsThrough(int[] pi, int from, int through) {
    int node = from;
    while (node != through && pi[node] != node) {
      node = pi[node];
    }
    return node == through;
  }

  /** The smallest key so far, compared with all keys once more. */
  private static void compareWithAllKeysOnceMore(Instance instance) {
    double[] keys = instance.inputs().reals("key");
    int before = one(instance.output("min").codes(), keys.length);
    int min = before;
    for (int i = 0; i < keys.length; i++) {
      min = keys[i] < keys[min] ? i : min;
    }
    assertThat(min).isEqualTo(before);
  }

  /** One more comparison, of the answer alone and together with the node before it. */
  private static void halveOnceMore(Instance instance) {
    double[] keys = instance.inputs().reals("key");
    double target = instance.inputs().reals("target")[0];
    int answer = one(instance.output("return").codes(), keys.length);
    for (int low : new int[] {answer, Math.max(0, answer - 1)}) {
      int middle = (low + answer) / 2;
      boolean right = target > keys[middle];
      assertThat(right ? answer : middle).as("upper bound").isEqualTo(answer);
      // A target above all keys would lead beyond the last one.
      assertThat(right ? Math.min(middle + 1, keys.length - 1) : low)
          .as("lower bound")
          .isEqualTo(answer);
    }
  }

  /** One more scan, which begins with the best sum found. */
  private static void scanOnceMore(Instance instance) {
    double[] keys = instance.inputs().reals("key");
    int start = one(instance.output("start").codes(), keys.length);
    int end = one(instance.output("end").codes(), keys.length);
    double best = sum(keys, start, end);
    int low = 0;
    for (int high = 0; high < keys.length; high++) {
      low = high == 0 || sum(keys, low, high) < keys[high] ? high : low;
      assertThat(sum(keys, low, high)).isLessThanOrEqualTo(best);
    }
  }

  private static double sum(double[] keys, int first, int last) {
    double sum = 0; // in the order of the scan, so that rounding is the same
    for (int i = first; i <= last; i++) {
      sum += keys[i];
    }
    return sum;
  }

  /** One more sweep over all products, from the costs of the answered splits. */
  private static void splitAllProductsOnceMore(Instance instance) {
    double[] p = instance.inputs().reals("p");
    int n = p.length;
    int[] before = instance.output("s").codes();
    double[] cost = new double[n * n];
    for (int length = 1; length < n; length++) {
      for (int i = 1; i + length < n; i++) {
        cost[i * n + i + length] = product(cost, p, i, before[i * n + i + length], i + length);
      }
    }
    int[] after = before.clone();
    for (int i = 1; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        for (int k = i; k < j; k++) {
          if (product(cost, p, i, k, j) < cost[i * n + j]) {
            after[i * n + j] = k;
          }
        }
      }
    }
    assertThat(after).isEqualTo(before);
  }

  /** The cost of the product of matrices i to j, split after matrix k. */
  private static double product(double[] cost, double[] p, int i, int k, int j) {
    int n = p.length;
    return cost[i * n + k] + cost[(k + 1) * n + j] + p[i - 1] * p[k] * p[j];
  }

  /** Every root of every subtree once more, from the costs of the answered trees. */
  private static void tryAllRootsOnceMore(Instance instance) {
    double[] p = instance.inputs().reals("p");
    double[] q = instance.inputs().reals("q");
    int n = q.length;
    int[] before = instance.output("root").codes();
    int[] after = before.clone();
    double[] cost = new double[n * n];
    double[] weight = new double[n * n];
    for (int i = 0; i < n; i++) {
      cost[i * n + i] = q[i];
      weight[i * n + i] = q[i];
    }
    for (int keys = 1; keys < n; keys++) {
      for (int i = 0; i + keys < n; i++) {
        int cell = i * n + i + keys;
        weight[cell] = weight[cell - 1] + p[i + keys - 1] + q[i + keys];
        cost[cell] = weight[cell] + subtrees(cost, n, i, before[cell], i + keys);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        for (int root = i; root < j; root++) {
          int cell = i * n + j;
          if (weight[cell] + subtrees(cost, n, i, root, j) < cost[cell] - 1e-12) {
            after[cell] = root;
          }
        }
      }
    }
    assertThat(after).isEqualTo(before);
  }

  /** The cost of the trees on either side of a root of the keys i to j - 1. */
  private static double subtrees(double[] cost, int n, int i, int root, int j) {
    assertThat(root).isBetween(i, j - 1);
    return cost[i * n + root] + cost[(root + 1) * n + j];
  }

  /** The table once more, from the lengths along the answered arrows; zero outside of it. */
  private static void fillTheTableOnceMore(Instance instance) {
    int[] letters = instance.inputs().codes("key");
    int n = letters.length;
    int rows = (int) Arrays.stream(instance.inputs().codes("string")).filter(i -> i == 0).count();
    int columns = n - rows;
    int[] before = instance.output("b").codes();
    int[] after = before.clone();
    int[][] length = new int[rows + 1][columns + 1]; // one more row and column, of zeros
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        length[i + 1][j + 1] =
            switch (before[i * n + rows + j]) {
              case 0 -> length[i][j] + 1;
              case 1 -> length[i][j + 1];
              default -> length[i + 1][j];
            };
      }
    }
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        boolean match = letters[i] == letters[rows + j];
        after[i * n + rows + j] = match ? 0 : length[i][j + 1] >= length[i + 1][j] ? 1 : 2;
      }
    }
    assertThat(after).isEqualTo(before);
  }
}
