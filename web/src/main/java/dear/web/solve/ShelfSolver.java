// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.certificate.Certificate;
import dear.clrs.data.Instance;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceOptions;
import dear.web.http.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * Answers questions with the models of a shelf, the same way in a server and in a browser.
 *
 * @param shelf the models
 */
record ShelfSolver(ModelShelf shelf) {
  /** Enough for every budget in the presets; longer traces are thinned out. */
  private static final int MOST_FRAMES = 200;

  /** The memory for the states of one search: 200 frames of 64 nodes at a width of 640. */
  private static final long MOST_STATE_BYTES = 32L << 20;

  SolveAnswer answer(SolveRequest asked, Computation computation) {
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
    SolvedRun cold = run(asked, asked.model(), question, options, computation);
    Optional<SolvedRun> warm =
        asked
            .previous()
            .map(before -> {
              Question earlier = asked.question(before);
              Trace old =
                  computation.trace(model(asked.model()), earlier, TraceOptions.ANSWER_ONLY);
              Question again = question.startingFrom(old.answer().state());
              return run(asked, asked.model(), again, options, computation);
            });
    Optional<SolvedRun> rollout =
        asked.rollout().map(name -> run(asked, name, question, options, computation));
    return new SolveAnswer(asked, target, cold, warm, rollout);
  }

  private SolvedRun run(
      SolveRequest asked,
      String name,
      Question question,
      TraceOptions options,
      Computation computation) {
    long start = System.nanoTime();
    Trace trace = computation.trace(model(name), question, options);
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
    return shelf.model(name);
  }
}
