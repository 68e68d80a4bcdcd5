// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.PrintWriter;

/** The progress of a long command: one live line on a terminal, nothing elsewhere. */
final class ProgressLine {
  private static final long REFRESH_NANOS = 200_000_000;

  private final PrintWriter err;
  private final boolean live;
  private final long start = System.nanoTime();
  private long last = start;

  ProgressLine(PrintWriter err) {
    this.err = err;
    this.live = Terminal.isPresent();
  }

  synchronized void update(String what, long done, long total) {
    long now = System.nanoTime();
    if (!live || now - last < REFRESH_NANOS) {
      return;
    }
    last = now;
    double seconds = seconds();
    double rate = done / seconds;
    err.printf(
        "\r%s %,d of %,d (%d %%), %,.0f/s, %.0f s left \u001b[K",
        what, done, total, 100 * done / total, rate, (total - done) / rate);
    err.flush();
  }

  /** Removes the live line. */
  void finish() {
    if (live) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }
}
