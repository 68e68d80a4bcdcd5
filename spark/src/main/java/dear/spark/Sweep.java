// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Settings;
import dear.study.Cell;
import dear.study.TrainingSlice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Trains the cells of a study on the executors, slice by slice.
 *
 * <p>A slice is one task: the packed run goes to an executor, trains there for some minutes, and
 * comes back to the driver, which keeps it in a folder before it sends it out again. An executor
 * that is lost costs its slice, a driver that is lost the slices under way; whoever repeats them
 * gets the same bits. Spark takes one result of each task, so what a lost executor still sends is
 * ignored.
 */
final class Sweep {
  private final JavaSparkContext context;
  private final SweepFolder folder;
  private final Duration slice;
  private final long deadline;
  private final Listener listener;
  private final int taskCores;
  private final AtomicInteger running = new AtomicInteger();

  /** Receives the progress of a sweep, from several threads. */
  interface Listener {
    /** Called before anything is trained, with the steps of cells that were begun earlier. */
    void found(List<Cell> cells, List<Integer> steps);

    /** Called when a cell has come further. */
    void reached(Cell cell, int step, boolean finished, int running);

    /** Called when a cell cannot be trained any further. */
    void failed(Cell cell, String reason);
  }

  /**
   * Creates a sweep.
   *
   * @param slice how long a task trains
   * @param budget after which time no more slices are begun
   */
  Sweep(
      JavaSparkContext context,
      SweepFolder folder,
      Duration slice,
      Duration budget,
      Listener listener) {
    this.context = context;
    this.folder = folder;
    this.slice = slice;
    this.deadline = System.nanoTime() + Math.min(budget.toNanos(), Long.MAX_VALUE / 2);
    this.listener = listener;
    this.taskCores = Integer.parseInt(context.getConf().get("spark.task.cpus", "1"));
  }

  /**
   * Trains cells until all are finished or the time is up; as many at once as the executors have
   * cores for, those listed first before others.
   *
   * @return whether all are finished
   */
  boolean train(List<Cell> cells) throws IOException {
    ArrayDeque<Cell> waiting = new ArrayDeque<>();
    List<Integer> steps = new ArrayList<>();
    for (Cell cell : cells) {
      Optional<TrainingSlice> before = folder.read(cell);
      steps.add(before.map(TrainingSlice::step).orElse(0));
      if (!before.map(TrainingSlice::finished).orElse(false)) {
        waiting.add(cell);
      }
    }
    listener.found(cells, steps);
    int unfinished = 0;
    try (ExecutorService threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("dear-cell-", 0).factory())) {
      CompletionService<Boolean> ends = new ExecutorCompletionService<>(threads);
      int begun = 0;
      try {
        while (begun > 0 || !waiting.isEmpty()) {
          while (!waiting.isEmpty() && begun < slots()) {
            Cell cell = waiting.remove();
            ends.submit(() -> finish(cell));
            begun++;
          }
          unfinished += ends.take().get() ? 0 : 1;
          begun--;
        }
      } finally {
        threads.shutdownNow(); // what stopped one cell is told now, not when all others have ended
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause
          ? Failure.told(cause)
          : new IOException(Failure.sentence(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return unfinished == 0;
  }

  /** How many tasks can run now: executors come and go. */
  private int slots() {
    return Math.max(1, context.defaultParallelism() / taskCores);
  }

  /** Trains a cell slice by slice; returns whether it is finished. */
  private boolean finish(Cell cell) throws IOException {
    running.incrementAndGet();
    try {
      byte[] run = folder.read(cell).map(TrainingSlice::run).orElse(TrainingSlice.nothing());
      while (System.nanoTime() < deadline) {
        TrainingSlice next = train(cell, run);
        if (next.failure().isPresent()) {
          listener.failed(cell, next.failure().get());
          return false;
        }
        folder.write(cell, next);
        listener.reached(cell, next.step(), next.finished(), running.get());
        if (next.finished()) {
          return true;
        }
        run = next.run();
      }
      return false;
    } finally {
      running.decrementAndGet();
    }
  }

  /** Trains one slice as a job of one task. */
  private TrainingSlice train(Cell cell, byte[] run) throws IOException {
    String settings = cell.settings().json();
    String[] driver = Cluster.driver();
    long millis = slice.toMillis();
    int threads = taskCores; // a task must not carry this object
    Broadcast<byte[]> before = context.broadcast(run);
    try {
      context.setJobDescription("a slice of " + cell.name());
      Object[] wire =
          context
              .parallelize(List.of(cell.name()), 1)
              .map(_ -> {
                Provenance origin = Cluster.requireLike(driver);
                TrainingSlice done =
                    TrainingSlice.train(
                        Settings.parse(settings, "the settings of the cell"),
                        before.value(),
                        origin,
                        threads,
                        Duration.ofMillis(millis));
                return new Object[] {
                  done.run(), done.step(), done.finished(), done.failure().orElse("")
                };
              })
              .collect()
              .getFirst();
      return new TrainingSlice(
          (byte[]) wire[0],
          (Integer) wire[1],
          (Boolean) wire[2],
          Optional.of((String) wire[3]).filter(it -> !it.isEmpty()));
    } finally {
      before.destroy();
    }
  }
}
