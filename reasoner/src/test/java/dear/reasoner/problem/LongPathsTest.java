// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongPathsTest {
  private static Inputs drawn(Algorithm algorithm, long k) {
    return algorithm.sample(
        16, SamplerOptions.DEFAULT.withEdgeProbabilities(List.of(0.9)), SplitStream.of(7).split(k));
  }

  private static Inputs changed(Algorithm algorithm, long k) {
    return LongPaths.of(algorithm, drawn(algorithm, k), SplitStream.of(8).split(k));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "dijkstra", "dag_shortest_paths", "floyd_warshall"})
  void onlyWeightsChange(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (long k = 0; k < 50; k++) {
      Inputs before = drawn(algorithm, k);
      Inputs after = changed(algorithm, k);
      assertThat(after.features()).isEqualTo(before.features());
      assertThat(after.graph().rowStart()).isEqualTo(before.graph().rowStart());
      assertThat(after.graph().columns()).isEqualTo(before.graph().columns());
      assertThat(after.graph().weights()).isNotEqualTo(before.graph().weights());
      assertThat(isSymmetric(after.graph())).isEqualTo(isSymmetric(before.graph()));
      for (int e = 0; e < after.graph().edges(); e++) {
        double weight = after.graph().weights()[e];
        assertThat(weight).isBetween(0.0, 1.0);
        assertThat(weight == 0).isEqualTo(before.graph().weights()[e] == 0);
      }
      assertThat(changed(algorithm, k)).isEqualTo(after);
    }
  }

  /** More than twice as many nodes are four or more edges away from the start. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "dag_shortest_paths"})
  void pathsHaveMoreEdges(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    int before = 0;
    int after = 0;
    for (long k = 0; k < 200; k++) {
      before += farNodes(algorithm, drawn(algorithm, k));
      after += farNodes(algorithm, changed(algorithm, k));
    }
    assertThat(after).as("before %d", before).isGreaterThan(2 * before);
  }

  @Test
  void otherProblemsStayAsTheyAre() {
    for (String name : List.of("insertion_sort", "bfs", "optimal_bst", "graham_scan")) {
      Algorithm algorithm = Clrs.algorithm(name);
      assertThat(changed(algorithm, 1)).isEqualTo(drawn(algorithm, 1));
    }
  }

  private static boolean isSymmetric(Graph graph) {
    return graph.transpose().equals(graph);
  }

  private static int farNodes(Algorithm algorithm, Inputs inputs) {
    int[] parents = algorithm.run(inputs).output("pi").codes();
    int far = 0;
    for (int node = 0; node < parents.length; node++) {
      int edges = 0;
      for (int at = node; parents[at] != at; at = parents[at]) {
        edges++;
      }
      far += edges >= 4 ? 1 : 0;
    }
    return far;
  }
}
