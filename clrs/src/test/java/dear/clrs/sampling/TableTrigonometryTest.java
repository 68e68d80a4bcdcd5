// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTrigonometryTest {
  private static final int ANGLES = 100_000;

  /** StrictMath is within one unit in the last place, and so are we. */
  @Test
  void withinAUnitOfStrictMath() {
    double[] angles = SplitStream.of(1).uniforms(ANGLES, -4 * Math.PI, 4 * Math.PI);
    double[] special = {
      0,
      -0.0,
      1e-300,
      1e-9,
      -1e-9,
      0.126,
      0.855469,
      2.426265,
      Math.PI,
      Math.PI / 2,
      Math.PI / 4,
      3 * Math.PI / 2,
      2 * Math.PI,
      -Math.PI / 2
    };
    System.arraycopy(special, 0, angles, 0, special.length);
    for (double x : angles) {
      assertNear(x, TableTrigonometry.sin(x), StrictMath.sin(x));
      assertNear(x, TableTrigonometry.cos(x), StrictMath.cos(x));
    }
  }

  private static void assertNear(double x, double actual, double expected) {
    if (Math.abs(actual - expected) > Math.ulp(expected)) {
      assertThat(actual).as("of " + x).isEqualTo(expected);
    }
  }
}
