// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import java.util.List;

/**
 * Adds up the training time of a run over all its sessions, from its metrics.
 *
 * <p>A line says how long the run had been trained when it was written. Older runs counted from the
 * start of each session instead, so a resumed run seemed to have taken no time at all; the steps of
 * such a run are timed by the sample rate, which every session measured.
 */
public final class TrainingClock {
  /** The seconds of training before a line, over all sessions. */
  static final String SECONDS = "training_seconds";

  static final String RATE = "samples_per_second";

  /** What older runs have instead: the seconds since the session began. */
  private static final String OF_SESSION = "seconds";

  private final int batch;
  private double total;
  private int step;
  private double rate = Double.NaN;

  TrainingClock(int batch) {
    this.batch = batch;
  }

  /**
   * Returns the seconds that a run was trained for up to a step: those of the last line at or
   * before it, and for the steps since then the time that they take at the sample rate of that
   * line. Lines of later steps do not count; the metrics may be ahead of a run's checkpoint.
   */
  public static double at(int step, List<Metrics> metrics, int batch) {
    TrainingClock clock = new TrainingClock(batch);
    metrics.stream().filter(line -> line.step() <= step).forEach(clock::read);
    return clock.total + clock.between(clock.step, step);
  }

  /** Returns the seconds of training before the next line. */
  double read(Metrics line) {
    rate = line.values().getOrDefault(RATE, rate);
    Double known = line.values().get(SECONDS);
    if (known != null) {
      total = known;
    } else if (Double.isNaN(rate)) {
      total = Math.max(total, line.values().getOrDefault(OF_SESSION, 0.0));
    } else {
      total += between(step, line.step());
    }
    step = line.step();
    return total;
  }

  private double between(int from, int to) {
    return Double.isNaN(rate) ? 0 : Math.max(0, to - from) * (double) batch / rate;
  }
}
