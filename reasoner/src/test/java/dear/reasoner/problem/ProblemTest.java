// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.network.Network;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemTest {
  private static Problem problem(Algorithm algorithm, Instance instance, Wiring w, AnswerScope s) {
    Features features = Features.of(Preprocessing.ALL.features(algorithm), algorithm.traits());
    return Problem.of(
        features, Preprocessing.ALL.apply(algorithm, instance, SplitStream.of(1)), w, s);
  }

  @Test
  void edgesOfAPathAndItsSelfLoopsCarryWeights() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph graph = Graph.builder(3).edge(0, 1, 0.5).edge(1, 2, 0.25).build();
    Problem problem =
        problem(algorithm, algorithm.run(graph, 0), Wiring.DIRECTED, AnswerScope.EDGES);
    assertThat(problem.edges().rows()).containsExactly(0, 0, 1, 1, 2);
    assertThat(problem.edges().columns()).containsExactly(0, 1, 1, 2, 2);
    assertThat(problem.edges().values()).containsExactly(0, 0.5f, 0, 0.25f, 0);
    assertThat(problem.inEdges().edges()).isEqualTo(5);
    assertThat(problem.nodeInputs().get(1)).containsExactly(1, 0, 0);
    // Predecessors point against the edges of this graph, so on edges only the source is decoded.
    assertThat(problem.targets().getFirst().truth()).containsExactly(0, 0, 1);
    assertThat(problem.targets().getFirst().choices()).containsExactly(0, -1, -1);
    assertThat(problem.targets().getFirst().count()).isEqualTo(1);
  }

  /** After its weight, an edge has the differences of its nodes' numbers: here, of positions. */
  @Test
  void edgesCarryComparisonsOfTheirNodes() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph graph = Graph.builder(2).edge(0, 1, 0.5).build();
    Instance instance =
        Preprocessing.ALL.apply(algorithm, algorithm.run(graph, 0), SplitStream.of(1));
    Features features =
        Features.of(Preprocessing.ALL.features(algorithm), algorithm.traits())
            .withEdgeComparisons(2);
    assertThat(features.edgeScalars()).isEqualTo(3);
    Problem problem = Problem.of(features, instance, Wiring.DIRECTED, AnswerScope.PREDECESSORS);
    float[] pos = problem.nodeInputs().getFirst();
    float d = pos[0] - pos[1];
    float scaled = Math.clamp(10 * d, -1, 1);
    assertThat(problem.edges().values()).containsExactly(0, 0, 0, 0.5f, d, scaled, 0, 0, 0);
    assertThat(problem.answers().values()).containsExactly(0, 0, 0, 0.5f, d, scaled, 0, 0, 0);
  }

  @Test
  void predecessorsAreChosenAmongTheNodesWithAnEdgeToHere() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph graph = Graph.builder(3).edge(0, 1, 0.5).edge(1, 2, 0.25).edge(0, 2, 0.875).build();
    Problem problem =
        problem(algorithm, algorithm.run(graph, 0), Wiring.DIRECTED, AnswerScope.PREDECESSORS);
    assertThat(problem.edges().rows()).containsExactly(0, 0, 0, 1, 1, 2);
    assertThat(problem.edges().columns()).containsExactly(0, 1, 2, 1, 2, 2);
    assertThat(problem.answers().rows()).containsExactly(0, 1, 1, 2, 2, 2);
    assertThat(problem.answers().columns()).containsExactly(0, 0, 1, 0, 1, 2);
    assertThat(problem.answers().values()).containsExactly(0, 0.5f, 0, 0.875f, 0.25f, 0);
    assertThat(problem.targets().getFirst().truth()).containsExactly(0, 0, 1);
    assertThat(problem.targets().getFirst().choices()).containsExactly(0, 1, 4);
    assertThat(problem.targets().getFirst().count()).isEqualTo(3);
  }

  /** Even where messages flow both ways, only an edge of the graph makes a predecessor. */
  @Test
  void edgesAddedForMessagesMakeNoPredecessors() {
    Algorithm algorithm = Clrs.algorithm("dag_shortest_paths");
    Graph graph = Graph.builder(2).edge(0, 1, 0.5).build();
    Problem problem =
        problem(algorithm, algorithm.run(graph, 0), Wiring.BOTH_WAYS, AnswerScope.PREDECESSORS);
    assertThat(problem.edges().count()).isEqualTo(4);
    assertThat(problem.answers().rows()).containsExactly(0, 1, 1);
    assertThat(problem.answers().columns()).containsExactly(0, 0, 1);
  }

  /** So that nothing changes where CLRS-30 draws undirected graphs, and no memory is lost. */
  @Test
  void anUndirectedGraphHasOneListForMessagesAndPredecessors() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph graph = Graph.builder(3).undirected(0, 1, 0.5).undirected(1, 2, 0.25).build();
    Problem problem =
        problem(algorithm, algorithm.run(graph, 0), Wiring.DIRECTED, AnswerScope.PREDECESSORS);
    assertThat(problem.answers()).isSameAs(problem.edges());
    Graph other = Graph.builder(3).undirected(0, 1, 0.5).edge(1, 2, 0.25).edge(2, 1, 1).build();
    Problem weighted =
        problem(algorithm, algorithm.run(other, 0), Wiring.DIRECTED, AnswerScope.PREDECESSORS);
    assertThat(weighted.answers().values()).containsExactly(0, 0.5f, 0.5f, 0, 1, 0.25f, 0);
  }

  @Test
  void bothWaysAddsReverseEdgesOfWeightZero() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph graph = Graph.builder(3).edge(0, 1, 0.5).edge(1, 2, 0.25).edge(2, 1, 0.75).build();
    Problem problem =
        problem(algorithm, algorithm.run(graph, 0), Wiring.BOTH_WAYS, AnswerScope.EDGES);
    assertThat(problem.edges().rows()).containsExactly(0, 0, 1, 1, 1, 2, 2);
    assertThat(problem.edges().columns()).containsExactly(0, 1, 0, 1, 2, 1, 2);
    assertThat(problem.edges().values()).containsExactly(0, 0.5f, 0, 0, 0.25f, 0.75f, 0);
    assertThat(problem.targets().getFirst().choices()).containsExactly(0, 2, 5);
  }

  @Test
  void answersBetweenAllPairsKeepTheMessagesOnEdges() {
    Algorithm algorithm = Clrs.algorithm("floyd_warshall");
    Graph graph = Graph.builder(3).undirected(0, 1, 0.5).undirected(1, 2, 0.25).build();
    Instance instance = algorithm.run(graph);
    Problem onEdges = problem(algorithm, instance, Wiring.DIRECTED, AnswerScope.EDGES);
    Problem onPairs = problem(algorithm, instance, Wiring.DIRECTED, AnswerScope.PAIRS);
    assertThat(onPairs.size()).isEqualTo(onEdges.size());
    assertThat(onEdges.targets().getFirst().truth()).hasSize(7);
    assertThat(onPairs.targets().getFirst().truth()).isEqualTo(instance.output("Pi").codes());
    assertThat(onPairs.answers().values()).containsExactly(0, 0.5f, 0, 0.5f, 0, 0.25f, 0, 0.25f, 0);
  }

  @Test
  void pointersAmongTheInputsAreScalarsOfEdges() {
    Algorithm algorithm = Clrs.algorithm("minimum");
    Problem problem =
        problem(algorithm, algorithm.run(0.3, 0.1, 0.2), Wiring.DIRECTED, AnswerScope.EDGES);
    assertThat(problem.edges().scalars()).isEqualTo(1);
    assertThat(problem.edges().values()).containsExactly(1, 0, 0, 1, 0, 0, 0, 1, 0);
    assertThat(problem.targets().getFirst().choices()).containsExactly(1);
  }

  @Test
  void maskedPlacesDoNotCount() {
    Algorithm algorithm = Clrs.algorithm("bridges");
    Graph graph = Graph.builder(3).undirected(0, 1, 1).build();
    Problem problem = problem(algorithm, algorithm.run(graph), Wiring.DIRECTED, AnswerScope.PAIRS);
    Target target = problem.targets().getFirst();
    assertThat(target.truth()).containsExactly(0, 1, -1, 1, 0, -1, -1, -1, 0);
    assertThat(target.weights()).containsExactly(1, 1, 0, 1, 1, 0, 0, 0, 1);
    assertThat(target.count()).isEqualTo(5);
  }

  @Test
  void inputsWithoutAnAnswerHaveTargetsThatDoNotCount() {
    Algorithm algorithm = Clrs.algorithm("insertion_sort");
    Features features = Features.of(Preprocessing.ALL.features(algorithm), algorithm.traits());
    Problem problem =
        Problem.of(features, algorithm.run(0.2, 0.1).inputs(), Wiring.DIRECTED, AnswerScope.EDGES);
    assertThat(problem.targets()).hasSize(2).allMatch(target -> target.count() == 0);
    assertThat(problem.steps()).isEqualTo(1);
  }

  @Test
  void edgesOutOfOrderAreRefused() {
    assertThatThrownBy(() -> new EdgeList(2, new int[] {1, 0}, new int[] {0, 0}, 0, new float[0]))
        .hasMessageContaining("edge 1, 0 -> 0 of a graph of 2 nodes, is out of order");
    assertThatThrownBy(() -> new EdgeList(2, new int[] {0}, new int[] {2}, 0, new float[0]))
        .hasMessageContaining("out of range");
  }

  /** Counts are shares of all nodes; sums of many numbers are as small as those of sixteen. */
  @ParameterizedTest
  @CsvSource({
    "task_scheduling, d, 8, 8",
    "task_scheduling, w, 64, 1",
    "find_maximum_subarray_kadane, key, 16, 1",
    "find_maximum_subarray_kadane, key, 64, 2",
    "find_maximum_subarray_kadane, pos, 64, 1",
    "matrix_chain_order, p, 64, 1",
    "insertion_sort, key, 64, 1"
  })
  void numbersDoNotGrowWithTheNodes(String name, String input, int size, double divisor) {
    Algorithm algorithm = Clrs.algorithm(name);
    Instance instance =
        Preprocessing.ALL.apply(
            algorithm, algorithm.samples(1).size(size).get(0), SplitStream.of(2));
    Network network = Network.of(algorithm);
    List<String> inputs = network.features().nodeInputs().stream().map(FeatureSpec::name).toList();
    float[] seen = network.problem(instance).nodeInputs().get(inputs.indexOf(input));
    double[] given = instance.inputs().reals(input);
    for (int i = 0; i < given.length; i++) {
      assertThat(seen[i]).isEqualTo((float) (given[i] / divisor));
    }
  }
}
