// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

import dear.io.SplitMix64;

/**
 * Random vectors that are the same on every machine and with every version of Java: {@link
 * SplitMix64} and {@link NormalLayers}.
 */
public final class ProbeStream {
  private long state;

  /** The stream of a seed and an index; streams of different indices are independent. */
  public ProbeStream(long seed, long index) {
    restart(seed, index);
  }

  /** Restarts as the stream of another seed and index. */
  public void restart(long seed, long index) {
    state =
        SplitMix64.mix(SplitMix64.mix(seed + SplitMix64.GAMMA) + SplitMix64.GAMMA * (index + 1));
  }

  /** The next 64 bits. */
  public long next() {
    state += SplitMix64.GAMMA;
    return SplitMix64.mix(state);
  }

  /** The next number in [0, 1). */
  public double nextUniform() {
    return SplitMix64.unit(next());
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
}
