package dear.tensor.parameter;

import java.nio.charset.StandardCharsets;

/**
 * A splittable stream of random numbers whose bits are fixed for ever.
 *
 * <p>SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a counter with an odd increment, each count
 * scrambled by a bijective mixing function. It is written out here because {@code
 * java.util.SplittableRandom} does not promise the same bits in the next release. A child stream
 * depends only on its parent's origin and on the child's name, not on how many numbers the parent
 * has given, so a new parameter does not change the initial values of the others.
 */
public final class RandomStream {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long origin;
  private long counter;
  private double spare;
  private boolean hasSpare;

  /** The stream of a seed. */
  public RandomStream(long seed) {
    this.origin = mix(seed);
    this.counter = origin;
  }

  /** The child of that name. */
  public RandomStream child(String name) {
    long hash = FNV_OFFSET;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return new RandomStream(origin ^ mix(hash));
  }

  /** The child of that number. */
  public RandomStream child(long number) {
    // One more mixing than a name's hash gets, so that the two families stay apart.
    return new RandomStream(origin ^ mix(mix(number) + GOLDEN_GAMMA));
  }

  /** Sixty-four random bits. */
  public long nextLong() {
    counter += GOLDEN_GAMMA;
    return mix(counter);
  }

  /** Uniform in [0, 1), with 53 random bits. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /** Standard normal, by the polar method of Marsaglia; the strict logarithm fixes its bits. */
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

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}
