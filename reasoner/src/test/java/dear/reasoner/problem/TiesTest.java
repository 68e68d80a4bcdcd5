// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.network.Network;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal keys: what the network sees of them, and what the algorithms make of them. */
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
  void onlyWhereTheOrderOfTheKeysIsAll() {
    assertThat(Clrs.algorithms())
        .filteredOn(it -> !Network.of(it).features().rankable().isEmpty())
        .extracting(Algorithm::name)
        .containsExactlyInAnyOrder(
            "insertion_sort", "bubble_sort", "heapsort", "quicksort", "minimum", "quickselect");
  }

  @Test
  void aSearchSeesItsKeysAsTheyAre() {
    Algorithm search = Clrs.algorithm("binary_search");
    Inputs inputs =
        Inputs.builder(search.features(), 3)
            .reals("key", 0.25, 0.5, 0.5)
            .reals("target", 0.5)
            .build();
    assertThat(keys(search, problem(search, search.run(inputs))))
        .containsExactly(0.25f, 0.5f, 0.5f);
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
