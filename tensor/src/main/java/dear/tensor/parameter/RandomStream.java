// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

import dear.io.SplitMix64;
import java.nio.charset.StandardCharsets;

/**
 * A splittable stream of random numbers whose bits never change between versions.
 *
 * <p>It counts as {@link SplitMix64} does. A child stream depends only on its parent's origin and
 * on the child's name, not on how many numbers the parent has produced, so a new parameter does not
 * change the initial values of the others.
 */
public final class RandomStream {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long origin;
  private long counter;
  private double spare;
  private boolean hasSpare;

  /** The stream of a seed. */
  public RandomStream(long seed) {
    this.origin = SplitMix64.mix(seed);
    this.counter = origin;
  }

  /** The child with this name. */
  public RandomStream child(String name) {
    long hash = FNV_OFFSET;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return new RandomStream(origin ^ SplitMix64.mix(hash));
  }

  /** The child with this number. */
  public RandomStream child(long number) {
    // Mixed once more than a name's hash, to keep the two families apart.
    return new RandomStream(origin ^ SplitMix64.mix(SplitMix64.mix(number) + SplitMix64.GAMMA));
  }

  /** Sixty-four random bits. */
  public long nextLong() {
    counter += SplitMix64.GAMMA;
    return SplitMix64.mix(counter);
  }

  /** Uniform in [0, 1), with 53 random bits. */
  public double nextDouble() {
    return SplitMix64.unit(nextLong());
  }

  /**
   * Standard normal, by Marsaglia's polar method; the strict logarithm makes its bits reproducible.
   */
  public double nextGaussian() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    double x;
    double y;
    double square;
    do {
      x = 2 * nextDouble() - 1;
      y = 2 * nextDouble() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
    spare = y * factor;
    hasSpare = true;
    return x * factor;
  }
}
