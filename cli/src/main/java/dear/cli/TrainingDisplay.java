// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.training.TrainingListener;
import dear.reasoner.training.TrainingStep;
import java.io.PrintWriter;

/** Shows training progress: one live line on a terminal, plain lines elsewhere. */
final class TrainingDisplay implements TrainingListener {
  private static final long LIVE_NANOS = 200_000_000L;
  private static final long PLAIN_NANOS = 10_000_000_000L;

  private static final double SETTLED_SECONDS = 5;

  private final PrintWriter err;
  private final boolean live;
  private long last;
  private double accuracy = Double.NaN;
  private double loss = Double.NaN;

  TrainingDisplay(PrintWriter err) {
    this.err = err;
    this.live = Terminal.isPresent();
  }

  @Override
  public void stepped(TrainingStep step) {
    loss = smooth(loss, step.loss());
    accuracy = smooth(accuracy, step.accuracy());
    long now = System.nanoTime();
    if (now - last < (live ? LIVE_NANOS : PLAIN_NANOS) && step.step() < step.steps()) {
      return;
    }
    last = now;
    err.printf(
        (live ? "\r" : "")
            + "step %,d of %,d  loss %.4f  accuracy %.1f %%  evaluations %.1f  %.0f samples/s%s"
            + (live ? " \u001b[K" : "%n"),
        step.step(),
        step.steps(),
        loss,
        100 * accuracy,
        step.evaluations(),
        step.pace().samplesPerSecond(),
        left(step.pace()));
    err.flush();
  }

  /** The first steps run in cold code, and what they promise is many times too long. */
  private static String left(TrainingStep.Pace pace) {
    return pace.seconds() < SETTLED_SECONDS || Double.isNaN(pace.secondsLeft())
        ? ""
        : "  " + Durations.words(pace.secondsLeft()) + " left";
  }

  @Override
  public void validated(int step, EvaluationReport report, boolean best) {
    finish();
    err.printf(
        "validation at step %,d: loss %.4f, accuracy %.2f %%, %.1f evaluations%s%n",
        step,
        report.loss(),
        100 * report.scores().accuracy(),
        report.meanEvaluations(),
        best ? ", best so far" : "");
    err.flush();
  }

  /** A single batch is too noisy. */
  private static double smooth(double before, double now) {
    return Double.isNaN(before) ? now : 0.95 * before + 0.05 * now;
  }

  /** Removes the live line. */
  void finish() {
    if (live) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
