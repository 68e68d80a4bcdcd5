// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.sampling.RandomSource;
import java.util.Arrays;

/**
 * Numbers between 0 and 1 in the order of others, with gaps of their own: the exponentials of
 * normal numbers, so that some are far larger than the rest. Equal numbers stay equal.
 */
final class OtherGaps {
  /** The largest standard deviation of the logarithms of gaps; at this value most gaps are tiny. */
  private static final double MOST_SPREAD = 3;

  private final double[] sorted;
  private final double[] places;

  /** Draws new gaps between some numbers. */
  OtherGaps(double[] numbers, RandomSource random) {
    sorted = numbers.clone();
    Arrays.sort(sorted);
    places = new double[sorted.length];
    double spread = MOST_SPREAD * random.nextDouble();
    double at = gap(spread, random);
    for (int i = 0; i < sorted.length; i++) {
      if (i > 0 && sorted[i] != sorted[i - 1]) {
        at += gap(spread, random);
      }
      places[i] = at;
    }
    double end = at + gap(spread, random);
    for (int i = 0; i < places.length; i++) {
      places[i] /= end;
    }
  }

  private static double gap(double spread, RandomSource random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return StrictMath.exp(spread * radius * StrictMath.cos(2 * Math.PI * random.nextDouble()));
  }

  /** Returns what some of those numbers become. */
  double[] of(double[] numbers) {
    return Arrays.stream(numbers).map(x -> places[Arrays.binarySearch(sorted, x)]).toArray();
  }
}
