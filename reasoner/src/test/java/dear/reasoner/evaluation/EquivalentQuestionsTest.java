// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.inference.Consensus;
import dear.reasoner.inference.HandMadeWeights;
import dear.reasoner.inference.Prediction;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.Features;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EquivalentQuestionsTest {
  private static final int NODES = 9;

  private static Model untrained(String algorithm, Map<Setting, String> given) {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "8", Setting.TEST_BUDGET, "10"))
            .with(given);
    Network network = settings.network();
    return new Model(settings, network, network.initial(5), Provenance.NONE);
  }

  /**
   * The true answers to reworded questions, as sure scores, are the true answer to the first: so
   * the questions are equivalent, and scores of every kind find their way back.
   */
  @ParameterizedTest
  @MethodSource("algorithms")
  void rightAnswersToAllOfThemAgree(Algorithm algorithm) {
    Network network = Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm));
    Samples samples = algorithm.samples(3).size(NODES);
    boolean reworded = false;
    for (int k = 0; k < 20; k++) {
      Inputs inputs = samples.inputs(k);
      Problem first = problem(network, algorithm, inputs, k);
      EquivalentQuestions.Reworded other =
          EquivalentQuestions.reworded(algorithm, inputs, k, SplitStream.of(4).split(k));
      reworded |= !other.inputs().equals(inputs);
      int[] names = other.names();
      Problem second = problem(network, algorithm, other.inputs(), k);
      Consensus answer = new Consensus(network.outputs(), first.answers());
      answer.add(sure(second), second.answers(), names);
      List<Prediction> predictions = answer.predictions();
      for (int o = 0; o < predictions.size(); o++) {
        Target target = first.targets().get(o);
        int[] codes = predictions.get(o).codes();
        IntStream.range(0, codes.length)
            .filter(i -> !hasAnswer(target, i))
            .forEach(i -> codes[i] = target.truth()[i]);
        assertThat(codes)
            .as("%s of graph %d", network.outputs().get(o).name(), k)
            .isEqualTo(target.truth());
      }
    }
    assertThat(reworded)
        .isEqualTo(
            switch (algorithm.traits().invariance()) {
              case TARGET_ORDER, TIME_ORDER, TASK_ORDER, ANY_WEIGHTS, NONE -> false;
              default -> true;
            });
  }

  /** Renumbered nodes would otherwise tell equal keys apart in another order. */
  @Test
  void equalKeysAreToldApartBeforeNodesAreRenumbered() {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    Inputs tied = sort.inputs(0.5, 0.25, 0.5, 0.25, 0.5, 0.25, 0.5, 0.25);
    int[] first = sort.run(tied).output("pred").codes();
    for (int k = 0; k < 5; k++) {
      EquivalentQuestions.Reworded other =
          EquivalentQuestions.reworded(sort, tied, k, SplitStream.of(4).split(k));
      int[] chain = sort.run(other.inputs()).output("pred").codes();
      for (int i = 0; i < first.length; i++) {
        assertThat(chain[other.names()[i]]).isEqualTo(other.names()[first[i]]);
      }
    }
  }

  static Stream<Algorithm> algorithms() {
    return Clrs.algorithms().stream();
  }

  private static Problem problem(Network network, Algorithm algorithm, Inputs inputs, int k) {
    Instance solved = algorithm.run(inputs);
    return network.problem(Preprocessing.ALL.apply(algorithm, solved, SplitStream.of(k)));
  }

  /** Scores that are 1 for the true answer and -1 for all others. */
  private static List<ScoreTable> sure(Problem problem) {
    List<ScoreTable> tables = new ArrayList<>();
    int n = problem.nodes();
    for (Target target : problem.targets()) {
      int[] choices = target.choices();
      boolean onEdges = target.spec().location() == Location.EDGE;
      float[] scores =
          switch (target.spec().type()) {
            case MASK -> minusOnes(target.truth().length);
            case MASK_ONE -> minusOnes(n);
            case CATEGORICAL -> minusOnes(choices.length * Features.columns(target.spec()));
            case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
                minusOnes(
                    switch (target.spec().location()) {
                      case NODE -> problem.answers().count();
                      case EDGE -> choices.length * n;
                      case GRAPH -> n;
                    });
            case SCALAR -> throw new AssertionError("no output is real");
          };
      for (int i = 0; i < target.truth().length; i++) {
        if (!hasAnswer(target, i)) {
          continue;
        }
        switch (target.spec().type()) {
          case MASK -> scores[i] = target.truth()[i] > 0 ? 1 : -1;
          case CATEGORICAL -> scores[i * Features.columns(target.spec()) + choices[i]] = 1;
          default -> scores[onEdges ? i * n + choices[i] : choices[i]] = 1;
        }
      }
      tables.add(new ScoreTable(scores, 0, scores.length));
    }
    return tables;
  }

  /** Some cells of a table have none: two strings are only compared with each other. */
  private static boolean hasAnswer(Target target, int i) {
    return target.spec().type() != Type.CATEGORICAL || target.choices()[i] >= 0;
  }

  private static float[] minusOnes(int count) {
    float[] scores = new float[count];
    Arrays.fill(scores, -1);
    return scores;
  }

  @Test
  void anExactModelStaysExact() throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm("floyd_warshall"), Preset.PAIRS)
            .with(
                Map.of(
                    Setting.WIDTH,
                    Integer.toString(HandMadeWeights.WIDTH),
                    Setting.TOLERANCE,
                    "1e-9"));
    Network network = settings.network();
    Parameters parameters = network.initial(1);
    HandMadeWeights.write(network, parameters);
    Model model = new Model(settings, network, parameters, Provenance.NONE);
    TestSource dense =
        new TestSource.Drawn(
            16, 3, 4, SamplerOptions.DEFAULT.withEdgeProbabilities(List.of(0.8, 0.9)));
    int once = 0;
    for (int phrasings : new int[] {1, 4}) {
      Examination examination = examine(model, dense, phrasings);
      assertThat(examination.report().scores().accuracy()).isEqualTo(1);
      assertThat(examination.overPairs().orElseThrow().accuracy()).isEqualTo(1);
      int most = examination.report().mostEvaluations();
      assertThat(most).isGreaterThan(3 * once);
      once = most;
      assertThat(Double.isNaN(examination.report().loss())).isEqualTo(phrasings > 1);
    }
  }

  private static Examination examine(Model model, TestSource source, int phrasings)
      throws IOException {
    try (Workers workers = new Workers(2)) {
      return new Evaluation(
              model.network(), model.parameters(), model.settings().inference(), workers)
          .examine(TestGraphs.questions(model, source, phrasings));
    }
  }

  @Test
  void everyOtherPhrasingIsAnotherQuestion() {
    for (String name : List.of("bellman_ford", "insertion_sort", "dfs", "naive_string_matcher")) {
      Model model = untrained(name, Map.of());
      Algorithm algorithm = Clrs.algorithm(name);
      Instance solved =
          Preprocessing.ALL.apply(
              algorithm, algorithm.samples(2).size(NODES).get(0), SplitStream.of(1));
      TestQuestion question = EquivalentQuestions.of(model, solved, 5, SplitStream.of(6));
      assertThat(question.phrasings()).hasSize(5);
      List<String> faces =
          question.phrasings().stream()
              .map(it -> it.problem().nodeInputs().stream().map(Arrays::toString).toList() + "")
              .toList();
      assertThat(faces).doesNotHaveDuplicates();
    }
  }

  @Test
  void withoutAnyFreedomThereIsOnlyOneQuestion() {
    Model model = untrained("dfs", Map.of(Setting.RANDOM_POSITIONS, "false"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EquivalentQuestions.requireKnown(model))
        .withMessageContainingAll("no equivalent questions are known for dfs", "random-pos");
    EquivalentQuestions.requireKnown(
        untrained("bellman_ford", Map.of(Setting.RANDOM_POSITIONS, "false")));
  }
}
