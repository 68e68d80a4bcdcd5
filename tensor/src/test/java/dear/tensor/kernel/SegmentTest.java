// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gathers, scatters, maxima and softmax over segments. */
class SegmentTest {
  private static final int[] START = {0, 1, 1, 8, 21};
  private static final int ROWS = 21;

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void scatter(Kernels kernels) {
    int[] index = {99, 4, 0, 0, 3, 4};
    for (int cols : KernelVariants.sizes()) {
      View x = View.random(new Random(cols), 5, cols);
      View sums = View.empty(5, cols);
      kernels.edgeRows().scatterAdd(5, index, 1, x.matrix(), sums.matrix());
      View.Elements expected =
          (r, c) ->
              IntStream.range(0, 5)
                  .filter(i -> index[i + 1] == r)
                  .mapToDouble(i -> x.get(i, c))
                  .sum();
      sums.assertNear(expected, 1e-7);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void gatherAffine(Kernels kernels) {
    int[] index = {2, 0, 2, 1};
    for (int cols : KernelVariants.sizes()) {
      for (int terms = 0; terms <= 3; terms++) {
        Random random = new Random(cols);
        View x = View.random(random, 3, cols);
        View base = View.random(random, 1, cols);
        View vectors = View.random(random, terms, cols);
        float[] coefficients = {9, 1, -2, 3, 0.5f, 5, 0, 7, -1, 2, 4, 8, 0.25f};
        View y = View.empty(4, cols);
        kernels
            .edgeRows()
            .gatherAffine(
                4,
                base.matrix(),
                index,
                0,
                x.matrix(),
                new Matrix(coefficients, 1, terms),
                vectors.matrix(),
                y.matrix());
        int k = terms;
        View.Elements expected =
            (r, c) -> {
              double sum = (double) base.get(0, c) + x.get(index[r], c);
              for (int i = 0; i < k; i++) {
                sum += (double) coefficients[1 + r * k + i] * vectors.get(i, c);
              }
              return sum;
            };
        y.assertNear(expected, 1e-6);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void maximumWithTies(Kernels kernels) {
    for (int cols : KernelVariants.sizes()) {
      View x = View.random(new Random(cols), ROWS, cols);
      x.set((r, c) -> Math.round(2 * x.get(r, c)) - 3);
      View max = View.empty(4, cols);
      int[] arg = new int[4 * cols];
      segmentMax(kernels.edgeRows(), x, max, arg);
      for (int s = 0; s < 4; s++) {
        for (int c = 0; c < cols; c++) {
          int best = -1;
          for (int r = START[s]; r < START[s + 1]; r++) {
            best = best < 0 || x.get(r, c) > x.get(best, c) ? r : best;
          }
          assertThat(arg[s * cols + c]).isEqualTo(best);
        }
      }
      int[] found = arg;
      max.assertNear((s, c) -> found[s * cols + c] < 0 ? 0 : x.get(found[s * cols + c], c), 0);
    }
  }

  /** The maximum over consecutive rows; an empty segment gives 0 and row -1. */
  private static void segmentMax(EdgeRows edgeRows, View x, View max, int[] arg) {
    int cols = x.cols();
    for (int s = 0; s < 4; s++) {
      int first = START[s];
      int rows = START[s + 1] - first;
      Matrix m = max.from(s).matrix();
      Arrays.fill(m.data(), m.at(), m.at() + cols, rows == 0 ? 0 : Float.NEGATIVE_INFINITY);
      Arrays.fill(arg, s * cols, (s + 1) * cols, rows == 0 ? -1 : first);
      edgeRows.raiseMax(rows, x.from(first).matrix(), first, m, arg, s * cols);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void aMaximumDoesNotHideNaN(Kernels kernels) {
    View x = View.random(new Random(1), 5, 33);
    x.set((r, c) -> r == 2 ? Float.NaN : x.get(r, c));
    float[] max = new float[33];
    int[] arg = new int[33];
    Arrays.fill(max, Float.NEGATIVE_INFINITY);
    kernels.edgeRows().raiseMax(5, x.matrix(), 10, Matrix.of(max), arg, 0);
    assertThat(max).containsOnly(Float.NaN);
    assertThat(arg).containsOnly(12);
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void logSoftmaxInAnyOrder(Kernels kernels) {
    int[] order = new int[ROWS];
    Arrays.setAll(order, i -> (i * 8) % ROWS);
    View x = View.random(new Random(5), 1, ROWS);
    x.set((r, c) -> 40 * x.get(r, c));
    View y = View.empty(1, ROWS);
    kernels.logSoftmax().forward(4, START, order, x.matrix(), y.matrix());
    double[] logSum = new double[4];
    int[] segment = new int[ROWS];
    for (int s = 0; s < 4; s++) {
      double sum = 0;
      for (int p = START[s]; p < START[s + 1]; p++) {
        sum += Math.exp(x.get(0, order[p]));
        segment[order[p]] = s;
      }
      logSum[s] = Math.log(sum);
    }
    y.assertNear((r, c) -> x.get(r, c) - logSum[segment[c]], 1e-6);

    View g = View.random(new Random(6), 1, ROWS);
    View gx = View.empty(1, ROWS);
    kernels.logSoftmax().backward(4, START, order, y.matrix(), g.matrix(), gx.matrix());
    View tangent = View.empty(1, ROWS);
    kernels.logSoftmax().tangent(4, START, order, y.matrix(), g.matrix(), tangent.matrix());
    double[] sumOfG = new double[4];
    double[] meanOfG = new double[4];
    for (int c = 0; c < ROWS; c++) {
      sumOfG[segment[c]] += g.get(0, c);
      meanOfG[segment[c]] += g.get(0, c) * Math.exp(x.get(0, c) - logSum[segment[c]]);
    }
    gx.assertNear(
        (r, c) -> g.get(r, c) - Math.exp(x.get(r, c) - logSum[segment[c]]) * sumOfG[segment[c]],
        2e-6);
    tangent.assertNear((r, c) -> g.get(r, c) - meanOfG[segment[c]], 1e-6);
  }

  /** A segment in one piece may be computed differently, but has the bits of any other. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void logSoftmaxOfARowHasTheBitsOfScatteredElements(Kernels kernels) {
    for (int count : new int[] {1, 2, 7, 16, 37, 64, 5003}) {
      View row = View.random(new Random(count), 1, count);
      View spread = View.empty(1, 2 * count);
      spread.set((r, c) -> row.get(0, c / 2));
      int[] start = {0, count};
      kernels
          .logSoftmax()
          .forward(1, start, IntStream.range(0, count).toArray(), row.matrix(), row.matrix());
      int[] everyOther = IntStream.range(0, count).map(i -> 2 * i).toArray();
      kernels.logSoftmax().forward(1, start, everyOther, spread.matrix(), spread.matrix());
      for (int i = 0; i < count; i++) {
        assertThat(row.get(0, i)).isEqualTo(spread.get(0, 2 * i));
      }
    }
  }

  /** Longer than a block that is summed in single precision. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void logSoftmaxOfALongSegment(Kernels kernels) {
    int count = 5003;
    View x = View.random(new Random(5), 1, count);
    View y = View.empty(1, count);
    int[] order = IntStream.range(0, count).map(i -> count - 1 - i).toArray();
    int[] start = {0, count};
    kernels.logSoftmax().forward(1, start, order, x.matrix(), y.matrix());
    double sum = IntStream.range(0, count).mapToDouble(c -> Math.exp(x.get(0, c))).sum();
    y.assertNear((r, c) -> x.get(r, c) - Math.log(sum), 1e-6);
  }
}
