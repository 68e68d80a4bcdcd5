// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
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
  void whatHasOnlyAnOrderStaysAsItIs() {
    for (String name : List.of("insertion_sort", "bfs", "quickselect", "activity_selector")) {
      Algorithm algorithm = Clrs.algorithm(name);
      assertThat(close(algorithm, 1)).isEqualTo(drawn(algorithm, 1));
    }
  }

  /** The sizes of numbers come closer to each other, their signs and zeros stay. */
  @ParameterizedTest
  @ValueSource(strings = {"find_maximum_subarray_kadane", "matrix_chain_order", "optimal_bst"})
  void numbersBecomeAlike(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    List<String> written = algorithm.traits().input().features();
    for (long k = 0; k < 50; k++) {
      double[] before = numbers(drawn(algorithm, k), written);
      double[] after = numbers(close(algorithm, k), written);
      for (int i = 0; i < before.length; i++) {
        assertThat(Math.signum(after[i])).isEqualTo(Math.signum(before[i]));
      }
      assertThat(sizes(after).getSum()).isCloseTo(sizes(before).getSum(), within(1e-9));
      assertThat(sizes(after).getMax()).isLessThan(sizes(before).getMax());
      assertThat(sizes(after).getMin()).isGreaterThan(sizes(before).getMin());
      assertThat(numbers(close(algorithm, k), written)).isEqualTo(after);
    }
  }

  /** Points keep their direction; none leaves the disc, and more of them are on the hull. */
  @Test
  void pointsMoveTowardsTheRim() {
    Algorithm algorithm = Clrs.algorithm("graham_scan");
    int before = 0;
    int after = 0;
    for (long k = 0; k < 50; k++) {
      Inputs drawn = drawn(algorithm, k);
      Inputs close = close(algorithm, k);
      for (int i = 0; i < drawn.nodes(); i++) {
        double x = drawn.reals("x")[i];
        double y = drawn.reals("y")[i];
        double factor = Math.hypot(close.reals("x")[i], close.reals("y")[i]) / Math.hypot(x, y);
        assertThat(factor).isGreaterThanOrEqualTo(1 - 1e-12);
        assertThat(factor * Math.hypot(x, y)).isLessThan(2 + 1e-12);
        assertThat(close.reals("x")[i]).isCloseTo(factor * x, within(1e-12));
        assertThat(close.reals("y")[i]).isCloseTo(factor * y, within(1e-12));
      }
      before += onHull(algorithm, drawn);
      after += onHull(algorithm, close);
    }
    assertThat(after).isGreaterThan(before * 5 / 4);
  }

  /** One end moves, into the triangle of itself and the other segment; both answers occur. */
  @Test
  void segmentsNearlyTouch() {
    Algorithm algorithm = Clrs.algorithm("segments_intersect");
    int meet = 0;
    double nearest = 0;
    for (long k = 0; k < 200; k++) {
      Inputs drawn = drawn(algorithm, k);
      Inputs close = close(algorithm, k);
      int moved = 0;
      for (int i = 0; i < 4; i++) {
        double x = close.reals("x")[i];
        double y = close.reals("y")[i];
        if (x != drawn.reals("x")[i] || y != drawn.reals("y")[i]) {
          moved++;
          int other = i < 2 ? 2 : 0;
          double height = turn(close, other, other + 1, x, y);
          double full = turn(drawn, other, other + 1, drawn.reals("x")[i], drawn.reals("y")[i]);
          assertThat(height / full).isBetween(0.029, 1.0);
          nearest += height / full;
        }
        assertThat(x).isBetween(0.0, 1.0);
        assertThat(y).isBetween(0.0, 1.0);
      }
      assertThat(moved).isEqualTo(1);
      meet += algorithm.run(close).output("intersect").codes()[0];
    }
    assertThat(nearest / 200).as("mean of a log-uniform part").isBetween(0.2, 0.35);
    assertThat(meet).isBetween(60, 140);
  }

  /** Twice the area of a triangle, with the sign of its turn. */
  private static double turn(Inputs inputs, int a, int b, double x, double y) {
    double[] xs = inputs.reals("x");
    double[] ys = inputs.reals("y");
    return (xs[b] - xs[a]) * (y - ys[a]) - (ys[b] - ys[a]) * (x - xs[a]);
  }

  private static int onHull(Algorithm algorithm, Inputs inputs) {
    return Arrays.stream(algorithm.run(inputs).output("in_hull").codes()).sum();
  }

  private static double[] numbers(Inputs inputs, List<String> features) {
    return features.stream().flatMapToDouble(f -> Arrays.stream(inputs.reals(f))).toArray();
  }

  /** What sizes the numbers have that are not zero. */
  private static DoubleSummaryStatistics sizes(double[] numbers) {
    return Arrays.stream(numbers).map(Math::abs).filter(size -> size > 0).summaryStatistics();
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
