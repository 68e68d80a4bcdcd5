// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import dear.clrs.trait.InputForm;
import dear.reasoner.network.Network;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal numbers: what the network sees of them, and what the algorithms make of them. */
class TiesTest {
  private static final Preprocessing AS_GIVEN = new Preprocessing(true, true, false);
  private static final int LISTS = 50;

  @Test
  void equalKeysBecomeRanksInTheirOrder() {
    assertThat(seen(7, 7)).containsExactly(0, 1);
    assertThat(seen(3, 3, 1, 1, 2)).containsExactly(0.75f, 1, 0, 0.25f, 0.5f);
    assertThat(seen(0.0, -0.0, 1)).containsExactly(0, 0.5f, 1);
  }

  @Test
  void keysThatDifferStayAsTheyAre() {
    assertThat(seen(7)).containsExactly(7);
    assertThat(seen(0.2, 0.9, 0.1)).containsExactly(0.2f, 0.9f, 0.1f);
    assertThat(seen(0.0, -0.5)).containsExactly(0, -0.5f);
  }

  @Test
  void onlyWhereTheOrderIsAll() {
    assertThat(Clrs.algorithms())
        .filteredOn(it -> it.graphForm().isEmpty())
        .filteredOn(it -> it.traits().input().features().size() <= 2)
        .filteredOn(it -> !(it.traits().input() instanceof InputForm.TwoStrings))
        .filteredOn(it -> !Rescaling.withoutTies(it, equal(it)).equals(equal(it)))
        .extracting(Algorithm::name)
        .containsExactlyInAnyOrder(
            "insertion_sort",
            "bubble_sort",
            "heapsort",
            "quicksort",
            "minimum",
            "quickselect",
            "binary_search",
            "activity_selector",
            "task_scheduling");
  }

  /** Inputs all of whose numbers are one. */
  private static Inputs equal(Algorithm algorithm) {
    Inputs inputs = algorithm.sample(6, SamplerOptions.DEFAULT, SplitStream.of(1));
    for (String name : algorithm.traits().input().features()) {
      Feature feature = inputs.feature(name);
      double[] ones = new double[feature.size()];
      Arrays.fill(ones, 1);
      inputs = inputs.with(Feature.of(feature.spec(), feature.size(), ones));
    }
    return inputs;
  }

  @Test
  void aTargetComesBeforeItsEquals() {
    Algorithm search = Clrs.algorithm("binary_search");
    Inputs inputs =
        Inputs.builder(search.features(), 3)
            .reals("key", 0.25, 0.5, 0.5)
            .reals("target", 0.5)
            .build();
    Inputs ranked = Rescaling.withoutTies(search, inputs);
    assertThat(ranked.reals("key")).containsExactly(0, 2 / 3.0, 1);
    assertThat(ranked.reals("target")).containsExactly(1 / 3.0);
    Inputs apart =
        inputs.with(Feature.of(inputs.feature("key").spec(), 3, new double[] {0.25, 0.4, 0.6}));
    assertThat(Rescaling.withoutTies(search, apart)).isEqualTo(apart);
  }

  /** An activity may start when another finishes, and one of no duration finishes at once. */
  @Test
  void finishesComeBeforeStarts() {
    Algorithm selector = Clrs.algorithm("activity_selector");
    Inputs inputs =
        Inputs.builder(selector.features(), 4)
            .reals("s", 1, 4, 6, 4)
            .reals("f", 4, 6, 9, 4)
            .build();
    Inputs ranked = Rescaling.withoutTies(selector, inputs);
    assertThat(ranked.reals("s")).containsExactly(0, 4 / 7.0, 6 / 7.0, 2 / 7.0);
    assertThat(ranked.reals("f")).containsExactly(1 / 7.0, 5 / 7.0, 1, 3 / 7.0);
  }

  @Test
  void ofEqualTasksTheFirstIsTheHeaviest() {
    Algorithm scheduling = Clrs.algorithm("task_scheduling");
    Inputs inputs =
        Inputs.builder(scheduling.features(), 3).reals("d", 1, 1, 2).reals("w", 7, 7, 8).build();
    Inputs ranked = Rescaling.withoutTies(scheduling, inputs);
    assertThat(ranked.reals("w")).containsExactly(0.5, 0, 1);
    assertThat(ranked.reals("d")).containsExactly(1, 1, 2);
  }

  @Test
  void equalWeightsOfASpanningTreeBecomeRanksFromAboveZero() {
    Graph square =
        Graph.builder(4)
            .undirected(0, 1, 2)
            .undirected(1, 2, 1)
            .undirected(2, 3, 2)
            .undirected(0, 3, 3)
            .build();
    for (String name : List.of("mst_kruskal", "mst_prim")) {
      Algorithm tree = Clrs.algorithm(name);
      Inputs ranked = Rescaling.withoutTies(tree, on(tree, square));
      assertThat(ranked.graph().weight(0, 1)).isEqualTo(0.5);
      assertThat(ranked.graph().weight(3, 2)).isEqualTo(0.75);
      assertThat(ranked.graph().weight(1, 2)).isEqualTo(0.25);
      assertThat(ranked.graph().weight(3, 0)).isEqualTo(1);
      assertThat(ranked.graph().weight(2, 2)).isZero();
      assertThat(ranked.graph().oneWayEdge()).isEmpty();
    }
    Algorithm paths = Clrs.algorithm("dijkstra");
    assertThat(Rescaling.withoutTies(paths, on(paths, square))).isEqualTo(on(paths, square));
  }

