// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dear.equilibrium.linear.Vectors;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Residuals of long states are those of their definition, whoever measures which part. */
final class ResidualMeterTest {
  private static final int WIDTH = 24; // no divisor of a part
  private static final int BEFORE = 3; // the vectors are ranges of larger arrays
  private static final int LONG = (2 * ResidualMeter.PART / WIDTH + 5) * WIDTH;

  private enum Order {
    FORWARDS,
    BACKWARDS,
    AT_ONCE
  }

  /** What a solver sees of a function of which only the shape matters. */
  private record Shape(int dimension, int rowWidth, Order order) implements FixedPointMap {
    @Override
    public void apply(float[] z, int zOffset, float[] out, int outOffset) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void forEachPart(int parts, IntConsumer task) {
      switch (order) {
        case FORWARDS -> FixedPointMap.super.forEachPart(parts, task);
        case BACKWARDS -> IntStream.range(0, parts).map(i -> parts - 1 - i).forEach(task);
        case AT_ONCE -> IntStream.range(0, parts).parallel().forEach(task);
      }
    }
  }

  private static StopRule rule(StopRule.Measure measure, StopRule.Extent extent) {
    return StopRule.absolute(1e-3, 1).withMeasure(measure).withExtent(extent);
  }

  private static float[] random(int length, long seed) {
    Random random = new Random(seed);
    float[] numbers = new float[BEFORE + length];
    for (int i = 0; i < length; i++) {
      numbers[BEFORE + i] = random.nextFloat() - 0.5f;
    }
    return numbers;
  }

  /** The definition, in the simplest order of additions. */
  private static double defined(
      StopRule.Measure measure, int rowLength, float[] x, float[] fx, int length) {
    double greatest = 0;
    for (int row = 0; row < length; row += rowLength) {
      double distance = 0;
      double norm = 0;
      for (int i = BEFORE + row; i < BEFORE + row + rowLength; i++) {
        distance += ((double) fx[i] - x[i]) * ((double) fx[i] - x[i]);
        norm += (double) fx[i] * fx[i];
      }
      greatest =
          Math.max(
              greatest,
              switch (measure) {
                case ABSOLUTE -> Math.sqrt(distance);
                case RELATIVE -> Math.sqrt(distance) / (Math.sqrt(norm) + 1e-9);
              });
    }
    return greatest;
  }

  @ParameterizedTest
  @CsvSource({
    "ABSOLUTE, STATE, 24",
    "ABSOLUTE, STATE, 49152",
    "ABSOLUTE, STATE, 32888",
    "RELATIVE, STATE, 32888",
    "ABSOLUTE, ROWS, 32888",
    "RELATIVE, ROWS, 24",
    "RELATIVE, ROWS, 32888"
  })
  void isThatOfTheDefinitionInAnyOrderOfParts(
      StopRule.Measure measure, StopRule.Extent extent, int about) {
    int length = about / WIDTH * WIDTH;
    float[] x = random(length, 1);
    float[] fx = random(length, 2);
    if (extent == StopRule.Extent.ROWS) {
      fx[BEFORE + length - WIDTH / 2] += 7; // the greatest is in the last row
    }
    int rowLength = extent == StopRule.Extent.ROWS ? WIDTH : length;
    double expected = defined(measure, rowLength, x, fx, length);
    ResidualMeter meter = new ResidualMeter(rule(measure, extent));
    double first = meter.measure(new Shape(length, WIDTH, Order.FORWARDS), x, BEFORE, fx, BEFORE);
    assertThat(first).isCloseTo(expected, withinPercentage(1e-10));
    for (Order order : Order.values()) {
      assertThat(meter.measure(new Shape(length, WIDTH, order), x, BEFORE, fx, BEFORE))
          .as("%s", order)
          .isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNumberThatIsNotFiniteIsFoundInEveryPart(StopRule.Extent extent) {
    float[] x = random(LONG, 1);
    for (float bad : new float[] {Float.NaN, Float.NEGATIVE_INFINITY}) {
      for (int at : new int[] {0, ResidualMeter.PART - 1, ResidualMeter.PART, LONG - 1}) {
        float[] fx = random(LONG, 2);
        fx[BEFORE + at] = bad;
        ResidualMeter meter = new ResidualMeter(rule(StopRule.Measure.RELATIVE, extent));
        assertThat(meter.measure(new Shape(LONG, WIDTH, Order.FORWARDS), x, BEFORE, fx, BEFORE))
            .as("%s at %d", bad, at)
            .isInfinite();
      }
    }
  }

  /** Both sums in one pass have the bits of each alone. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 8, 1003})
  void distanceAndNormTogetherAreThoseAlone(int length) {
    float[] a = random(length, 1);
    float[] b = random(length + 1, 2);
    double[] sums = {-1, -1, -1, -1};
    Vectors.squaredDistanceAndNorm(a, BEFORE, b, BEFORE + 1, length, sums, 1);
    assertThat(sums)
        .containsExactly(
            -1,
            Vectors.squaredDistance(a, BEFORE, b, BEFORE + 1, length),
            Vectors.squaredNorm(b, BEFORE + 1, length),
            -1);
  }
}
