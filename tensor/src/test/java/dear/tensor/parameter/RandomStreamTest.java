// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RandomStreamTest {
  @Test
  void bitsAreFixed() {
    // Computed independently of this code; a change here would change every published result.
    RandomStream random = new RandomStream(42);
    assertThat(new long[] {random.nextLong(), random.nextLong()})
        .containsExactly(FIRST_OF_42, SECOND_OF_42);
    assertThat(new RandomStream(42).child("a").nextLong()).isEqualTo(CHILD_A_OF_42);
    assertThat(new RandomStream(42).child(7).nextLong()).isEqualTo(CHILD_7_OF_42);
  }

  private static final long FIRST_OF_42 = 0x989b3f130a063869L;
  private static final long SECOND_OF_42 = 0x290db4bf2570ded7L;
  private static final long CHILD_A_OF_42 = 0x90a9349d1be6724fL;
  private static final long CHILD_7_OF_42 = 0x5d8a5d4e8d73f698L;

  @Test
  void childrenDoNotDependOnWhatTheParentGave() {
    RandomStream parent = new RandomStream(1);
    long before = parent.child("x").nextLong();
    parent.nextLong();
    assertThat(parent.child("x").nextLong()).isEqualTo(before);
    assertThat(parent.child("y").nextLong()).isNotEqualTo(before);
    assertThat(new RandomStream(2).child("x").nextLong()).isNotEqualTo(before);
  }

  @Test
  void momentsOfUniformAndNormal() {
    RandomStream random = new RandomStream(3);
    int n = 100_000;
    double[] sums = new double[4];
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble();
      double g = random.nextGaussian();
      sums[0] += u;
      sums[1] += u * u;
      sums[2] += g;
      sums[3] += g * g;
    }
    // Five standard errors.
    assertThat(sums[0] / n).isCloseTo(0.5, within(0.005));
    assertThat(sums[1] / n).isCloseTo(1.0 / 3, within(0.005));
    assertThat(sums[2] / n).isCloseTo(0, within(0.016));
    assertThat(sums[3] / n).isCloseTo(1, within(0.023));
  }
}
