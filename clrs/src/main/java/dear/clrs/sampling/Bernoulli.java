// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

/**
 * A coin tossed like numpy's {@code binomial(1, p)}: by inversion of one uniform draw, starting
 * from the smaller probability.
 */
final class Bernoulli {
  private final boolean never;
  private final boolean likely;
  private final double threshold;

  Bernoulli(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("probability " + p + " is not in 0 to 1");
    }
    never = p == 0;
    likely = p > 0.5;
    double rare = likely ? 1 - p : p;
    threshold = Math.exp(Math.log(1 - rare));
  }

  boolean toss(RandomSource random) {
    return !never && (random.nextDouble() > threshold) != likely;
  }

  /**
   * Up to 64 tosses, the first as the lowest bit. No branch depends on a toss: processors cannot
   * predict them, and a misprediction would cost more than the toss.
   */
  long tosses(int count, RandomSource random) {
    if (never) {
      return 0;
    }
    long above = 0;
    for (int i = 0; i < count; i++) {
      above |= (random.nextDouble() > threshold ? 1L : 0L) << i;
    }
    return likely ? above ^ (-1L >>> (64 - count)) : above;
  }
}
