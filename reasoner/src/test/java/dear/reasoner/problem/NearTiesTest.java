// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearTiesTest {
  private static Inputs drawn(Algorithm algorithm, long k) {
    return algorithm.sample(12, SamplerOptions.DEFAULT, SplitStream.of(7).split(k));
  }

  private static Inputs close(Algorithm algorithm, long k) {
    return NearTies.of(algorithm, drawn(algorithm, k), SplitStream.of(8).split(k));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bellman_ford",
        "dijkstra",
        "dag_shortest_paths",
        "floyd_warshall",
        "mst_kruskal",
        "mst_prim"
      })
  void onlyWeightsChange(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (long k = 0; k < 50; k++) {
      Inputs before = drawn(algorithm, k);
      Inputs after = close(algorithm, k);
      assertThat(after.features()).isEqualTo(before.features());
      assertThat(after.graph().rowStart()).isEqualTo(before.graph().rowStart());
      assertThat(after.graph().columns()).isEqualTo(before.graph().columns());
      for (int e = 0; e < after.graph().edges(); e++) {
        double weight = after.graph().weights()[e];
        assertThat(weight).isBetween(0.0, 1.01);
        assertThat(weight == 0).isEqualTo(before.graph().weights()[e] == 0);
      }
      assertThat(close(algorithm, k)).isEqualTo(after);
    }
  }

  @Test
  void undirectedGraphsStayUndirected() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    for (long k = 0; k < 50; k++) {
      double[][] weights = matrix(close(algorithm, k).graph());
      for (int i = 0; i < weights.length; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(weights[i][j]).isEqualTo(weights[j][i]);
        }
      }
    }
  }

  /** The second best way to a node is closer to the best than under the original weights. */
  @Test
  void rivalsAreCloser() {
    Algorithm algorithm = Clrs.algorithm("floyd_warshall");
    double before = 0;
    double after = 0;
    for (long k = 0; k < 50; k++) {
      before += shareOfRivals(drawn(algorithm, k).graph());
      after += shareOfRivals(close(algorithm, k).graph());
    }
    assertThat(after).isGreaterThan(1.5 * before);
  }

  @Test
  void whatHasNoWeightsStaysAsItIs() {
    for (String name : List.of("insertion_sort", "bfs", "graham_scan")) {
      Algorithm algorithm = Clrs.algorithm(name);
      assertThat(close(algorithm, 1)).isEqualTo(drawn(algorithm, 1));
    }
  }

  /** Of all last edges that do not lead along a shortest path, those longer by at most 3 %. */
  private static double shareOfRivals(Graph graph) {
    double[][] weights = matrix(graph);
    int n = weights.length;
    double[][] distances = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        distances[i][j] = i == j ? 0 : weights[i][j];
      }
    }
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          distances[i][j] = Math.min(distances[i][j], distances[i][k] + distances[k][j]);
        }
      }
    }
    int rivals = 0;
    int all = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          double length = distances[i][k] + weights[k][j];
          if (i != j && k != j && length > distances[i][j] && length < Double.POSITIVE_INFINITY) {
            all++;
            rivals += length <= 1.03 * distances[i][j] ? 1 : 0;
          }
        }
      }
    }
    return all == 0 ? 0 : rivals / (double) all;
  }

  private static double[][] matrix(Graph graph) {
    double[][] weights = new double[graph.nodes()][graph.nodes()];
    for (int i = 0; i < weights.length; i++) {
      Arrays.fill(weights[i], Double.POSITIVE_INFINITY);
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        weights[i][graph.columns()[e]] = graph.weights()[e];
      }
    }
    return weights;
  }
}
