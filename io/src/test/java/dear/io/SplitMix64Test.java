// SPDX-License-Identifier: Apache-2.0
package dear.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SplitMix64Test {
  /** The first draws from seed 1234567, as produced by the reference implementation in C. */
  private static final long[] REFERENCE = {
    6457827717110365317L, 3203168211198807973L, -8629252141511181193L, 4593380528125082431L
  };

  @Test
  void theBitsAreThoseOfTheReference() {
    long state = 1234567;
    for (long expected : REFERENCE) {
      state += SplitMix64.GAMMA;
      assertThat(SplitMix64.mix(state)).isEqualTo(expected);
    }
  }

  @Test
  void todaysJdkAgrees() {
    for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE, 42}) {
      SplittableRandom theirs = new SplittableRandom(seed);
      assertThat(SplitMix64.mix(seed + SplitMix64.GAMMA)).isEqualTo(theirs.nextLong());
    }
  }

  @Test
  void unitsAreFromZeroUpToOne() {
    assertThat(SplitMix64.unit(0)).isZero();
    assertThat(SplitMix64.unit(-1)).isEqualTo(Math.nextDown(1.0)).isLessThan(1);
    assertThat(SplitMix64.unit(1L << 63)).isEqualTo(0.5);
  }
}
