// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RescalingTest {
  private static Inputs drawn(Algorithm algorithm, long k) {
    return algorithm.sample(9, SamplerOptions.DEFAULT, SplitStream.of(7).split(k));
  }

  private static Inputs squeezed(Algorithm algorithm, long k) {
    return Rescaling.squeeze(algorithm, drawn(algorithm, k), SplitStream.of(8).split(k));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insertion_sort",
        "bubble_sort",
        "heapsort",
        "quicksort",
        "quickselect",
        "minimum",
        "bellman_ford",
        "dijkstra",
        "dag_shortest_paths",
        "floyd_warshall",
        "mst_kruskal",
        "mst_prim"
      })
  void squeezedInputsHaveTheSameAnswer(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    int moved = 0;
    for (long k = 0; k < 50; k++) {
      Inputs squeezed = squeezed(algorithm, k);
      moved += squeezed.equals(drawn(algorithm, k)) ? 0 : 1;
      assertThat(algorithm.run(squeezed).outputs())
          .isEqualTo(algorithm.run(drawn(algorithm, k)).outputs());
    }
    assertThat(moved).isGreaterThan(30); // a graph without edges has nothing to squeeze
  }

  @Test
  void keysLandInAPartOfTheRangeFromATenthToAllOfIt() {
    Algorithm algorithm = Clrs.algorithm("insertion_sort");
    double shortest = 1;
    double longest = 0;
    for (long k = 0; k < 400; k++) {
      double[] before = drawn(algorithm, k).reals("key");
      double[] after = squeezed(algorithm, k).reals("key");
      double factor = (after[1] - after[0]) / (before[1] - before[0]);
      shortest = Math.min(shortest, factor);
      longest = Math.max(longest, factor);
      for (double key : after) {
        assertThat(key).isBetween(0.0, 1.0);
      }
    }
    assertThat(shortest).isBetween(0.0999, 0.11);
    assertThat(longest).isBetween(0.97, 1.0001);
  }

  @Test
  void whatDependsOnMoreThanOrderOrRatiosStays() {
    for (String name : new String[] {"binary_search", "activity_selector", "bfs"}) {
      Algorithm algorithm = Clrs.algorithm(name);
      assertThat(squeezed(algorithm, 1)).isEqualTo(drawn(algorithm, 1));
    }
  }
}
