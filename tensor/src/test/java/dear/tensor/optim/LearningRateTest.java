// SPDX-License-Identifier: Apache-2.0
package dear.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LearningRateTest {
  @Test
  void cosineFallsToItsFloor() {
    LearningRate rate = new LearningRate.Cosine(1, 0.2, 100);
    assertThat(rate.at(0)).isEqualTo(1);
    assertThat(rate.at(50)).isCloseTo(0.6, within(1e-12));
    assertThat(rate.at(25)).isCloseTo(0.6 + 0.4 * Math.sqrt(0.5), within(1e-12));
    assertThat(rate.at(100)).isCloseTo(0.2, within(1e-12));
    assertThat(rate.at(1000)).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void warmUpRisesToTheStartOfTheNext() {
    LearningRate rate = new LearningRate.WarmUp(4, new LearningRate.Cosine(1, 0, 10));
    assertThat(rate.at(0)).isEqualTo(0.25);
    assertThat(rate.at(2)).isEqualTo(0.75);
    assertThat(rate.at(3)).isEqualTo(1);
    assertThat(rate.at(8)).isCloseTo(0.5, within(1e-12));
    assertThat(new LearningRate.Constant(3e-4).at(12345)).isEqualTo(3e-4);
  }

  @Test
  void withAndWithoutWarmUpTheCosineEndsAtZero() {
    for (long warmUp : new long[] {0, 1, 2, 10, 50, 99, 100}) {
      LearningRate rate = LearningRate.fallingToZero(1, warmUp, 100);
      assertThat(rate.at(100)).as("after %d steps of warm-up", warmUp).isCloseTo(0, within(1e-12));
      assertThat(rate.at(99)).isPositive();
      assertThat(rate.at(Math.max(0, warmUp - 1))).isEqualTo(1);
    }
    assertThat(LearningRate.fallingToZero(1, 51, 100).at(75)).isCloseTo(0.5, within(1e-12));
    assertThat(LearningRate.fallingToZero(1, 200, 100).at(99)).isEqualTo(0.5);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LearningRate.Constant(0))
        .withMessage("the rate must be positive, not 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new LearningRate.Constant(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LearningRate.Cosine(1, 2, 10))
        .withMessage("the floor must lie between 0 and the rate 1.0, not 2.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new LearningRate.Cosine(1, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LearningRate.WarmUp(0, new LearningRate.Constant(1)));
  }
}
