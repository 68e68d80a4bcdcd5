// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Element-wise kernels, dots and norms against double precision. */
class ElementwiseTest {
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void rectifier(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      View x = View.random(new Random(n), 1, n);
      View g = View.random(new Random(n + 1), 1, n);
      View y = View.empty(1, n);
      kernels.elements().relu(n, x.matrix(), y.matrix());
      y.assertNear((r, c) -> Math.max(x.get(r, c), 0), 0);
      View gx = g.copy();
      kernels.elements().reluBackward(n, x.matrix(), g.matrix(), gx.matrix());
      gx.assertNear((r, c) -> g.get(r, c) * (x.get(r, c) > 0 ? 2 : 1), 0);
      y.set((r, c) -> Float.NaN);
      kernels.elements().relu(n, y.matrix(), y.matrix());
      assertThat(y.get(0, n - 1)).isNaN();
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void sigmoid(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      View x = View.random(new Random(n), 1, n);
      x.set((r, c) -> 30 * x.get(r, c));
      View y = View.empty(1, n);
      kernels.elements().sigmoid(n, x.matrix(), y.matrix());
      y.assertNear((r, c) -> 1 / (1 + Math.exp(-x.get(r, c))), 2e-7);
      View g = View.random(new Random(n + 1), 1, n);
      View gx = View.empty(1, n);
      gx.set((r, c) -> 1);
      kernels.elements().sigmoidBackward(n, y.matrix(), g.matrix(), gx.matrix());
      gx.assertNear((r, c) -> 1 + g.get(r, c) * (double) y.get(r, c) * (1 - y.get(r, c)), 2e-7);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void sigmoidAtTheEnds(Kernels kernels) {
    float[] x = {
      -1000,
      Float.NEGATIVE_INFINITY,
      1000,
      Float.POSITIVE_INFINITY,
      Float.NaN,
      0,
      -89,
      89,
      1,
      1,
      1,
      1,
      1,
      1,
      1,
      1,
      1
    };
    kernels.elements().sigmoid(x.length, Matrix.of(x), Matrix.of(x));
    assertThat(x[0]).isBetween(0f, 1e-37f);
    assertThat(x[1]).isBetween(0f, 1e-37f);
    assertThat(x[2]).isEqualTo(1);
    assertThat(x[3]).isEqualTo(1);
    assertThat(x[4]).isNaN();
    assertThat(x[5]).isEqualTo(0.5f);
    assertThat(x[6]).isBetween(0f, 1e-37f);
    assertThat(x[7]).isEqualTo(1);
    assertThat(x[16]).as("the tail rounds like a lane").isEqualTo(x[8]);
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void linearCombinations(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      View x = View.random(new Random(n), 1, n);
      View y = View.random(new Random(n + 1), 1, n);
      View z = y.copy();
      kernels.elements().axpy(n, 0.7f, x.matrix(), z.matrix());
      z.assertNear((r, c) -> y.get(r, c) + 0.7f * (double) x.get(r, c), 1.5e-7);
      View half = x.copy();
      kernels.elements().scale(n, 0.5f, half.matrix());
      half.assertNear((r, c) -> x.get(r, c) / 2, 0);
      View sum = View.empty(1, n);
      kernels.elements().combine(n, 0.7f, x.matrix(), -3, y.matrix(), sum.matrix());
      sum.assertNear((r, c) -> 0.7f * (double) x.get(r, c) - 3 * (double) y.get(r, c), 5e-7);
      View q = View.random(new Random(n + 2), 1, n);
      View mixed = View.empty(1, n);
      kernels.elements().mix(n, q.matrix(), x.matrix(), y.matrix(), mixed.matrix());
      mixed.assertNear(
          (r, c) -> {
            double share = q.get(r, c);
            return share * x.get(r, c) + (1 - share) * y.get(r, c);
          },
          5e-7);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void sumsOfProducts(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      View x = View.random(new Random(n), 1, n);
      View a = View.random(new Random(n + 1), 1, n);
      View b = View.random(new Random(n + 2), 1, n);
      View before = View.random(new Random(n + 3), 1, n);
      View z = View.empty(1, n);
      kernels.elements().sum(n, x.matrix(), a.matrix(), b.matrix(), z.matrix());
      z.assertNear((r, c) -> x.get(r, c) + (a.get(r, c) + b.get(r, c)), 0);
      z = before.copy();
      kernels.elements().addProduct(n, -1, x.matrix(), a.matrix(), z.matrix());
      z.assertNear((r, c) -> before.get(r, c) - (double) x.get(r, c) * a.get(r, c), 5e-7);
      z = before.copy();
      kernels.elements().addDifference(n, x.matrix(), a.matrix(), b.matrix(), z.matrix());
      z.assertNear(
          (r, c) -> before.get(r, c) + x.get(r, c) * ((double) a.get(r, c) - b.get(r, c)), 5e-7);
      z = before.copy();
      kernels.elements().addRest(n, x.matrix(), a.matrix(), z.matrix());
      z.assertNear((r, c) -> before.get(r, c) + x.get(r, c) * (1 - (double) a.get(r, c)), 5e-7);
      z = before.copy();
      kernels.elements().sigmoidCurvature(n, x.matrix(), a.matrix(), b.matrix(), z.matrix());
      z.assertNear(
          (r, c) ->
              before.get(r, c)
                  + (double) a.get(r, c) * (1 - 2 * (double) x.get(r, c)) * b.get(r, c),
          1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void clamps(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      View x = View.random(new Random(n), 1, n);
      x.data()[x.at()] = 0.5f; // at the limit, which is inside
      View y = View.empty(1, n);
      kernels.elements().clamp(n, 0.5f, x.matrix(), y.matrix());
      y.assertNear((r, c) -> Math.clamp(x.get(r, c), -0.5f, 0.5f), 0);
      View g = View.random(new Random(n + 1), 1, n);
      View gx = g.copy();
      kernels.elements().clampBackward(n, 0.5f, x.matrix(), g.matrix(), gx.matrix());
      gx.assertNear((r, c) -> g.get(r, c) * (Math.abs(x.get(r, c)) > 0.5f ? 1 : 2), 0);
      y.set((r, c) -> Float.NaN);
      kernels.elements().clamp(n, 0.5f, y.matrix(), y.matrix());
      assertThat(y.get(0, n - 1)).isNaN();
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void choices(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      View a = View.random(new Random(n), 1, n);
      View b = View.random(new Random(n + 1), 1, n);
      b.data()[b.at()] = a.get(0, 0); // a tie, which the first wins
      View x = View.random(new Random(n + 2), 1, n);
      View z = View.random(new Random(n + 3), 1, n);
      View y = View.empty(1, n);
      kernels.elements().choose(n, a.matrix(), b.matrix(), x.matrix(), z.matrix(), y.matrix());
      y.assertNear((r, c) -> a.get(r, c) >= b.get(r, c) ? x.get(r, c) : z.get(r, c), 0);

      View gx = View.random(new Random(n + 4), 1, n);
      View gz = View.random(new Random(n + 5), 1, n);
      View before = gz.copy();
      kernels
          .elements()
          .chooseBackward(n, a.matrix(), b.matrix(), 0.7f, x.matrix(), gx.matrix(), gz.matrix());
      gx.assertNear((r, c) -> a.get(r, c) >= b.get(r, c) ? 0.7 * x.get(r, c) : 0, 2e-7);
      gz.assertNear(
          (r, c) -> before.get(r, c) + (a.get(r, c) >= b.get(r, c) ? 0 : 0.7 * x.get(r, c)), 2e-7);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void sumsOfChoices(Kernels kernels) {
    for (int n : KernelVariants.sizes()) {
      for (int rows : new int[] {0, 1, 3, 4, 6}) {
        View v = View.random(new Random(n), rows + 1, n); // a, and the rows b
        v.data()[v.from(rows).at()] = v.get(0, 0); // a tie, which the first wins
        View x = View.random(new Random(n + 1), rows + 1, n);
        View w = View.random(new Random(n + 2), 1, n);
        View y = View.empty(1, rows);
        kernels
            .edgeRows()
            .chooseDots(
                rows,
                v.matrix(),
                x.matrix(),
                v.from(1).matrix(),
                x.from(1).matrix(),
                w.matrix(),
                y.matrix());
        y.assertNear(
            (zero, r) -> {
              double sum = 0;
              for (int c = 0; c < n; c++) {
                boolean first = v.get(0, c) >= v.get(r + 1, c);
                sum += (double) w.get(0, c) * x.get(first ? 0 : r + 1, c);
              }
              return sum;
            },
            6e-8 * (n + 2));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void dotsAndNorms(Kernels kernels) {
    for (int n : new int[] {1, 2, 3, 5, 7, 8, 13, 16, 31, 64, 127, 128, 130, 511, 513, 4098}) {
      View x = View.random(new Random(n), 1, n);
      View y = View.random(new Random(n + 1), 1, n);
      double dot = 0;
      double squares = 0;
      for (int c = 0; c < n; c++) {
        dot += (double) x.get(0, c) * y.get(0, c);
        squares += (double) x.get(0, c) * x.get(0, c);
      }
      assertThat(kernels.elements().dot(n, x.matrix(), y.matrix()))
          .isCloseTo(dot, within(6e-8 * (n + 2)));
      assertThat(kernels.elements().norm(n, x.matrix()))
          .isCloseTo(Math.sqrt(squares), within(1e-6 * Math.sqrt(squares)));
    }
  }

  /** A float sum of these squares would stop growing at 2^24 times the addend. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void normsOfLongVectorsAreAccurate(Kernels kernels) {
    int n = 1 << 20;
    float[] x = new float[n];
    Arrays.fill(x, 0.1f);
    double exact = Math.sqrt(n * ((double) 0.1f * 0.1f));
    assertThat(kernels.elements().norm(n, Matrix.of(x))).isCloseTo(exact, within(5e-6 * exact));
  }

  @Test
  void exponentialToTheLastBits() {
    for (float x = FastExp.LOWEST; x < FastExp.HIGHEST; x += 0.0137f) {
      double exact = Math.exp(x);
      assertThat((double) FastExp.exp(x)).isCloseTo(exact, within(1.5e-7 * exact));
    }
  }
}
