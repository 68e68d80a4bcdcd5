package dear.equilibrium.linear;

/**
 * Random vectors that are the same on every machine and for every version of Java: SplitMix64 (G.
 * L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014)
 * and {@link NormalLayers}.
 */
public final class ProbeStream {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1p-53;

  private long state;

  /** The stream of a seed and an index; those of different indices have nothing in common. */
  public ProbeStream(long seed, long index) {
    restart(seed, index);
  }

  /** Becomes the stream of another seed and index. */
  public void restart(long seed, long index) {
    state = mix(mix(seed + GOLDEN_GAMMA) + GOLDEN_GAMMA * (index + 1));
  }

  /** The next 64 bits. */
  public long next() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** The next number of [0, 1). */
  public double nextUniform() {
    return (next() >>> 11) * UNIT;
  }

  /** Fills a vector. */
  public void fill(ProbeLaw law, float[] out, int offset, int length) {
    switch (law) {
      case RADEMACHER -> {
        for (int i = 0; i < length; i++) {
          out[offset + i] = next() < 0 ? -1 : 1;
        }
      }
      case GAUSSIAN -> {
        for (int i = 0; i < length; i++) {
          out[offset + i] = (float) NormalLayers.next(this);
        }
      }
    }
  }

  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
