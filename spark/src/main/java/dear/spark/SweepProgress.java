// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.study.Cell;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tells a person how a sweep is doing: cells done and running, steps, expected end. */
final class SweepProgress implements Sweep.Listener {
  private static final long PERIOD_NANOS = 20_000_000_000L;
  private static final DateTimeFormatter END =
      DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

  private final PrintWriter err;
  private final Map<String, Integer> steps = new HashMap<>();
  private final long start = System.nanoTime();
  private int cells;
  private int done;
  private long total;
  private long before;
  private long shown = start - PERIOD_NANOS;

  SweepProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized void found(List<Cell> all, List<Integer> reached) {
    cells = all.size();
    for (int i = 0; i < all.size(); i++) {
      int most = all.get(i).settings().steps();
      steps.put(all.get(i).name(), reached.get(i));
      total += most;
      before += reached.get(i);
      done += reached.get(i) >= most ? 1 : 0;
    }
    err.printf("%,d models, %,d of them done, %,d of %,d steps%n", cells, done, before, total);
    err.flush();
  }

  @Override
  public synchronized void reached(Cell cell, int step, boolean finished, int running) {
    steps.put(cell.name(), step);
    if (finished) {
      done++;
      total -= cell.settings().steps() - step; // a run may end early
    }
    long now = System.nanoTime();
    if (!finished && now - shown < PERIOD_NANOS) {
      return;
    }
    shown = now;
    err.printf(
        "%s: step %,d%s; %,d of %,d models done, %,d running, %s%n",
        cell.name(),
        step,
        finished ? ", finished" : "",
        done,
        cells,
        finished ? running - 1 : running,
        expectation(now));
    err.flush();
  }

  /** By the steps of this session, since earlier ones may have had other machines. */
  private String expectation(long now) {
    long reached = steps.values().stream().mapToLong(Integer::longValue).sum();
    double share = (double) (reached - before) / Math.max(1, total - before);
    if (share <= 0) {
      return "%,d of %,d steps".formatted(reached, total);
    }
    Duration left = Duration.ofNanos(Math.round((now - start) * (1 - share) / share));
    return "%,d of %,d steps, about %d h %02d min left (%s)"
        .formatted(
            reached,
            total,
            left.toHours(),
            left.toMinutesPart(),
            END.format(LocalDateTime.now(ZoneId.systemDefault()).plus(left)));
  }

  @Override
  public synchronized void failed(Cell cell, String reason) {
    err.printf("%s: skipped: %s%n", cell.name(), reason);
    err.flush();
  }
}
