// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.reasoner.inference.EvaluationObserver;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Reasoner;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceOptions;
import dear.web.http.Limits;
import dear.web.http.Refusal;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The few threads that compute, and the short queue in front of them.
 *
 * <p>A bounded queue keeps an overloaded server useful: what cannot be answered soon is rejected
 * immediately, so that accepted questions are answered in time and the load can fall. Every
 * question has a deadline, measured from its arrival and checked before each evaluation, so a
 * question that nobody waits for any more ends by itself.
 */
final class SolverPool implements AutoCloseable {
  private final Limits.Questions limits;
  private final ThreadPoolExecutor threads;
  private final Map<Model, BlockingQueue<Reasoner>> idle = new ConcurrentHashMap<>();

  SolverPool(Limits.Questions limits) {
    this.limits = limits;
    threads =
        new ThreadPoolExecutor(
            limits.solvers(),
            limits.solvers(),
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(limits.waiting()),
            Thread.ofPlatform().daemon().name("solver-", 0).factory());
  }

  /** A question's permit to compute. */
  final class Turn implements EvaluationObserver {
    private final long deadline;

    private Turn(long deadline) {
      this.deadline = deadline;
    }

    Trace trace(Model model, Question question, TraceOptions options) {
      BlockingQueue<Reasoner> mine =
          idle.computeIfAbsent(model, _ -> new ArrayBlockingQueue<>(limits.solvers()));
      Reasoner found = mine.poll();
      Reasoner reasoner = found == null ? new Reasoner(model) : found;
      Trace trace = reasoner.trace(question, options, this);
      mine.offer(reasoner); // one that has failed is not reused
      return trace;
    }

    @Override
    public void before(int evaluation) {
      requireTime();
    }

    private void requireTime() {
      if (System.nanoTime() - deadline > 0) {
        throw late();
      }
    }
  }

  /** The work of a question. */
  @FunctionalInterface
  interface Work<T> {
    T run(Turn turn);
  }

  /** Waits for a thread and for the result. */
  <T> T run(Work<T> work) throws InterruptedException {
    Turn turn = new Turn(System.nanoTime() + limits.time().toNanos());
    Callable<T> task =
        () -> {
          turn.requireTime();
          return work.run(turn);
        };
    Future<T> future;
    try {
      future = threads.submit(task);
    } catch (RejectedExecutionException e) {
      throw Refusal.of(
          503, "%d questions are already waiting; try again soon".formatted(limits.waiting()));
    }
    try {
      // The work checks the deadline itself; the margin is for one evaluation.
      return future.get(2 * limits.time().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw late();
    } finally {
      future.cancel(false); // only if it is still in the queue
    }
  }

  private Refusal late() {
    return Refusal.of(
        503,
        "the question took longer than %d s; ask about a smaller instance"
            .formatted(limits.time().toSeconds()));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
