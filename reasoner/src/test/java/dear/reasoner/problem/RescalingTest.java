// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import dear.clrs.text.WrittenInputs;
import dear.clrs.trait.Invariance;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        "find_maximum_subarray_kadane",
        "matrix_chain_order",
        "optimal_bst",
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

  @ParameterizedTest
  @CsvSource({"find_maximum_subarray_kadane, key", "optimal_bst, q"})
  void stretchedNumbersHaveTheSameAnswer(String name, String numbers) {
    Algorithm algorithm = Clrs.algorithm(name);
    double most = 0;
    for (long k = 0; k < 40; k++) {
      Inputs drawn = drawn(algorithm, k);
      Inputs longer = Rescaling.stretch(algorithm, drawn, SplitStream.of(9).split(k));
      assertThat(algorithm.run(longer).outputs()).isEqualTo(algorithm.run(drawn).outputs());
      double factor = longer.reals(numbers)[0] / drawn.reals(numbers)[0];
      assertThat(factor).isBetween(1.0, 4.0);
      most = Math.max(most, factor);
    }
    assertThat(most).isGreaterThan(3);
    Algorithm sort = Clrs.algorithm("insertion_sort");
    assertThat(Rescaling.stretch(sort, drawn(sort, 1), SplitStream.of(9)))
        .isEqualTo(drawn(sort, 1));
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

  /** Starts and finishes move together, and so do keys and the number to look up. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "insertion_sort",
        "quickselect",
        "minimum",
        "binary_search",
        "activity_selector",
        "task_scheduling"
      })
  void otherGapsHaveTheSameAnswer(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (long k = 0; k < 50; k++) {
      Inputs drawn = drawn(algorithm, k);
      Inputs moved = Rescaling.otherGaps(algorithm, drawn, SplitStream.of(8).split(k));
      assertThat(moved).isNotEqualTo(drawn);
      assertThat(algorithm.run(moved).outputs()).isEqualTo(algorithm.run(drawn).outputs());
    }
  }

  @Test
  void whatDependsOnMoreThanOrderOrRatiosStays() {
    for (String name : new String[] {"binary_search", "activity_selector", "bfs"}) {
      Algorithm algorithm = Clrs.algorithm(name);
      assertThat(squeezed(algorithm, 1)).isEqualTo(drawn(algorithm, 1));
    }
  }

  /** Any scale, and any place where that does not matter; the answer and the range are the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "insertion_sort",
        "quickselect",
        "minimum",
        "binary_search",
        "activity_selector",
        "task_scheduling",
        "find_maximum_subarray_kadane",
        "matrix_chain_order",
        "optimal_bst",
        "segments_intersect",
        "graham_scan",
        "jarvis_march"
      })
  void numbersOfAnySizeComeIntoTheRangeOfTraining(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    Invariance invariance = algorithm.traits().invariance();
    boolean moves =
        invariance != Invariance.NUMBER_RATIOS && invariance != Invariance.PROBABILITY_RATIOS;
    for (double factor : new double[] {1e-9, 1e-3, 1, 1e3, 1e9}) {
      for (long k = 0; k < 20; k++) {
        Inputs drawn = drawn(algorithm, k);
        Inputs asked = drawn;
        for (String feature : algorithm.traits().input().features()) {
          if (!feature.equals("d")) { // deadlines are counted in tasks
            double offset = moves ? 3 * factor : 0;
            asked = with(asked, feature, x -> factor * x + offset);
          }
        }
        Inputs rescaled = Rescaling.toUnit(algorithm, asked);
        assertThat(algorithm.run(rescaled).outputs()).isEqualTo(algorithm.run(drawn).outputs());
        for (Feature feature : rescaled.features()) {
          if (feature.spec().isReal() && !feature.name().equals("d")) {
            assertThat(Arrays.stream(feature.reals()).map(Math::abs).max().orElse(0))
                .isLessThanOrEqualTo(2 + 1e-9);
          }
        }
        double most =
            algorithm.traits().input().features().stream()
                .flatMapToDouble(feature -> Arrays.stream(rescaled.reals(feature)))
                .max()
                .orElseThrow();
        assertThat(most).isGreaterThan(0.05);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"insertion_sort", "binary_search", "activity_selector", "segments_intersect"})
  void whatIsInRangeStays(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (long k = 0; k < 20; k++) {
      assertThat(Rescaling.toUnit(algorithm, drawn(algorithm, k))).isEqualTo(drawn(algorithm, k));
    }
  }

  @Test
  void keysThatSinglePrecisionCannotTellApartBecomeRanks() {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    assertThat(keys(sort, 1e308, -1e308, 1, 2)).containsExactly(1, 0, 1 / 3.0, 2 / 3.0);
    assertThat(keys(sort, 0.5, 0.5000000001, 0.9)).containsExactly(0, 0.5, 1);
    assertThat(keys(sort, 0.000005, 0.000002, 0.000003))
        .satisfies(keys -> assertThat(keys[0]).isEqualTo(1))
        .satisfies(keys -> assertThat(keys[1]).isEqualTo(0));
  }

  @Test
  void keysThatAreCrowdedBesideAFarOneBecomeRanks() {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    assertThat(keys(sort, 1234567.5, 2, 0.1)).containsExactly(1, 0.5, 0);
    assertThat(keys(sort, 100, 1, 0)).containsExactly(1, 0.01, 0);
  }

  @Test
  void equalKeysStayEqual() {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    assertThat(keys(sort, 7, 7)).containsExactly(0.5, 0.5);
    assertThat(keys(sort, 3, 3, 1, 1, 2)).containsExactly(1, 1, 0, 0, 0.5);
    assertThat(keys(sort, 1234567.5, 0.0, -0.0, 0.1)).containsExactly(1, 0, 0, 0.5);
    assertThat(keys(sort, 7)).containsExactly(0.5);
    assertThat(keys(sort, 0.2, 0.9)).containsExactly(0.2, 0.9);
  }

  private static double[] keys(Algorithm sort, double... keys) {
    return Rescaling.toUnit(sort, sort.inputs(keys)).reals("key");
  }

  @Test
  void lateDeadlinesAreThoseOfTheLastTask() {
    Algorithm tasks = Clrs.algorithm("task_scheduling");
    Inputs asked = with(drawn(tasks, 1), "d", d -> d == 9 ? 1000 : d);
    assertThat(Rescaling.toUnit(tasks, asked).reals("d"))
        .isEqualTo(Arrays.stream(asked.reals("d")).map(d -> Math.min(d, 9)).toArray());
  }

  @Test
  void whatCannotBeMendedIsSaid() {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    assertThat(Rescaling.caveats(sort, sort.inputs(1, 2, 2)))
        .singleElement()
        .asString()
        .startsWith("1 of the 3 keys repeats an earlier one");
    assertThat(Rescaling.caveats(sort, sort.inputs(3, 3, 1, 1, 2)))
        .singleElement()
        .asString()
        .startsWith("2 of the 5 keys repeat earlier ones");
    assertThat(Rescaling.caveats(sort, sort.inputs(1, 2, 3))).isEmpty();
    Algorithm chain = Clrs.algorithm("matrix_chain_order");
    assertThat(Rescaling.caveats(chain, chain.inputs(1, 1e9, 5))).hasSize(1);
    assertThat(Rescaling.caveats(chain, chain.inputs(10, 20, 5))).isEmpty();
  }

  /** What the network cannot tell apart, or what is crowded, becomes ranks. */
  @Test
  void weightsOfSpanningTreesKeepTheirOrder() {
    assertThat(weightsOfPath(1000, 1002, 1001)).containsExactly(1 / 3.0, 1, 2 / 3.0);
    assertThat(weightsOfPath(1, 1e-9, 1e-300)).containsExactly(1, 2 / 3.0, 1 / 3.0);
    assertThat(weightsOfPath(9, 9, Graph.ZERO_WEIGHT)).containsExactly(1, 1, 0.5);
    assertThat(weightsOfPath(0.9, 0.1, 0.5)).containsExactly(0.9, 0.1, 0.5);
  }

  private static double[] weightsOfPath(double... weights) {
    Graph.Builder path = Graph.builder(weights.length + 1);
    for (int i = 0; i < weights.length; i++) {
      path.undirected(i, i + 1, weights[i]);
    }
    Algorithm kruskal = Clrs.algorithm("mst_kruskal");
    Inputs inputs = Inputs.builder(kruskal.features(), path.build()).build();
    Graph mapped = Rescaling.toUnit(kruskal, inputs).graph();
    return IntStream.range(0, weights.length).mapToDouble(i -> mapped.weight(i, i + 1)).toArray();
  }

  /** What people ask and training does not. */
  @Test
  void whatTrainingNeverShowsIsSaid() {
    Algorithm part = Clrs.algorithm("find_maximum_subarray_kadane");
    assertThat(caveats(WrittenInputs.numbers(part, -3, 1, -2), part)).isEmpty();
    assertThat(caveats(WrittenInputs.numbers(part, -3, -1, 0), part))
        .containsExactly("no number is positive, which training hardly ever shows");
    Algorithm segments = Clrs.algorithm("segments_intersect");
    List<double[]> ends = List.of(at(0, 0), at(4, 4), at(1, 3), at(3, 0));
    assertThat(caveats(WrittenInputs.pairs(segments, ends), segments)).isEmpty();
    for (double[] end : List.of(at(2, 2), at(5, 5), at(0, 0))) {
      List<double[]> touching = List.of(at(0, 0), at(4, 4), at(1, 3), end);
      assertThat(caveats(WrittenInputs.pairs(segments, touching), segments))
          .containsExactly(
              "an end of one segment is in line with the other, which training never shows");
    }
    for (Algorithm algorithm : List.of(part, segments)) {
      for (long k = 0; k < 20; k++) {
        assertThat(Rescaling.caveats(algorithm, drawn(algorithm, k))).isEmpty();
      }
    }
  }

  private static List<String> caveats(WrittenInputs written, Algorithm algorithm) {
    return Rescaling.caveats(algorithm, written.inputs());
  }

  private static double[] at(double x, double y) {
    return new double[] {x, y};
  }

  @Test
  void tinyWeightsAreEnlarged() {
    Algorithm paths = Clrs.algorithm("bellman_ford");
    for (double factor : new double[] {1e-7, 5e-310, 1e300}) {
      Graph graph = Graph.builder(3).undirected(0, 1, factor).undirected(1, 2, 4 * factor).build();
      Inputs inputs = Inputs.builder(paths.features(), graph).codes("s", 0).build();
      double[] weights = Rescaling.toUnit(paths, inputs).graph().weights();
      assertThat(Arrays.stream(weights).max().orElseThrow()).isCloseTo(1, within(1e-9));
    }
  }

  private static Inputs with(Inputs inputs, String name, DoubleUnaryOperator map) {
    Feature feature = inputs.feature(name);
    double[] mapped = Arrays.stream(feature.reals()).map(map).toArray();
    return inputs.with(Feature.of(feature.spec(), feature.size(), mapped));
  }
}
