// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.settings.Provenance;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingFailedException;
import dear.reasoner.training.TrainingListener;
import dear.reasoner.training.TrainingStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Trains cells for a given time, several at once, each in its own run folder.
 *
 * <p>Either cells take turns: the one with the least training time goes next, trains for a time
 * slice, and writes a checkpoint. Or each is finished before the next one starts. A resumed run
 * ends with the same bits as an uninterrupted one, on any number of threads, so neither turns nor
 * concurrent cells affect a result; and a machine with two cores trains two models on one thread
 * each faster than one model on two threads.
 *
 * <p>One campaign is one call of {@link #train}.
 */
public final class Campaign {
  /** A shorter turn is not worth its start-up cost, unless the fair share is even shorter. */
  private static final long SLICE_NANOS = Duration.ofSeconds(30).toNanos();

  /**
   * The number of turns that a fair share is split into, so the last ones can even out differences.
   */
  private static final int TURNS = 4;

  private final Path runs;
  private final Provenance provenance;
  private final int threads;
  private final Listener listener;
  private final PriorityQueue<Work> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Work::nanos).thenComparingInt(Work::place));
  private int unfinished;
  private volatile boolean stopped;

  /** Receives the progress of a campaign, from several threads. */
  public interface Listener {
    /** Called after every step of a cell. */
    default void stepped(Cell cell, TrainingStep step) {}

    /** Called when a cell is finished. */
    default void finished(Cell cell) {}

    /** Called when a cell cannot be trained any further. */
    default void failed(Cell cell, String reason) {}
  }

  /** What happens if the time does not suffice for all cells. */
  public enum Order {
    /** All are trained for about as long, so that none is missing. */
    IN_TURN,
    /** Each is finished before the next one starts; those already started come first. */
    ONE_AFTER_ANOTHER
  }

  /** A cell and its training time so far. */
  private record Work(int place, Cell cell, long nanos) {}

  /**
   * Creates a campaign.
   *
   * @param runs the folder of run folders
   * @param provenance is written into the models
   * @param threads the total number of training threads
   * @param listener is notified of progress
   */
  public Campaign(Path runs, Provenance provenance, int threads, Listener listener) {
    this.runs = runs;
    this.provenance = provenance;
    this.threads = threads;
    this.listener = listener;
  }

  /** Ends the campaign after the current batches. May be called from any thread. */
  public void stop() {
    stopped = true;
  }

  /**
   * Trains unfinished cells in turn until all are finished or the time is up.
   *
   * @return whether all cells are finished
   */
  public boolean train(List<Cell> cells, Duration budget) throws IOException {
    return train(cells, budget, Order.IN_TURN);
  }

  /**
   * Trains unfinished cells until all are finished or the time is up.
   *
   * @return whether all cells are finished
   */
  public boolean train(List<Cell> cells, Duration budget, Order order) throws IOException {
    for (int place = 0; place < cells.size(); place++) {
      CellRun run = CellRun.of(runs, cells.get(place));
      if (run.state() != CellRun.State.FINISHED) {
        boolean first = order == Order.ONE_AFTER_ANOTHER && run.settings().isPresent();
        waiting.add(new Work(first ? place - cells.size() : place, cells.get(place), 0));
      }
    }
    unfinished = waiting.size();
    if (unfinished == 0) {
      return true;
    }
    long deadline = System.nanoTime() + budget.toNanos();
    int beside = Math.min(threads, unfinished);
    long share = Math.max(1, budget.toNanos() / unfinished * beside);
    long slice =
        switch (order) {
          case IN_TURN -> Math.max(share / TURNS, Math.min(share, SLICE_NANOS));
          case ONE_AFTER_ANOTHER -> budget.toNanos();
        };
    try (ExecutorService workers =
        Executors.newFixedThreadPool(beside, Thread.ofPlatform().name("dear-cell-", 0).factory())) {
      List<Future<?>> ends = new ArrayList<>();
      for (int w = 0; w < beside; w++) {
        ends.add(workers.submit(() -> takeTurns(slice, deadline)));
      }
      for (Future<?> end : ends) {
        await(end);
      }
    }
    synchronized (waiting) {
      return unfinished == 0;
    }
  }

  private void await(Future<?> end) {
    try {
      end.get();
    } catch (ExecutionException e) {
      stop();
      throw new IllegalStateException("training failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
  }

  private void takeTurns(long slice, long deadline) {
    while (!stopped && System.nanoTime() < deadline) {
      Work work;
      int team;
      synchronized (waiting) {
        Work next = waiting.poll();
        if (next == null) {
          return; // all others are in training or finished
        }
        work = next;
        team = Math.max(1, threads / Math.max(1, unfinished));
      }
      long start = System.nanoTime();
      Optional<Boolean> done = train(work.cell(), team, Math.min(deadline, start + slice));
      synchronized (waiting) {
        if (done.isPresent() && !done.get()) {
          long had = work.nanos() + System.nanoTime() - start;
          waiting.add(new Work(work.place(), work.cell(), had));
        } else if (done.isPresent()) {
          unfinished--;
        }
      }
    }
  }

  /**
   * Runs one turn of a cell and returns whether it is finished; empty if it cannot be trained any
   * further.
   */
  private Optional<Boolean> train(Cell cell, int team, long end) {
    Path path = runs.resolve(cell.name());
    Turn turn = new Turn(cell, end);
    try (RunFolder folder =
            Files.exists(path.resolve("config.json"))
                ? RunFolder.open(path)
                : RunFolder.create(path, cell.settings(), provenance);
        Trainer trainer = new Trainer(folder, team, provenance, turn)) {
      turn.trainer = Optional.of(trainer);
      boolean finished = trainer.train();
      if (finished) {
        listener.finished(cell);
      }
      return Optional.of(finished);
    } catch (IOException | TrainingFailedException | IllegalArgumentException e) {
      listener.failed(cell, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Stops a trainer when its time is up. */
  private final class Turn implements TrainingListener {
    private final Cell cell;
    private final long end;
    private Optional<Trainer> trainer = Optional.empty();

    Turn(Cell cell, long end) {
      this.cell = cell;
      this.end = end;
    }

    @Override
    public void stepped(TrainingStep step) {
      listener.stepped(cell, step);
      if (stopped || System.nanoTime() >= end) {
        trainer.ifPresent(Trainer::stop);
      }
    }
  }
}
