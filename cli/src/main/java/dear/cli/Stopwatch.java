package dear.cli;

import java.util.Arrays;

/**
 * Times of one piece of work, run again and again.
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
    long warm = System.nanoTime() + (long) (Math.min(1, seconds) * WARM_UP_SECONDS * 1e9);
    for (int i = 0; i < WARM_UP_RUNS || System.nanoTime() < warm; i++) {
      work.run();
    }
    double[] times = new double[1024];
    int runs = 0;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < end || runs < LEAST_RUNS) {
      if (runs == times.length) {
        times = Arrays.copyOf(times, 2 * runs);
      }
      long start = System.nanoTime();
      work.run();
      times[runs++] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(times, 0, runs);
    double median = (times[(runs - 1) / 2] + times[runs / 2]) / 2;
    return new Stopwatch(runs, median, times[0]);
  }
}
