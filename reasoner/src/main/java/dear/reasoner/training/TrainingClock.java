// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import java.util.Arrays;
import java.util.List;

/**
 * Tells from its metrics how long a run was trained, over all its sessions.
 *
 * <p>A line says how long the run had been trained when it was written, by the clock on the wall.
 * That also counts the time in which the process was stopped or its machine asleep, and a
 * validation. So the time of a step between two lines is taken to be the median of that and its
 * neighbours: a pause is an exception among them, while another machine or other weights change the
 * median, too.
 *
 * <p>Older runs counted from the start of each session instead, so a resumed run seemed to have
 * taken no time at all. The steps of such a run, and the first ones of a session, are timed by the
 * sample rate of their line.
 */
public final class TrainingClock {
  /** The seconds of training before a line, over all sessions. */
  static final String SECONDS = "training_seconds";

  static final String RATE = "samples_per_second";

  /** What older runs have instead: the seconds since the session began. */
  private static final String OF_SESSION = "seconds";

  /** Lines on either side of one that help to tell the time of a step. */
  private static final int NEIGHBOURS = 4;

  private final int[] steps;
  private final double[] seconds;
  private final double lastStep;

  private TrainingClock(int[] steps, double[] seconds, double lastStep) {
    this.steps = steps;
    this.seconds = seconds;
    this.lastStep = lastStep;
  }

  /** Reads the clock of a run; lines of validations tell the time only if there are no others. */
  public static TrainingClock of(List<Metrics> metrics, int batch) {
    List<Metrics> lines = metrics.stream().filter(line -> line.values().containsKey(RATE)).toList();
    return lines.isEmpty() ? ofValidations(metrics) : ofTraining(lines, batch);
  }

  private static TrainingClock ofTraining(List<Metrics> lines, int batch) {
    int[] steps = lines.stream().mapToInt(Metrics::step).toArray();
    double[] each = new double[steps.length];
    for (int i = 0; i < steps.length; i++) {
      each[i] = stepBefore(lines, i, batch);
    }
    double[] seconds = new double[steps.length];
    double total = 0;
    double step = 0;
    for (int i = 0; i < steps.length; i++) {
      int from = Math.max(0, i - NEIGHBOURS);
      int to = Math.min(steps.length, i + NEIGHBOURS + 1);
      step = median(Arrays.copyOfRange(each, from, to));
      total += (steps[i] - (i == 0 ? 0 : steps[i - 1])) * step;
      seconds[i] = total;
    }
    return new TrainingClock(steps, seconds, step);
  }

  /** The time of a step before a line, as that line and the one before it have it. */
  private static double stepBefore(List<Metrics> lines, int i, int batch) {
    Metrics line = lines.get(i);
    double byRate = batch / line.values().getOrDefault(RATE, Double.NaN);
    Metrics before = i == 0 ? new Metrics(0, line.values()) : lines.get(i - 1);
    double passed =
        line.values().getOrDefault(SECONDS, Double.NaN)
            - before.values().getOrDefault(SECONDS, Double.NaN);
    double each = passed / (line.step() - before.step());
    return each > 0 && Double.isFinite(each) ? each : byRate;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  private static TrainingClock ofValidations(List<Metrics> metrics) {
    int[] steps = metrics.stream().mapToInt(Metrics::step).toArray();
    double[] seconds = new double[steps.length];
    double greatest = 0;
    for (int i = 0; i < steps.length; i++) {
      var values = metrics.get(i).values();
      greatest =
          Math.max(greatest, values.getOrDefault(SECONDS, values.getOrDefault(OF_SESSION, 0.0)));
      seconds[i] = greatest;
    }
    return new TrainingClock(steps, seconds, 0);
  }

  /** Returns the seconds that the run was trained for up to a step. */
  public double at(int step) {
    int i = 0;
    while (i < steps.length && steps[i] <= step) {
      i++;
    }
    int from = i == 0 ? 0 : steps[i - 1];
    double before = i == 0 ? 0 : seconds[i - 1];
    double each =
        i < steps.length && lastStep > 0 ? (seconds[i] - before) / (steps[i] - from) : lastStep;
    return before + (step - from) * each;
  }
}
