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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The few threads that compute, and the short queue in front of them.
 *
 * <p>A bounded queue keeps an overloaded server useful: what cannot be answered in time is rejected
 * immediately, so that accepted questions are answered and the load can fall. Every question has a
 * deadline, measured from its arrival and checked before each evaluation, so a question that nobody
 * waits for any more ends by itself.
 *
 * <p>Addresses share the threads: whoever has the fewest questions in progress is next. And a
 * costly question makes way: before each evaluation, its thread first answers a waiting question of
 * an address that has none in progress. So one address with many costly questions delays another by
 * an evaluation, not by questions, yet uses all threads while nobody else asks.
 */
final class SolverPool implements AutoCloseable {
  /** How many questions one thread may have begun: each holds the memory of a search. */
  private static final int MOST_BEGUN = 4;

  private final Limits.Questions limits;
  private final FairQueue queue;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<Model, BlockingQueue<Reasoner>> idle = new ConcurrentHashMap<>();

  SolverPool(Limits.Questions limits) {
    this.limits = limits;
    queue = new FairQueue(limits);
    for (int i = 0; i < limits.solvers(); i++) {
      threads.add(Thread.ofPlatform().daemon().name("solver-" + i).start(this::solve));
    }
  }

  private void solve() {
    try {
      while (true) {
        run(queue.take(), 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the pool is closed
    }
  }

  private void run(FairQueue.Entry entry, int begun) {
    entry.begun(begun);
    try {
      entry.task().run();
    } finally {
      queue.done(entry);
    }
  }

  /** A question's permit to compute. */
  final class Turn implements Computation, EvaluationObserver {
    private final long deadline;
    private int begun = 1;

    private Turn(long deadline) {
      this.deadline = deadline;
    }

    @Override
    public Trace trace(Model model, Question question, TraceOptions options) {
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
      pause();
    }

    @Override
    public void pause() {
      requireTime();
      if (begun < MOST_BEGUN) {
        Optional<FairQueue.Entry> newcomer = queue.takeNewcomer();
        newcomer.ifPresent(entry -> run(entry, begun + 1));
      }
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

  /** Waits for a thread and for the result of an address's question. */
  <T> T run(String client, Work<T> work) throws InterruptedException {
    Turn turn = new Turn(System.nanoTime() + limits.time().toNanos());
    FutureTask<T> task =
        new FutureTask<>(() -> {
          turn.requireTime();
          return work.run(turn);
        });
    FairQueue.Entry entry = new FairQueue.Entry(client, task, begun -> turn.begun = begun);
    queue.add(entry);
    try {
      // The work checks the deadline itself; the margin is for one evaluation.
      return task.get(2 * limits.time().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw late();
    } finally {
      queue.remove(entry); // only if it still waits
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
    threads.forEach(Thread::interrupt);
  }
}
