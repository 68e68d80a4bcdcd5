// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.io.SplitMix64;

/**
 * The random numbers of samples: {@link SplitMix64}, started at a point chosen by a list of keys.
 *
 * <p>A stream is named, not advanced: {@code SplitStream.of(seed).split("train").split(16)
 * .split(k)} is always the same stream, whatever the order or thread in which it is requested. Each
 * key is mixed into the starting point; streams of a few thousand draws out of a period of 2^64 do
 * not meet in practice (for 10^6 streams of 10^4 draws the chance that any two do is about 10^-3).
 */
public final class SplitStream implements RandomSource {
  private long state;

  private SplitStream(long state) {
    this.state = state;
  }

  /** The root of all streams of a seed. */
  public static SplitStream of(long seed) {
    return new SplitStream(SplitMix64.mix(seed + SplitMix64.GAMMA));
  }

  /** The child with this number; it depends only on this stream's current position. */
  public SplitStream split(long key) {
    return new SplitStream(
        SplitMix64.mix(SplitMix64.mix(state ^ 0x6a09e667f3bcc909L) + SplitMix64.GAMMA * key));
  }

  /** The child with this name. */
  public SplitStream split(String key) {
    long hash = 0xcbf29ce484222325L; // FNV-1a over the characters
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
    }
    return split(hash);
  }

  /** The next 64 random bits. */
  public long nextLong() {
    state += SplitMix64.GAMMA;
    return SplitMix64.mix(state);
  }

  @Override
  public double nextDouble() {
    return SplitMix64.unit(nextLong());
  }

  /** Lemire's multiplication with rejection: unbiased (2019). */
  @Override
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound " + bound + " is not positive");
    }
    long product = (nextLong() >>> 32) * bound;
    if ((product & 0xffffffffL) < bound) {
      long rejected = (1L << 32) % bound;
      while ((product & 0xffffffffL) < rejected) {
        product = (nextLong() >>> 32) * bound;
      }
    }
    return (int) (product >>> 32);
  }

  @Override
  public void skipDoubles(long count) {
    state += count * SplitMix64.GAMMA;
  }
}
