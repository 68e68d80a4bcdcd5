// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.certificate.Verdict;
import dear.clrs.data.FeatureSpec;
import dear.equilibrium.StopReason;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.inference.Consensus;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.Estimate;
import dear.reasoner.score.ScoreBoard;
import dear.reasoner.score.TrivialAnswers;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Answers a set of problems and scores the answers. Graphs are spread over the team; the result for
 * a graph does not depend on the others.
 */
public final class Evaluation {
  private final Network network;
  private final Workers workers;
  private final Engine[] engines;

  /** Creates an evaluation that can be repeated while the parameters change. */
  public Evaluation(Network network, Parameters parameters, Inference inference, Workers workers) {
    this.network = network;
    this.workers = workers;
    this.engines = new Engine[workers.threads()];
    Arrays.setAll(engines, _ -> new Engine(network, parameters, inference));
  }

  /**
   * The answer to one question, its answer over all pairs, which is often empty, and the verdict of
   * its certificate.
   */
  @SuppressWarnings("ArrayRecordComponent") // numbers to add up, never to compare
  record Result(
      Run run,
      List<Prediction> predictions,
      List<Prediction> overPairs,
      Optional<Verdict> verdict,
      double[] losses,
      long nanos) {}

  /** Runs the evaluation; the targets of all problems must be known. */
  public EvaluationReport run(List<Problem> problems) {
    return examine(problems.stream().map(TestQuestion::of).toList()).report();
  }

  /**
   * The same, and measures the mean opening of the gate at each state found, which takes one more
   * step.
   *
   * @param openings receives one number for each problem
   */
  public EvaluationReport run(List<Problem> problems, double[] openings) {
    Result[] results = new Result[problems.size()];
    workers.forEach(
        results.length,
        (worker, i) -> {
          results[i] = answer(TestQuestion.of(problems.get(i)), engines[worker]);
          openings[i] = engines[worker].opening(problems.get(i));
        });
    return report(network.outputs(), problems, results);
  }

  /**
   * Asks questions. A question with several phrasings is answered by their {@linkplain Consensus
   * consensus}; evaluations and time are summed over them, and there is no loss (NaN).
   */
  public Examination examine(List<TestQuestion> questions) {
    return examine(questions, _ -> {});
  }

  /**
   * The same for someone who waits.
   *
   * @param progress is told after each answer how many there are; called by several threads
   */
  public Examination examine(List<TestQuestion> questions, IntConsumer progress) {
    Result[] results = new Result[questions.size()];
    AtomicInteger done = new AtomicInteger();
    workers.forEach(
        results.length,
        (worker, i) -> {
          results[i] = answer(questions.get(i), engines[worker]);
          progress.accept(done.incrementAndGet());
        });
    return summarise(network.outputs(), questions, results);
  }

  private Result answer(TestQuestion question, Engine engine) {
    long start = System.nanoTime();
    Run run = engine.solve(question.problem());
    if (question.phrasings().size() > 1) {
      return agree(question, engine, start, run);
    }
    List<Prediction> predictions = engine.predict(question.problem());
    double[] losses = engine.losses();
    long nanos = System.nanoTime() - start;
    List<Prediction> pairs = question.overPairs().map(engine::predict).orElse(List.of());
    return new Result(run, predictions, pairs, question.verdict(predictions, pairs), losses, nanos);
  }

  private Result agree(TestQuestion question, Engine engine, long start, Run first) {
    Consensus answer = new Consensus(network.outputs(), question.problem().answers());
    Optional<Consensus> overPairs =
        question.overPairs().map(it -> new Consensus(network.outputs(), it.answers()));
    int evaluations = 0;
    double residual = 0;
    StopReason reason = StopReason.CONVERGED;
    for (int k = 0; k < question.phrasings().size(); k++) {
      Phrasing phrasing = question.phrasings().get(k);
      Run run = k == 0 ? first : engine.solve(phrasing.problem());
      engine.predict(phrasing.problem());
      answer.add(engine.scores(), phrasing.problem().answers(), phrasing.names());
      if (overPairs.isPresent()) {
        Problem pairs = phrasing.overPairs().orElseThrow();
        engine.predict(pairs);
        overPairs.get().add(engine.scores(), pairs.answers(), phrasing.names());
      }
      evaluations += run.evaluations();
      residual += run.residual() / question.phrasings().size();
      reason = reason == StopReason.CONVERGED ? run.reason() : reason;
    }
    double[] losses = new double[network.outputs().size()];
    Arrays.fill(losses, Double.NaN);
    List<Prediction> predictions = answer.predictions();
    List<Prediction> pairs = overPairs.map(Consensus::predictions).orElse(List.of());
    return new Result(
        new Run(evaluations, residual, reason),
        predictions,
        pairs,
        question.verdict(predictions, pairs),
        losses,
        System.nanoTime() - start);
  }

  /** Scores answers and adds up their cost. */
  static Examination summarise(
      List<FeatureSpec> outputs, List<TestQuestion> questions, Result[] results) {
    List<Problem> problems = questions.stream().map(TestQuestion::problem).toList();
    EvaluationReport report = report(outputs, problems, results);
    Optional<Estimate> valid = valid(results);
    if (questions.stream().anyMatch(it -> it.overPairs().isEmpty())) {
      return new Examination(report, Optional.empty(), valid);
    }
    ScoreBoard board = new ScoreBoard(outputs);
    for (int i = 0; i < results.length; i++) {
      board.add(questions.get(i).overPairs().orElseThrow(), results[i].overPairs());
    }
    return new Examination(report, Optional.of(board.scores()), valid);
  }

  /** Returns the share of answers that their certificates accept, unless some have none. */
  private static Optional<Estimate> valid(Result[] results) {
    if (Arrays.stream(results).anyMatch(it -> it.verdict().isEmpty())) {
      return Optional.empty();
    }
    long right = Arrays.stream(results).filter(it -> it.verdict().get() == Verdict.RIGHT).count();
    return Optional.of(Estimate.share(right, results.length));
  }

  private static EvaluationReport report(
      List<FeatureSpec> outputs, List<Problem> problems, Result[] results) {
    ScoreBoard board = new ScoreBoard(outputs);
    ScoreBoard trivial = new ScoreBoard(outputs);
    LossWeights weights = LossWeights.of(problems);
    Map<StopReason, Integer> reasons = new EnumMap<>(StopReason.class);
    double loss = 0;
    long evaluations = 0;
    int most = 0;
    double residual = 0;
    long nanos = 0;
    for (int i = 0; i < results.length; i++) {
      Result result = results[i];
      board.add(problems.get(i), result.predictions());
      trivial.add(problems.get(i), TrivialAnswers.of(problems.get(i)));
      for (int k = 0; k < result.losses().length; k++) {
        loss += result.losses()[k] * weights.outputs()[k];
      }
      evaluations += result.run().evaluations();
      most = Math.max(most, result.run().evaluations());
      residual += result.run().residual();
      reasons.merge(result.run().reason(), 1, Integer::sum);
      nanos += result.nanos();
    }
    int graphs = results.length;
    return new EvaluationReport(
        board.scores(),
        trivial.scores(),
        loss / outputs.size(),
        (double) evaluations / graphs,
        most,
        residual / graphs,
        reasons,
        nanos / 1e6 / graphs);
  }
}
