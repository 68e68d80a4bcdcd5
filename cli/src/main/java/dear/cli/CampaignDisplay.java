// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.reasoner.training.TrainingStep;
import dear.study.Campaign;
import dear.study.Cell;
import dear.study.Stint;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

/** Shows the progress of concurrent training runs: a plain line for each now and then. */
final class CampaignDisplay implements Campaign.Listener {
  private static final long PERIOD_NANOS = 20_000_000_000L;

  private final PrintWriter err;
  private final Map<String, Long> shown = new HashMap<>();
  private final Map<String, Integer> ends = new HashMap<>();

  CampaignDisplay(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized void starting(Stint stint, Campaign.Outlook outlook) {
    print(
        "%s: starting %,d steps up to step %,d, about %s (%.2f s per step in a rehearsal)%s"
            .formatted(
                stint.cell().name(),
                outlook.steps(),
                stint.until(),
                Durations.words(outlook.seconds()),
                outlook.secondsPerStep(),
                outlook.later() == 0
                    ? ""
                    : "; %s more to its end at step %,d"
                        .formatted(
                            Durations.words(outlook.secondsLater()),
                            stint.until() + outlook.later())));
    ends.put(stint.cell().name(), stint.until());
  }

  @Override
  public synchronized void stepped(Cell cell, TrainingStep step) {
    long now = System.nanoTime();
    Long last = shown.get(cell.name());
    if (last == null || now - last >= PERIOD_NANOS) {
      shown.put(cell.name(), now);
      print(
          "%s: step %,d of %,d, loss %.4f, %.0f samples/s%s"
              .formatted(
                  cell.name(),
                  step.step(),
                  step.steps(),
                  step.loss(),
                  step.pace().samplesPerSecond(),
                  left(cell, step)));
    }
  }

  /** The time up to the end of the stint, which is not always that of the run. */
  private String left(Cell cell, TrainingStep step) {
    int end = ends.getOrDefault(cell.name(), step.steps());
    double share = (end - step.step()) / (double) (step.steps() - step.step());
    double seconds = share * step.pace().secondsLeft();
    return Double.isFinite(seconds)
        ? ", %s left up to step %,d".formatted(Durations.words(seconds), end)
        : "";
  }

  @Override
  public synchronized void reached(Stint stint) {
    print("%s: reached step %,d".formatted(stint.cell().name(), stint.until()));
  }

  @Override
  public synchronized void finished(Cell cell) {
    print(cell.name() + ": finished");
  }

  @Override
  public synchronized void failed(Cell cell, String reason) {
    print(cell.name() + ": skipped: " + reason);
  }

  private void print(String message) {
    err.println(message);
    err.flush();
  }
}
