// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.reasoner.training.TrainingStep;
import dear.study.Campaign;
import dear.study.Cell;
import dear.study.Stint;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Shows the progress of concurrent training runs: a plain line for each now and then. */
final class CampaignDisplay implements Campaign.Listener {
  private static final long PERIOD_NANOS = 20_000_000_000L;

  private final PrintWriter err;
  private final Map<String, Long> shown = new HashMap<>();

  CampaignDisplay(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized void starting(Stint stint, Campaign.Outlook outlook) {
    Duration time = outlook.duration();
    print(
        "%s: starting %,d steps up to step %,d, about %d h %02d min (%.2f s per step %s)"
            .formatted(
                stint.cell().name(),
                outlook.steps(),
                stint.until(),
                time.toHours(),
                time.toMinutesPart(),
                outlook.secondsPerStep(),
                outlook.recorded() ? "so far" : "in a rehearsal"));
  }

  @Override
  public synchronized void stepped(Cell cell, TrainingStep step) {
    long now = System.nanoTime();
    Long last = shown.get(cell.name());
    if (last == null || now - last >= PERIOD_NANOS) {
      shown.put(cell.name(), now);
      print(
          "%s: step %,d of %,d, loss %.4f, %.0f samples/s"
              .formatted(
                  cell.name(),
                  step.step(),
                  step.steps(),
                  step.loss(),
                  step.pace().samplesPerSecond()));
    }
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
