// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.equilibrium.StopReason;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.ScoreBoard;
import dear.reasoner.score.TrivialAnswers;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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

  /** The result for one graph. */
  @SuppressWarnings("ArrayRecordComponent") // numbers to add up, never to compare
  private record Result(Run run, List<Prediction> predictions, double[] losses, long nanos) {}

  /** Runs the evaluation; the targets of all problems must be known. */
  public EvaluationReport run(List<Problem> problems) {
    Result[] results = new Result[problems.size()];
    workers.forEach(
        results.length,
        (worker, i) -> {
          Engine engine = engines[worker];
          Problem problem = problems.get(i);
          long start = System.nanoTime();
          Run run = engine.solve(problem);
          List<Prediction> predictions = engine.predict(problem);
          results[i] = new Result(run, predictions, engine.losses(), System.nanoTime() - start);
        });
    return summarise(problems, results);
  }

  private EvaluationReport summarise(List<Problem> problems, Result[] results) {
    ScoreBoard board = new ScoreBoard(network.outputs());
    ScoreBoard trivial = new ScoreBoard(network.outputs());
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
        loss / network.outputs().size(),
        (double) evaluations / graphs,
        most,
        residual / graphs,
        reasons,
        nanos / 1e6 / graphs);
  }
}
