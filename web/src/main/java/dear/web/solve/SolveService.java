// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.Instance;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceOptions;
import dear.web.http.Field;
import dear.web.http.Limits;
import dear.web.http.Refusal;
import dear.web.http.Reply;
import dear.web.http.Request;
import dear.web.http.Telemetry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Answers questions with the models of a shelf. */
public final class SolveService implements AutoCloseable {
  /** Enough for every budget in the presets; longer traces are thinned out. */
  private static final int MOST_FRAMES = 200;

  /** The memory for the states of one search: 200 frames of 64 nodes at a width of 640. */
  private static final long MOST_STATE_BYTES = 32L << 20;

  private static final int WARM_UP_NODES = 16;
  private static final int WARM_UP_ROUNDS = 30;

  private final ModelShelf shelf;
  private final Limits.Questions limits;
  private final Telemetry telemetry;
  private final SolverPool pool;

  /** A service with its own threads. */
  public SolveService(ModelShelf shelf, Limits.Questions limits, Telemetry telemetry) {
    this.shelf = shelf;
    this.limits = limits;
    this.telemetry = telemetry;
    this.pool = new SolverPool(limits);
  }

  /**
   * Lets every model answer a few questions in the background: the first answer of a process takes
   * seconds, because code is compiled while it runs, and no visitor should wait for that.
   */
  public void warmUp() {
    Thread.ofVirtual().start(() -> shelf.models().values().forEach(this::warmUp));
  }

  private void warmUp(Model model) {
    Algorithm algorithm = model.settings().algorithm();
    int nodes = Math.min(WARM_UP_NODES, limits.nodes());
    try {
      for (int seed = 1; seed <= WARM_UP_ROUNDS; seed++) {
        Question question = Question.of(algorithm.samples(seed).size(nodes).inputs(0));
        TraceOptions options = seed == 1 ? TraceOptions.DEFAULT : TraceOptions.ANSWER_ONLY;
        pool.run(turn -> turn.trace(model, question, options));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refusal e) {
      // visitors were faster; their questions warm it up as well
    }
  }

  /** Answers {@code POST /api/solve}. */
  public Reply solve(Request request) throws IOException, InterruptedException {
    long start = System.nanoTime();
    SolveRequest asked = SolveRequest.read(Field.root(request.json()), shelf, limits.nodes());
    SolveAnswer answer = pool.run(turn -> answer(asked, turn));
    telemetry.solved(System.nanoTime() - start, answer.evaluations());
    return Reply.json(answer::write);
  }

  /** Answers {@code GET /api/algorithms}. */
  public Reply algorithms() {
    return Reply.json(json -> Catalogue.writeAlgorithms(shelf, limits, json));
  }

  /** Answers {@code GET /api/models}. */
  public Reply models() {
    return Reply.json(json -> Catalogue.writeModels(shelf, json));
  }

  private SolveAnswer answer(SolveRequest asked, SolverPool.Turn turn) {
    Instance target;
    try {
      target = asked.algorithm().run(asked.inputs());
    } catch (RuntimeException e) { // an instance that the algorithm does not accept
      throw Refusal.unprocessable(
          Shape.of(asked.algorithm()).kind().word(),
          asked.algorithm() + " cannot run on it: " + e.getMessage());
    }
    TraceOptions options =
        asked.trace()
            ? new TraceOptions(MOST_FRAMES, MOST_STATE_BYTES, /* states= */ true)
            : TraceOptions.ANSWER_ONLY;
    Question question = asked.question(asked.inputs());
    SolvedRun cold = run(asked, asked.model(), question, options, turn);
    Optional<SolvedRun> warm =
        asked
            .previous()
            .map(before -> {
              Question earlier = asked.question(before);
              Trace old = turn.trace(model(asked.model()), earlier, TraceOptions.ANSWER_ONLY);
              Question again = question.startingFrom(old.answer().state());
              return run(asked, asked.model(), again, options, turn);
            });
    Optional<SolvedRun> rollout =
        asked.rollout().map(name -> run(asked, name, question, options, turn));
    return new SolveAnswer(asked, target, cold, warm, rollout);
  }

  private SolvedRun run(
      SolveRequest asked,
      String name,
      Question question,
      TraceOptions options,
      SolverPool.Turn turn) {
    long start = System.nanoTime();
    Trace trace = turn.trace(model(name), question, options);
    double milliseconds = (System.nanoTime() - start) / 1e6;
    AnswerCheck judge = AnswerCheck.of(model(name), asked.algorithm(), asked.inputs());
    List<Certificate> checks =
        asked.trace()
            ? trace.frames().stream().map(frame -> judge.check(frame.outputs())).toList()
            : List.of();
    return new SolvedRun(
        name,
        trace,
        milliseconds,
        judge.check(trace.solved().outputs()),
        checks,
        model(name).caveats(asked.inputs()));
  }

  private Model model(String name) {
    return shelf.find(name).orElseThrow();
  }

  @Override
  public void close() {
    pool.close();
  }
}
