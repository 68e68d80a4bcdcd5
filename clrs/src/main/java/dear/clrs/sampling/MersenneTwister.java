// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

/**
 * MT19937 as numpy's legacy {@code RandomState} uses it, so that a seed of dm-clrs gives the data
 * of dm-clrs (Matsumoto and Nishimura, 1998).
 */
public final class MersenneTwister implements RandomSource {
  /** The largest seed. */
  public static final long LARGEST_SEED = 0xffffffffL;

  private static final int WORDS = 624;
  private static final int SHIFT = 397;
  private static final double UNIT = 1.0 / (1L << 53);

  private final int[] state;
  private int next;

  private MersenneTwister(int[] state, int next) {
    this.state = state;
    this.next = next;
  }

  /** Starts the stream of a 32-bit seed. */
  public MersenneTwister(long seed) {
    this(new int[WORDS], WORDS);
    if (seed < 0 || seed > LARGEST_SEED) {
      throw new IllegalArgumentException("seed " + seed + " is not in 0 to 2^32 - 1");
    }
    state[0] = (int) seed;
    for (int i = 1; i < WORDS; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
  }

  /** A stream that continues from here on its own, with the same numbers. */
  public MersenneTwister copy() {
    return new MersenneTwister(state.clone(), next);
  }

  @Override
  public double nextDouble() {
    int high = nextWord() >>> 5;
    int low = nextWord() >>> 6;
    return (((long) high << 26) + low) * UNIT;
  }

  /** Masked rejection; a bound of 1 draws nothing. */
  @Override
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound " + bound + " is not positive");
    }
    int largest = bound - 1;
    if (largest == 0) {
      return 0;
    }
    int mask = -1 >>> Integer.numberOfLeadingZeros(largest);
    int value;
    do {
      value = nextWord() & mask;
    } while (value > largest);
    return value;
  }

  private int nextWord() {
    if (next == WORDS) {
      twist();
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return y ^ (y >>> 18);
  }

  private void twist() {
    for (int i = 0; i < WORDS; i++) {
      int y = (state[i] & 0x80000000) | (state[(i + 1) % WORDS] & 0x7fffffff);
      state[i] = state[(i + SHIFT) % WORDS] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
    }
    next = 0;
  }
}
