// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SmallSystemsTest {
  @Test
  void weightsMakeTheMixtureLeast() {
    // g = (1, 0), (0, 2): the shortest mixture is (4/5, 2/5), with weights 4/5 and 1/5.
    double[] weights = new double[2];
    int dropped =
        new MixingWeights(2, MixingWeights.Ridge.RELATIVE)
            .solve(new double[] {1, 0, 0, 4}, 2, new int[] {0, 1}, 2, 0, weights);
    assertThat(dropped).isZero();
    assertThat(weights).containsExactly(new double[] {0.8, 0.2}, within(1e-15));
  }

  @Test
  void weightsDoNotDependOnTheScale() {
    double[] gram = {4, 1, 1, 1, 3, 0, 1, 0, 2};
    double[] tiny = Arrays.stream(gram).map(value -> value * 0x1p-60).toArray();
    double[] weights = new double[3];
    double[] same = new double[3];
    int[] order = {2, 0, 1};
    new MixingWeights(3, MixingWeights.Ridge.RELATIVE).solve(gram, 3, order, 3, 1e-4, weights);
    new MixingWeights(3, MixingWeights.Ridge.RELATIVE).solve(tiny, 3, order, 3, 1e-4, same);
    assertThat(same).isEqualTo(weights);
    assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-15));
  }

  @Test
  void singularSystemsLoseTheirOldest() {
    MixingWeights system = new MixingWeights(3, MixingWeights.Ridge.RELATIVE);
    double[] weights = new double[3];
    double[] twice = {1, 0, 1, 0, 1, 0, 1, 0, 1}; // the first and the last are the same
    assertThat(system.solve(twice, 3, new int[] {0, 1, 2}, 3, 0, weights)).isEqualTo(1);
    assertThat(weights).containsExactly(new double[] {0, 0.5, 0.5}, within(1e-15));
    assertThat(system.solve(new double[9], 3, new int[] {0, 1, 2}, 3, 0, weights)).isEqualTo(2);
    assertThat(weights).containsExactly(0, 0, 1);
    double[] bad = twice.clone();
    bad[4] = Double.NaN;
    assertThat(system.solve(bad, 3, new int[] {0, 1, 2}, 3, 1e-4, weights)).isEqualTo(2);
    assertThat(weights).containsExactly(0, 0, 1);
  }

  @Test
  void eigenvaluesOfCompanionMatrices() {
    // (x-1)(x-2)(x-3) and (x²-2x+5)(x+4)
    assertEigenvalues(new double[][] {{6, -11, 6}, {1, 0, 0}, {0, 1, 0}}, 1, 0, 2, 0, 3, 0);
    assertEigenvalues(new double[][] {{-2, 3, -20}, {1, 0, 0}, {0, 1, 0}}, -4, 0, 1, -2, 1, 2);
    // x⁴ - 1: all of modulus 1, where an unshifted iteration stalls
    assertEigenvalues(
        new double[][] {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
        -1,
        0,
        0,
        -1,
        0,
        1,
        1,
        0);
  }

  private static void assertEigenvalues(double[][] matrix, double... expected) {
    double[][] values = HessenbergEigenvalues.of(matrix, matrix.length);
    boolean[] taken = new boolean[matrix.length];
    for (int i = 0; i < expected.length; i += 2) {
      int nearest = -1;
      for (int j = 0; j < taken.length; j++) {
        double distance = Math.hypot(values[0][j] - expected[i], values[1][j] - expected[i + 1]);
        if (!taken[j] && distance < 1e-9) {
          nearest = j;
        }
      }
      assertThat(nearest).as("%s%+si", expected[i], expected[i + 1]).isNotNegative();
      taken[nearest] = true;
    }
  }

  @Test
  void eigenvaluesHaveTheRightTraces() {
    Random random = new Random(1);
    for (int n = 1; n <= 40; n++) {
      double[][] matrix = new double[n][n];
      double trace = 0;
      double squares = 0;
      for (int i = 0; i < n; i++) {
        for (int j = Math.max(0, i - 1); j < n; j++) {
          matrix[i][j] = random.nextGaussian();
        }
      }
      for (int i = 0; i < n; i++) {
        trace += matrix[i][i];
        for (int j = 0; j < n; j++) {
          squares += matrix[i][j] * matrix[j][i];
        }
      }
      double[][] values = HessenbergEigenvalues.of(matrix, n);
      double sum = 0;
      double imaginary = 0;
      double sumOfSquares = 0;
      for (int i = 0; i < n; i++) {
        sum += values[0][i];
        imaginary += values[1][i];
        sumOfSquares += values[0][i] * values[0][i] - values[1][i] * values[1][i];
      }
      assertThat(sum).isCloseTo(trace, within(1e-10 * n));
      assertThat(imaginary).isCloseTo(0, within(1e-10 * n));
      assertThat(sumOfSquares).isCloseTo(squares, within(1e-9 * n));
    }
  }

  @Test
  void probesAreTheSameEverywhere() {
    ProbeStream stream = new ProbeStream(1, 2);
    long first = stream.next();
    stream.restart(1, 2);
    assertThat(stream.next()).isEqualTo(first);
    assertThat(new ProbeStream(1, 3).next()).isNotEqualTo(first);
    assertThat(new ProbeStream(2, 2).next()).isNotEqualTo(first);
    assertThat(new ProbeStream(0, 0).next()).isEqualTo(2558736989570252433L);
    float[] normal = new float[20_001];
    new ProbeStream(3, 1).fill(ProbeLaw.GAUSSIAN, normal, 0, normal.length);
    double mean = 0;
    double variance = 0;
    for (float value : normal) {
      mean += value / (double) normal.length;
      variance += (double) value * value / normal.length;
    }
    assertThat(mean).isCloseTo(0, within(0.03));
    assertThat(variance).isCloseTo(1, within(0.05));
    float[] signs = new float[1000];
    new ProbeStream(3, 1).fill(ProbeLaw.RADEMACHER, signs, 0, signs.length);
    assertThat(signs).containsOnly(-1, 1);
  }

  @Test
  void sumsAreMadeInDouble() {
    float[] a = new float[10_001];
    Arrays.fill(a, 0.1f);
    a[0] = 1e4f;
    // A float sum would lose all of the small squares, a hundred in all, beside the large one.
    double expected = 1e8 + 10_000 * (double) 0.1f * 0.1f;
    assertThat(Vectors.squaredNorm(a, 0, a.length)).isCloseTo(expected, within(1e-3));
    assertThat(Vectors.squaredDistance(a, 1, a, 0, 10_000))
        .isCloseTo(Math.pow(1e4 - (double) 0.1f, 2), within(1e-6));
  }
}
