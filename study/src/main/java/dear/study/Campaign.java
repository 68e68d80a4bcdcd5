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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Trains cells one after another for a given time, as many at once as there are threads, each in
 * its own run folder.
 *
 * <p>A resumed run ends with the same bits as an uninterrupted one, on any number of threads, so
 * neither pauses nor concurrent cells affect a result; and a machine with two cores trains two
 * models on one thread each faster than one model on two threads.
 *
 * <p>One campaign is one call of {@link #train} or {@link #trainInOrder}.
 */
public final class Campaign {
  private final Path runs;
  private final Provenance provenance;
  private final int threads;
  private final Listener listener;
  private final List<Stint> waiting = new ArrayList<>();
  private final Set<String> inTraining = new HashSet<>();
  private boolean incomplete;
  private volatile boolean stopped;

  /** Receives the progress of a campaign, from several threads. */
  public interface Listener {
    /** Called before a cell is trained. */
    default void starting(Stint stint, Outlook outlook) {}

    /** Called after every step of a cell. */
    default void stepped(Cell cell, TrainingStep step) {}

    /** Called when a cell has reached the end of a lap, but not yet its own. */
    default void reached(Stint stint) {}

    /** Called when a cell is finished. */
    default void finished(Cell cell) {}

    /** Called when a cell cannot be trained any further. */
    default void failed(Cell cell, String reason) {}
  }

  /**
   * What a stint will cost.
   *
   * @param steps the steps to go
   * @param later the steps that are left to the end of the run after these
   * @param secondsPerStep the time of a step on one thread, as a rehearsal on this machine took it
   */
  public record Outlook(int steps, int later, double secondsPerStep) {
    /** Returns the time of the stint in seconds. */
    public double seconds() {
      return steps * secondsPerStep;
    }

    /** Returns the time from there to the end of the run in seconds. */
    public double secondsLater() {
      return later * secondsPerStep;
    }
  }

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
   * Finishes cells one after another until all are finished or the time is up; those already
   * started come first.
   *
   * @return whether all cells are finished
   */
  public boolean train(List<Cell> cells, Duration budget) throws IOException {
    Set<Cell> started = new HashSet<>();
    for (Cell cell : cells) {
      if (CellRun.of(runs, cell).settings().isPresent()) {
        started.add(cell);
      }
    }
    return trainInOrder(
        cells.stream()
            .sorted(Comparator.comparing(cell -> !started.contains(cell)))
            .map(Stint::whole)
            .toList(),
        budget);
  }

  /**
   * Trains in the given order until everything is done or the time is up. A cell with several
   * stints is passed over while it is in training.
   *
   * @return whether everything is done
   */
  public boolean trainInOrder(List<Stint> stints, Duration budget) throws IOException {
    for (Stint stint : stints) {
      CellRun run = CellRun.of(runs, stint.cell());
      int end = run.settings().map(it -> Math.min(it.steps(), stint.until())).orElse(stint.until());
      if (run.step() < end || run.wasKilledAtItsEnd()) {
        waiting.add(new Stint(stint.cell(), end));
      }
    }
    if (waiting.isEmpty()) {
      return true;
    }
    long deadline = System.nanoTime() + budget.toNanos();
    int beside = Math.min(threads, cellsLeft());
    try (ExecutorService workers =
        Executors.newFixedThreadPool(beside, Thread.ofPlatform().name("dear-cell-", 0).factory())) {
      List<Future<?>> ends = new ArrayList<>();
      for (int w = 0; w < beside; w++) {
        ends.add(workers.submit(() -> work(deadline)));
      }
      for (Future<?> end : ends) {
        await(end);
      }
    }
    synchronized (waiting) {
      return waiting.isEmpty() && !incomplete;
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

  /** Returns the number of cells in training or waiting. */
  private int cellsLeft() {
    Set<String> names = new HashSet<>(inTraining);
    waiting.forEach(stint -> names.add(stint.cell().name()));
    return names.size();
  }

  private void work(long deadline) {
    while (!stopped && System.nanoTime() < deadline) {
      Stint stint;
      int team;
      synchronized (waiting) {
        Optional<Stint> next =
            waiting.stream().filter(it -> !inTraining.contains(it.cell().name())).findFirst();
        if (next.isEmpty()) {
          return; // all that is left is in training
        }
        stint = next.get();
        team = Math.max(1, threads / cellsLeft());
        waiting.remove(stint);
        inTraining.add(stint.cell().name());
      }
      boolean done = false;
      try {
        done = train(stint, team, deadline);
      } finally {
        synchronized (waiting) {
          inTraining.remove(stint.cell().name());
          if (!done) {
            incomplete = true;
            waiting.removeIf(it -> it.cell().equals(stint.cell()));
          }
        }
      }
    }
  }

  /** Trains a cell; returns whether the end of the stint was reached. */
  private boolean train(Stint stint, int team, long deadline) {
    Cell cell = stint.cell();
    Path path = runs.resolve(cell.name());
    try {
      listener.starting(stint, outlook(stint));
      Turn turn = new Turn(stint, deadline);
      try (RunFolder folder =
              Files.exists(path.resolve("config.json"))
                  ? RunFolder.open(path)
                  : RunFolder.create(path, cell.settings(), provenance);
          Trainer trainer = new Trainer(folder, team, provenance, turn)) {
        turn.trainer = Optional.of(trainer);
        if (trainer.train()) {
          listener.finished(cell);
          return true; // its patience may have ended it early
        }
        if (trainer.step() < stint.until()) {
          return false;
        }
        listener.reached(stint);
        return true;
      }
    } catch (IOException | TrainingFailedException | IllegalArgumentException e) {
      listener.failed(cell, String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** Returns what a stint will cost. */
  Outlook outlook(Stint stint) throws IOException {
    CellRun run = CellRun.of(runs, stint.cell());
    int end = run.settings().orElse(stint.cell().settings()).steps();
    return new Outlook(
        Math.max(0, stint.until() - run.step()),
        Math.max(0, end - stint.until()),
        Rehearsal.secondsPerStep(run));
  }

  /** Stops a trainer when its time is up or the end of the stint is reached. */
  private final class Turn implements TrainingListener {
    private final Stint stint;
    private final long deadline;
    private Optional<Trainer> trainer = Optional.empty();

    Turn(Stint stint, long deadline) {
      this.stint = stint;
      this.deadline = deadline;
    }

    @Override
    public void stepped(TrainingStep step) {
      listener.stepped(stint.cell(), step);
      if (stopped || System.nanoTime() >= deadline || step.step() >= stint.until()) {
        trainer.ifPresent(Trainer::stop);
      }
    }
  }
}
