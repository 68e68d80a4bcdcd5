// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Compares counts with the normal distribution, which is integrated independently here. */
final class NormalLayersTest {
  private static final int DRAWS = 2_000_000;
  private static final double EDGE = 4;
  private static final int BINS = 160; // steps of 0.05: finer than most layers are wide

  /** Pearson's statistic over this many cells has this mean, and twice this variance. */
  @Test
  void fillsEveryStretchOfTheLine() {
    int[] counts = new int[BINS + 2];
    ProbeStream random = new ProbeStream(11, 0);
    for (int i = 0; i < DRAWS; i++) {
      double x = NormalLayers.next(random);
      int bin = (int) Math.floor((x + EDGE) / (2 * EDGE) * BINS) + 1;
      counts[Math.clamp(bin, 0, BINS + 1)]++;
    }
    double statistic = 0;
    double inside = 0;
    for (int bin = 1; bin <= BINS; bin++) {
      double from = -EDGE + (bin - 1) * 2 * EDGE / BINS;
      double expected = DRAWS * area(from, from + 2 * EDGE / BINS);
      inside += expected;
      statistic += Math.pow(counts[bin] - expected, 2) / expected;
    }
    double outside = (DRAWS - inside) / 2;
    statistic += Math.pow(counts[0] - outside, 2) / outside;
    statistic += Math.pow(counts[BINS + 1] - outside, 2) / outside;
    int freedom = BINS + 1;
    assertThat(statistic).isCloseTo(freedom, within(4 * Math.sqrt(2.0 * freedom)));
  }

  @Test
  void hasTheFourMomentsAndTheTail() {
    double[] moments = new double[5];
    int beyond = 0;
    ProbeStream random = new ProbeStream(12, 0);
    for (int i = 0; i < DRAWS; i++) {
      double x = NormalLayers.next(random);
      double power = 1;
      for (int k = 0; k < moments.length; k++) {
        moments[k] += power / DRAWS;
        power *= x;
      }
      if (Math.abs(x) > 3.7) {
        beyond++;
      }
    }
    // Five standard errors each; the variance of x^k is E x^2k - (E x^k)².
    double root = Math.sqrt(DRAWS);
    assertThat(moments[1]).isCloseTo(0, within(5 * Math.sqrt(1) / root));
    assertThat(moments[2]).isCloseTo(1, within(5 * Math.sqrt(2) / root));
    assertThat(moments[3]).isCloseTo(0, within(5 * Math.sqrt(15) / root));
    assertThat(moments[4]).isCloseTo(3, within(5 * Math.sqrt(96) / root));
    double expected = DRAWS * 2 * area(3.7, 9);
    assertThat((double) beyond).isCloseTo(expected, within(5 * Math.sqrt(expected)));
  }

  /** Simpson's rule for the normal density. */
  private static double area(double from, double to) {
    int steps = 2000;
    double h = (to - from) / steps;
    double sum = density(from) + density(to);
    for (int i = 1; i < steps; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * density(from + i * h);
    }
    return sum * h / 3;
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
