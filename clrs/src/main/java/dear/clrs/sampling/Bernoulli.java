package dear.clrs.sampling;

/**
 * One coin, tossed as numpy's {@code binomial(1, p)} does: by inversion of one uniform draw, from
 * the side of the smaller probability.
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
}