  private static Inputs on(Algorithm algorithm, Graph graph) {
    Inputs.Builder builder = Inputs.builder(algorithm.features(), graph);
    return algorithm.graphForm().orElseThrow().hasSource()
        ? builder.codes("s", 0).build()
        : builder.build();
  }

  /** An evaluation asks what 'dear solve' asks, whose numbers are also brought into range. */
  @ParameterizedTest
  @ValueSource(strings = {"insertion_sort", "heapsort", "minimum", "quickselect"})
  void anEvaluationAsksWhatAPersonAsks(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (int k = 0; k < LISTS; k++) {
      Inputs asked = algorithm.inputs(tied(k));
      Problem scored = problem(algorithm, algorithm.run(asked));
      Inputs inputs =
          AS_GIVEN.apply(algorithm, Rescaling.toUnit(algorithm, asked), SplitStream.of(0));
      assertThat(keys(algorithm, scored))
          .isEqualTo(keys(algorithm, Network.of(algorithm).problem(inputs)));
    }
  }

  /**
   * With the first of equal keys as the least, every answer is right. It is also the algorithm's
   * own where equal keys keep their order; elsewhere accuracy counts against the model what its
   * certificate accepts.
   */
  @ParameterizedTest
  @CsvSource({
    "insertion_sort, true",
    "bubble_sort, true",
    "minimum, true",
    "heapsort, false",
    "quicksort, false",
    "quickselect, false"
  })
  void theFirstOfEqualKeysIsARightChoice(String name, boolean own) {
    Algorithm algorithm = Clrs.algorithm(name);
    int same = 0;
    for (int k = 0; k < LISTS; k++) {
      Inputs given = algorithm.inputs(tied(k));
      Inputs ranked = Rescaling.withoutTies(algorithm, given);
      assertThat(ranked).isNotEqualTo(given);
      Instance answer = algorithm.run(ranked);
      assertThat(Certificate.check(algorithm, given, answer.outputs()).isRight()).isTrue();
      same += answer.outputs().equals(algorithm.run(given).outputs()) ? 1 : 0;
    }
    assertThat(same == LISTS).isEqualTo(own);
  }

  /**
   * Ties are broken as the algorithms break them, or at least so that the answer is right: Prim's
   * algorithm has an order of its own, and activities without duration come last of those that
   * finish at the same time, so that none is left out.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "binary_search",
        "activity_selector",
        "task_scheduling",
        "mst_kruskal",
        "mst_prim"
      })
  void ranksOfOtherNumbersHaveARightAnswer(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    int changed = 0;
    for (int k = 0; k < LISTS; k++) {
      Inputs given =
          rounded(algorithm.sample(8, SamplerOptions.DEFAULT, SplitStream.of(5).split(k)));
      Inputs ranked = Rescaling.withoutTies(algorithm, given);
      changed += ranked.equals(given) ? 0 : 1;
      List<Feature> answer = algorithm.run(ranked).outputs();
      assertThat(Certificate.check(algorithm, given, answer).isRight()).isTrue();
      if (!List.of("mst_prim", "activity_selector").contains(name)) {
        assertThat(answer).isEqualTo(algorithm.run(given).outputs());
      }
    }
    assertThat(changed).isGreaterThan(LISTS / 2);
  }

  /** The same with numbers rounded up to fifths, so that many are equal. */
  private static Inputs rounded(Inputs inputs) {
    Inputs rounded = inputs;
    for (Feature feature : inputs.features()) {
      if (feature.spec().isReal() && !feature.name().equals(Inputs.POSITION)) {
        rounded = rounded.with(Feature.of(feature.spec(), feature.size(), fifths(feature.reals())));
      }
    }
    return inputs.hasGraph() ? rounded.withWeights(fifths(inputs.graph().weights())) : rounded;
  }

  private static double[] fifths(double[] numbers) {
    return Arrays.stream(numbers).map(x -> Math.ceil(5 * x) / 5).toArray();
  }

  /** Twelve numbers from 0 to 4. */
  private static double[] tied(int k) {
    SplitStream random = SplitStream.of(3).split(k);
    double[] keys = new double[12];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = random.nextInt(5);
    }
    return keys;
  }

  private static float[] seen(double... keys) {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    return keys(sort, problem(sort, sort.run(keys)));
  }

  private static Problem problem(Algorithm algorithm, Instance solved) {
    return Network.of(algorithm).problem(AS_GIVEN.apply(algorithm, solved, SplitStream.of(0)));
  }

  private static float[] keys(Algorithm algorithm, Problem problem) {
    List<String> inputs =
        Network.of(algorithm).features().nodeInputs().stream().map(FeatureSpec::name).toList();
    return problem.nodeInputs().get(inputs.indexOf("key"));
  }
}
