// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.site.engine.JdkGaps;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What stands in for the JDK computes the same. */
class JdkGapsTest {
  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void fusedProductsAreRoundedOnce() {
    for (int i = 0; i < 1_000_000; i++) {
      double a = number();
      double b = number();
      double c = i % 3 == 0 ? -a * b : i % 3 == 1 ? -a * b * (1 + number() * 1e-15) : number();
      assertThat(JdkGaps.fma(a, b, c)).isEqualTo(Math.fma(a, b, c));
    }
  }

  private double number() {
    return (random.nextDouble() - 0.5) * Math.pow(2, random.nextInt(-20, 20));
  }

  @Test
  void floatsDifferByOneDigitAtMost() {
    for (int i = 0; i < 1_000_000; i++) {
      float a = (float) number();
      float b = (float) number();
      float c = (float) number();
      float exact = Math.fma(a, b, c);
      assertThat(JdkGaps.fma(a, b, c)).isCloseTo(exact, within(Math.ulp(exact)));
    }
  }

  @Test
  void longProductsHaveAnUpperHalf() {
    for (int i = 0; i < 100_000; i++) {
      long x = random.nextLong() >> random.nextInt(64);
      long y = random.nextLong() >> random.nextInt(64);
      assertThat(JdkGaps.multiplyHigh(x, y)).isEqualTo(Math.multiplyHigh(x, y));
    }
  }

  @Test
  void everyHalfIsAFloat() {
    for (int bits = Short.MIN_VALUE; bits <= Short.MAX_VALUE; bits++) {
      float half = JdkGaps.float16ToFloat((short) bits);
      assertThat(Float.compare(half, Float.float16ToFloat((short) bits))).isZero();
    }
  }

  @Test
  void charactersAndChannelsAreRead() throws IOException {
    assertThat(JdkGaps.toString(0x1F600)).isEqualTo(Character.toString(0x1F600));
    byte[] bytes = {1, -2, 3, 4, 5};
    var in = JdkGaps.newInputStream(Channels.newChannel(new ByteArrayInputStream(bytes)));
    assertThat(in.read()).isEqualTo(1);
    assertThat(in.read()).isEqualTo(0xfe);
    assertThat(in.readNBytes(9)).containsExactly(3, 4, 5);
    assertThat(in.read()).isEqualTo(-1);
  }
}
