// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.sampling.SamplerOption;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.trait.AnswerForm;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RepairTest {
  private final SplittableRandom random = new SplittableRandom(5);

  static Stream<Algorithm> algorithms() {
    return Clrs.algorithms().stream();
  }

  static Stream<Algorithm> startingFromAnswers() {
    return algorithms().filter(it -> startsFromAnswer(it));
  }

  private static boolean startsFromAnswer(Algorithm algorithm) {
    return switch (algorithm.traits().answer()) {
      case AnswerForm.Paths _, AnswerForm.AllPaths _, AnswerForm.Order _ -> true;
      default -> false;
    };
  }

  private static Instance sample(Algorithm algorithm, int k) {
    boolean directed = k % 2 == 0 && algorithm.samplerOptions().contains(SamplerOption.DIRECTED);
    return algorithm
        .samples(k)
        .size(Math.max(algorithm.leastSize(), 12))
        .options(SamplerOptions.DEFAULT.withDirected(directed))
        .get(k);
  }

  /** The outputs with a share of their values replaced by any others. */
  private List<Feature> damaged(Instance solved, double share) {
    List<Feature> damaged = new ArrayList<>();
    for (Feature output : solved.outputs()) {
      int[] codes = output.codes().clone();
      int most =
          switch (output.spec().type()) {
            case MASK -> 2;
            case CATEGORICAL -> output.spec().classes();
            default -> solved.nodes();
          };
      for (int i = 0; i < codes.length; i++) {
        if (codes[i] >= 0 && random.nextDouble() < share) {
          codes[i] = random.nextInt(most);
        }
      }
      damaged.add(Feature.of(output.spec(), output.size(), codes));
    }
    return damaged;
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void whateverWasGivenTheResultIsRight(Algorithm algorithm) {
    for (int k = 0; k < 30; k++) {
      Instance solved = sample(algorithm, k);
      List<Feature> given = damaged(solved, k % 3 == 0 ? 1 : 0.2);
      Repair repair = Repair.of(algorithm, solved.inputs(), given);
      Certificate certificate = Certificate.check(algorithm, solved.inputs(), repair.outputs());
      assertThat(certificate.verdict()).as(certificate::toString).isEqualTo(Verdict.RIGHT);
      assertThat(repair.places())
          .isEqualTo(solved.outputs().stream().mapToLong(it -> it.codes().length).sum());
      assertThat(repair.kept()).isBetween(0L, repair.places());
      if (!startsFromAnswer(algorithm)) {
        assertThat(repair.start()).isEqualTo(Repair.Start.BEGINNING);
        assertThat(repair.outputs()).isEqualTo(solved.outputs());
      }
    }
  }

  /** Except for the empty paths of all pairs, of which CLRS-30 makes cycles at self-loops. */
  @ParameterizedTest
  @MethodSource("startingFromAnswers")
  void whatIsRightIsKept(Algorithm algorithm) {
    for (int k = 0; k < 10; k++) {
      Instance solved = sample(algorithm, k);
      Repair repair = Repair.of(algorithm, solved.inputs(), solved.outputs());
      assertThat(repair.start()).isEqualTo(Repair.Start.ANSWER);
      long diagonal =
          algorithm.traits().answer() instanceof AnswerForm.AllPaths ? solved.nodes() : 0;
      assertThat(repair.kept()).isGreaterThanOrEqualTo(repair.places() - diagonal);
    }
  }

  @Test
  void oneOfTwoEqualPathsIsKeptAsItIs() {
    Algorithm algorithm = Clrs.algorithm("dijkstra");
    Graph square =
        Graph.builder(5)
            .edge(0, 1, 1)
            .edge(0, 2, 1)
            .edge(1, 3, 1)
            .edge(2, 3, 1)
            .edge(3, 4, 1)
            .build();
    Instance solved = algorithm.run(square, 0);
    assertThat(solved.output("pi").codes()).containsExactly(0, 0, 0, 1, 3);
    Feature other = Feature.of(solved.output("pi").spec(), 5, new int[] {0, 0, 0, 2, 4});
    Repair repair = Repair.of(algorithm, solved.inputs(), List.of(other));
    assertThat(repair.outputs().getFirst().codes()).containsExactly(0, 0, 0, 2, 3);
    assertThat(repair.kept()).isEqualTo(4);
    assertThat(repair.start()).isEqualTo(Repair.Start.ANSWER);
  }

  @Test
  void equalKeysKeepTheOrderTheyWereGiven() {
    Algorithm algorithm = Clrs.algorithm("heapsort");
    Instance solved = algorithm.run(2, 1, 2, 0);
    Feature pred = solved.output("pred");
    Feature given = Feature.of(pred.spec(), 4, new int[] {2, 1, 3, 1}); // 1, 3, 2, 0
    Repair repair = Repair.of(algorithm, solved.inputs(), List.of(given));
    assertThat(repair.outputs().getFirst().codes()).containsExactly(2, 3, 1, 3);
    assertThat(repair.kept()).isEqualTo(1);
    Feature circle = Feature.of(pred.spec(), 4, new int[] {1, 0, 2, 2});
    assertThat(Repair.of(algorithm, solved.inputs(), List.of(circle)).start())
        .isEqualTo(Repair.Start.BEGINNING);
  }

  @Test
  void aCycleOfNegativeWeightHasNoShortestPaths() {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph graph = Graph.builder(3).edge(0, 1, 1).edge(1, 2, -2).edge(2, 1, 1).build();
    Instance any = algorithm.run(Graph.builder(3).edge(0, 1, 1).edge(1, 2, 2).build(), 0);
    Feature pi = any.output("pi");
    assertThatThrownBy(() ->
            Repair.of(
                algorithm,
                Inputs.builder(algorithm.features(), graph).codes("s", 0).build(),
                List.of(pi)))
        .hasMessageContaining("a cycle of negative weight");
  }
}
