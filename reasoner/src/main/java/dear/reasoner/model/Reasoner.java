// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.data.Feature;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.EvaluationObserver;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.problem.Problem;
import dear.tensor.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A model ready to answer questions, on one thread at a time or with a team. It reuses its memory
 * from one question to the next, so many small questions do not allocate a network workspace each.
 * Answers depend on the question alone.
 */
public final class Reasoner {
  private final Model model;
  private final Engine engine;

  /** Creates a reasoner for the calling thread. */
  public Reasoner(Model model) {
    this(model, model.engine());
  }

  /** Creates a reasoner whose team works on one graph. */
  public Reasoner(Model model, Workers team) {
    this(model, model.engine(team));
  }

  private Reasoner(Model model, Engine engine) {
    this.model = model;
    this.engine = engine;
  }

  /** Answers a question. */
  public Solved solve(Question question) {
    return solve(question, EvaluationObserver.NONE);
  }

  /** Answers a question, watched by an observer. */
  public Solved solve(Question question, EvaluationObserver observer) {
    Problem problem = question.problem(model);
    Run run = engine.solve(problem, question.search(), observer);
    return solved(question, problem, run);
  }

  /** Answers a question and records how the answer formed. */
  public Trace trace(Question question, TraceOptions options) {
    return trace(question, options, EvaluationObserver.NONE);
  }

  /** Answers a question, watched by an observer, and records how the answer formed. */
  public Trace trace(Question question, TraceOptions options, EvaluationObserver observer) {
    Problem problem = question.problem(model);
    Recorder recorder = new Recorder(options, observer);
    Run run = engine.solve(problem, question.search(), recorder);
    Solved solved = solved(question, problem, run);
    Recorder.Snapshot answer = new Recorder.Snapshot(engine.answeredAt(), engine.state());
    List<Double> residuals = Arrays.stream(engine.residuals()).boxed().toList();
    List<TraceFrame> frames = new ArrayList<>();
    for (Recorder.Snapshot kept : recorder.kept(answer)) {
      observer.pause();
      boolean answered = kept.evaluation() == answer.evaluation();
      frames.add(
          new TraceFrame(
              kept.evaluation(),
              answered ? run.residual() : residuals.get(kept.evaluation() - 1),
              answered ? solved.outputs() : outputs(question, problem, kept.state()),
              answered || options.states() ? kept.state() : new float[0]));
    }
    return new Trace(solved, frames, residuals, answer.evaluation(), engine.rowWidth());
  }

  private Solved solved(Question question, Problem problem, Run run) {
    return new Solved(
        question.inputs(),
        outputs(question, problem, engine.state()),
        run,
        question.search().stop(model.settings().inference()));
  }

  private List<Feature> outputs(Question question, Problem problem, float[] state) {
    return features(question, problem, engine.predict(problem, state));
  }

  private List<Feature> features(Question question, Problem problem, List<Prediction> predictions) {
    return AnswerFeatures.of(
        model.settings().algorithm(), question.inputs(), problem.answers(), predictions);
  }
}
