// SPDX-License-Identifier: Apache-2.0
package dear.io;

/**
 * SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators,
 * OOPSLA 2014): a counter with an odd increment, each count scrambled by a bijection.
 *
 * <p>It underlies every random stream of the project; how a stream is seeded and split is up to the
 * stream. It is written out because {@code java.util.SplittableRandom} does not promise the same
 * bits in the next release, and runs, samples and models must stay reproducible bit for bit.
 */
public final class SplitMix64 {
  /** The increment of the counter: 2^64 over the golden ratio, odd. */
  public static final long GAMMA = 0x9e3779b97f4a7c15L;

  private static final double UNIT = 0x1p-53;

  private SplitMix64() {}

  /** Scrambles 64 bits; distinct inputs give distinct outputs. */
  public static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** A number in [0, 1) from the upper 53 of 64 random bits. */
  public static double unit(long bits) {
    return (bits >>> 11) * UNIT;
  }
}
