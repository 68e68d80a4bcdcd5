// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

/**
 * The time of the latest training steps, which tells how fast training proceeds: what came before
 * them, such as cold code or a stopped process, does not count for long.
 */
final class RecentSteps {
  private static final int WINDOW = 64;

  private final long[] ends = new long[WINDOW];
  private int count;

  /** Says that a step has ended. */
  void ended(long nanos) {
    ends[count++ % WINDOW] = nanos;
  }

  /** Returns the mean time of the latest steps but the first; not a number after that step. */
  double secondsPerStep() {
    int steps = Math.min(count, WINDOW) - 1;
    long span =
        ends[Math.floorMod(count - 1, WINDOW)] - ends[Math.floorMod(count - 1 - steps, WINDOW)];
    return steps < 1 ? Double.NaN : span / 1e9 / steps;
  }
}
