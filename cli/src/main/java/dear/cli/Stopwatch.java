// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times of one piece of work, run repeatedly.
 *
 * @param runs how often it was timed
 * @param medianMillis the median
 * @param bestMillis the shortest
 */
record Stopwatch(int runs, double medianMillis, double bestMillis) {
  private static final int LEAST_RUNS = 5;
  // The just-in-time compiler needs both: time, and many calls of the innermost methods.
  private static final double WARM_UP_SECONDS = 3;
  private static final int WARM_UP_RUNS = 20;

  static Stopwatch measure(double seconds, Runnable work) {
    return alternate(seconds, List.of(work)).getFirst();
  }

  /** Times several pieces of work in turn, so that all run under the same conditions. */
  static List<Stopwatch> alternate(double seconds, List<Runnable> works) {
    long warm = System.nanoTime() + (long) (Math.min(1, seconds) * WARM_UP_SECONDS * 1e9);
    for (int i = 0; i < WARM_UP_RUNS || System.nanoTime() < warm; i++) {
      works.forEach(Runnable::run);
    }
    double[][] times = new double[works.size()][1024];
    int runs = 0;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (; System.nanoTime() < end || runs < LEAST_RUNS; runs++) {
      for (int k = 0; k < times.length; k++) {
        if (runs == times[k].length) {
          times[k] = Arrays.copyOf(times[k], 2 * runs);
        }
        long start = System.nanoTime();
        works.get(k).run();
        times[k][runs] = (System.nanoTime() - start) / 1e6;
      }
    }
    List<Stopwatch> watches = new ArrayList<>();
    for (double[] taken : times) {
      Arrays.sort(taken, 0, runs);
      double median = (taken[(runs - 1) / 2] + taken[runs / 2]) / 2;
      watches.add(new Stopwatch(runs, median, taken[0]));
    }
    return watches;
  }
}
