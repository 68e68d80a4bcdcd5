// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.TraceOptions;
import dear.web.http.Field;
import dear.web.http.Limits;
import dear.web.http.Refusal;
import dear.web.http.Reply;
import dear.web.http.Request;
import dear.web.http.Telemetry;
import java.io.IOException;

/** Answers questions with the models of a shelf. */
public final class SolveService implements AutoCloseable {
  private static final int WARM_UP_NODES = 16;
  private static final int WARM_UP_ROUNDS = 30;

  /** Who asks to warm up; visitors come first, as before anyone with many questions. */
  private static final String OURSELVES = "";

  private final ModelShelf shelf;
  private final Limits.Questions limits;
  private final Telemetry telemetry;
  private final SolverPool pool;
  private final ShelfSolver solver;

  /** A service with its own threads. */
  public SolveService(ModelShelf shelf, Limits.Questions limits, Telemetry telemetry) {
    this.shelf = shelf;
    this.limits = limits;
    this.telemetry = telemetry;
    this.pool = new SolverPool(limits);
    this.solver = new ShelfSolver(shelf);
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
        pool.run(OURSELVES, turn -> turn.trace(model, question, options));
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
    SolveAnswer answer = pool.run(request.client(), turn -> solver.answer(asked, turn));
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

  @Override
  public void close() {
    pool.close();
  }
}
