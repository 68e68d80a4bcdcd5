// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Clrs;
import dear.clrs.certificate.Verdict;
import dear.clrs.data.Instance;
import dear.reasoner.inference.Prediction;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.score.Estimate;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationTest {
  private static final int GRAPHS = 9;

  private static Settings settings(String algorithm, String mode) {
    return Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
        .with(Map.of(Setting.WIDTH, "8", Setting.TEST_BUDGET, "10", Setting.MODE, mode));
  }

  private static EvaluationReport evaluate(
      Settings settings, Network network, List<Problem> problems, int threads) {
    try (Workers workers = new Workers(threads)) {
      Evaluation evaluation =
          new Evaluation(network, network.initial(3), settings.inference(), workers);
      EvaluationReport first = evaluation.run(problems);
      assertThat(untimed(evaluation.run(problems))).isEqualTo(untimed(first));
      return untimed(first);
    }
  }

  /** The report without its time, which differs from run to run. */
  private static EvaluationReport untimed(EvaluationReport report) {
    assertThat(report.millisPerGraph()).isPositive();
    return new EvaluationReport(
        report.scores(),
        report.trivial(),
        report.loss(),
        report.meanEvaluations(),
        report.mostEvaluations(),
        report.meanResidual(),
        report.reasons(),
        0);
  }

  @ParameterizedTest
  @CsvSource({
    "bellman_ford, dear, nodes",
    "insertion_sort, dear, nodes",
    "bfs, nar, nodes",
    "find_maximum_subarray_kadane, dear, nodes",
    "floyd_warshall, dear, pairs",
    "insertion_sort, dear, pairs",
    "dfs, nar, pairs"
  })
  void threadsOrderAndCompanyDoNotShow(String algorithm, String mode, String processor) {
    Settings settings = settings(algorithm, mode).with(Setting.PROCESSOR, processor);
    Network network = settings.network();
    List<Problem> problems = new ProblemSource(settings, network).fixed("test", 7, GRAPHS);
    EvaluationReport one = evaluate(settings, network, problems, 1);
    assertThat(evaluate(settings, network, problems, 2)).isEqualTo(one);
    assertThat(evaluate(settings, network, problems, 3)).isEqualTo(one);

    List<Problem> shuffled = new ArrayList<>(problems);
    Collections.shuffle(shuffled, new Random(2));
    EvaluationReport mixed = evaluate(settings, network, shuffled, 2);
    assertThat(mixed.scores().accuracy()).isCloseTo(one.scores().accuracy(), within(1e-12));
    assertThat(mixed.loss()).isCloseTo(one.loss(), within(1e-9));
    assertThat(mixed.reasons()).isEqualTo(one.reasons());
    assertThat(mixed.mostEvaluations()).isEqualTo(one.mostEvaluations());

    double evaluations = 0;
    double residual = 0;
    int most = 0;
    for (Problem problem : problems) { // each alone
      EvaluationReport alone = evaluate(settings, network, List.of(problem), 1);
      evaluations += alone.meanEvaluations();
      residual += alone.meanResidual();
      most = Math.max(most, alone.mostEvaluations());
    }
    assertThat(one.meanEvaluations()).isCloseTo(evaluations / GRAPHS, within(1e-9));
    assertThat(one.meanResidual()).isCloseTo(residual / GRAPHS, within(1e-12));
    assertThat(one.mostEvaluations()).isEqualTo(most);
    assertThat(one.scores().graphs()).isEqualTo(GRAPHS);
    assertThat(one.reasons().values().stream().mapToInt(n -> n).sum()).isEqualTo(GRAPHS);
  }

  /** The truth is valid; so is any other answer that a certificate accepts, and no third one. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "insertion_sort", "floyd_warshall", "mst_kruskal"})
  void validAnswersAreThoseThatACertificateAccepts(String name) {
    Settings settings = settings(name, "dear");
    Network network = settings.network();
    Model model = new Model(settings, network, network.initial(3), Provenance.NONE);
    Instance solved =
        ProblemSource.prepared(
                settings.algorithm().samples(1).size(8), 0, 1, settings.preprocessing())
            .getFirst();
    TestQuestion question = TestQuestion.of(model, solved);
    assertThat(question.verdict(truth(network, question.problem()), pairs(network, question)))
        .contains(Verdict.RIGHT);
    List<Prediction> nothing =
        question.overPairs().isPresent() ? zeros(network, question.overPairs().get()) : List.of();
    assertThat(question.verdict(zeros(network, question.problem()), nothing))
        .contains(Verdict.WRONG);

    try (Workers workers = new Workers(1)) {
      Examination untrained =
          new Evaluation(network, network.initial(3), settings.inference(), workers)
              .examine(List.of(question));
      assertThat(untrained.valid()).map(Estimate::value).contains(0.0);
      EvaluationSummary summary = EvaluationSummary.of(untrained);
      assertThat(summary.valid()).isEqualTo(untrained.valid());
    }
  }

  private static List<Prediction> truth(Network network, Problem problem) {
    List<Prediction> predictions = new ArrayList<>();
    for (int k = 0; k < network.outputs().size(); k++) {
      predictions.add(
          new Prediction(network.outputs().get(k), problem.targets().get(k).truth().clone()));
    }
    return predictions;
  }

  private static List<Prediction> zeros(Network network, Problem problem) {
    List<Prediction> predictions = truth(network, problem);
    predictions.forEach(it -> Arrays.fill(it.codes(), 0));
    return predictions;
  }

  private static List<Prediction> pairs(Network network, TestQuestion question) {
    return question.overPairs().map(it -> truth(network, it)).orElse(List.of());
  }

  @Test
  void nothingCannotBeEvaluated() {
    Settings settings = settings("bfs", "dear");
    Network network = settings.network();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> evaluate(settings, network, List.of(), 1));
  }
}
