package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Matrix products against a sum in double precision. */
class ProductTest {
  private static final int[][] SHAPES = {
    {1, 1, 1},
    {1, 128, 1},
    {2, 3, 5},
    {5, 7, 8},
    {6, 8, 16},
    {7, 1, 128},
    {13, 16, 31},
    {31, 5, 33},
    {48, 128, 128},
    {49, 64, 127},
    {97, 13, 130},
    {3, 256, 128},
    {130, 130, 130},
    {64, 31, 7},
  };

  /** A sum of n products of numbers below one errs by less than n roundings. */
  private static double tolerance(int terms) {
    return 6e-8 * (terms + 2);
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void forward(Kernels kernels) {
    Random random = new Random(1);
    for (int[] shape : SHAPES) {
      View a = View.random(random, shape[0], shape[1]);
      View w = View.random(random, shape[1], shape[2]);
      View bias = View.random(random, 1, shape[2]);
      PackedWeights packed = kernels.packed(shape[1], shape[2]);
      kernels.pack(w.data(), w.at(), w.step(), packed);
      View c = View.empty(shape[0], shape[2]);
      kernels.multiply(shape[0], a.data(), a.at(), a.step(), packed, c.data(), c.at(), c.step());
      c.assertNear((i, j) -> product(a, w, i, j), tolerance(shape[1]));
      kernels.multiplyAccumulate(
          shape[0], a.data(), a.at(), a.step(), packed, c.data(), c.at(), c.step());
      c.assertNear((i, j) -> 2 * product(a, w, i, j), 2 * tolerance(shape[1]));
      kernels.multiplyAddBias(
          shape[0],
          a.data(),
          a.at(),
          a.step(),
          packed,
          bias.data(),
          bias.at(),
          c.data(),
          c.at(),
          c.step());
      c.assertNear((i, j) -> product(a, w, i, j) + bias.get(0, j), tolerance(shape[1]));
    }
  }

  /**
   * Zeros may be left out, and nothing else changes: for all, many, some and no columns of zeros.
   */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void zerosMayBeLeftOut(Kernels kernels) {
    Random random = new Random(6);
    SparseRows room = kernels.sparseRows();
    for (int[] shape : SHAPES) {
      int rows = shape[0];
      for (double dense : new double[] {0, 0.3, 0.9, 1}) {
        View a = View.random(random, rows, shape[1]);
        a.set((r, k) -> random.nextDouble() < dense ? a.get(r, k) : 0);
        View w = View.random(random, shape[1], shape[2]);
        View bias = View.random(random, 1, shape[2]);
        PackedWeights packed = kernels.packed(shape[1], shape[2]);
        kernels.pack(w.data(), w.at(), w.step(), packed);
        View expected = View.empty(rows, shape[2]);
        View found = View.empty(rows, shape[2]);
        kernels.multiplyAddBias(
            rows,
            a.data(),
            a.at(),
            a.step(),
            packed,
            bias.data(),
            bias.at(),
            expected.data(),
            expected.at(),
            expected.step());
        kernels.multiplySparse(
            rows,
            a.data(),
            a.at(),
            a.step(),
            packed,
            bias.data(),
            bias.at(),
            room,
            found.data(),
            found.at(),
            found.step());
        assertThat(found.data()).isEqualTo(expected.data());

        kernels.multiply(
            rows,
            a.data(),
            a.at(),
            a.step(),
            packed,
            expected.data(),
            expected.at(),
            expected.step());
        kernels.multiplySparse(
            rows, a.data(), a.at(), a.step(), packed, room, found.data(), found.at(), found.step());
        assertThat(found.data()).isEqualTo(expected.data());
      }
    }
  }

  /** What is no number is no zero. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void leavingOutZerosKeepsWhatIsNoNumber(Kernels kernels) {
    View a = View.empty(7, 128);
    a.set((r, k) -> r == 6 && k == 77 ? Double.NaN : 0);
    View w = View.random(new Random(7), 128, 128);
    PackedWeights packed = kernels.packed(128, 128);
    kernels.pack(w.data(), w.at(), w.step(), packed);
    View c = View.empty(7, 128);
    kernels.multiplySparse(
        7, a.data(), a.at(), a.step(), packed, kernels.sparseRows(), c.data(), c.at(), c.step());
    assertThat(c.row(5)).containsOnly(0);
    assertThat(c.row(6)).containsOnly(Float.NaN);
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void withChosenRows(Kernels kernels) {
    Random random = new Random(8);
    for (int cols : KernelVariants.sizes()) {
      for (int count : new int[] {0, 1, 2, 3, 4, 5, 8, 13}) {
        int rows = 13;
        int[] chosen = random.ints(0, rows).distinct().limit(count).toArray();
        float[] w = random(random, rows * cols);
        float[] x = random(random, Math.max(rows, cols));
        float[] sum = random(random, cols);
        kernels.combineChosen(count, chosen, 0, cols, x, 0, w, 0, sum, 0);
        for (int c = 0; c < cols; c++) {
          double expected = 0;
          for (int row : chosen) {
            expected += (double) x[row] * w[row * cols + c];
          }
          assertThat((double) sum[c]).isCloseTo(expected, within(tolerance(count)));
        }

        float[] dots = new float[rows];
        Arrays.fill(dots, 7);
        kernels.dotChosen(count, chosen, 0, cols, x, 0, w, 0, dots, 0);
        for (int row = 0; row < rows; row++) {
          double expected = 7;
          if (contains(chosen, row)) {
            expected = 0;
            for (int c = 0; c < cols; c++) {
              expected += (double) x[c] * w[row * cols + c];
            }
          }
          assertThat((double) dots[row]).isCloseTo(expected, within(tolerance(cols)));
        }
      }
    }
  }

  /** Whichever others are chosen with it, a row gives the same bits. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void chosenRowsDoNotDependOnEachOther(Kernels kernels) {
    Random random = new Random(9);
    float[] w = random(random, 7 * 37);
    float[] x = random(random, 37);
    float[] together = new float[7];
    kernels.dotChosen(7, new int[] {6, 5, 4, 3, 2, 1, 0}, 0, 37, x, 0, w, 0, together, 0);
    for (int row = 0; row < 7; row++) {
      float[] alone = new float[7];
      kernels.dotChosen(1, new int[] {row}, 0, 37, x, 0, w, 0, alone, 0);
      assertThat(alone[row]).isEqualTo(together[row]);
    }
  }

  private static float[] random(Random random, int count) {
    float[] x = new float[count];
    for (int i = 0; i < count; i++) {
      x[i] = random.nextFloat(-1, 1);
    }
    return x;
  }

  private static boolean contains(int[] list, int element) {
    return Arrays.stream(list).anyMatch(it -> it == element);
  }

  private static double product(View a, View w, int i, int j) {
    double sum = 0;
    for (int k = 0; k < a.cols(); k++) {
      sum += (double) a.get(i, k) * w.get(k, j);
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void backwardToTheInput(Kernels kernels) {
    Random random = new Random(2);
    for (int[] shape : SHAPES) {
      View g = View.random(random, shape[0], shape[2]);
      View w = View.random(random, shape[1], shape[2]);
      PackedWeights packed = kernels.packed(shape[2], shape[1]);
      kernels.packTransposed(w.data(), w.at(), w.step(), packed);
      View c = View.empty(shape[0], shape[1]);
      kernels.multiplyAccumulate(
          shape[0], g.data(), g.at(), g.step(), packed, c.data(), c.at(), c.step());
      View.Elements expected =
          (i, k) -> {
            double sum = 0;
            for (int j = 0; j < shape[2]; j++) {
              sum += (double) g.get(i, j) * w.get(k, j);
            }
            return sum;
          };
      c.assertNear(expected, tolerance(shape[2]));
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void backwardToTheWeightsAndTheBias(Kernels kernels) {
    Random random = new Random(3);
    for (int[] shape : SHAPES) {
      int rows = shape[0];
      View a = View.random(random, rows, shape[1]);
      View g = View.random(random, rows, shape[2]);
      View dw = View.random(random, shape[1], shape[2]);
      View before = dw.copy();
      kernels.weightGradient(
          rows, shape[1], shape[2], a.data(), a.at(), a.step(), g.data(), g.at(), g.step(),
          dw.data(), dw.at(), dw.step());
      View.Elements expected =
          (k, j) -> {
            double sum = before.get(k, j);
            for (int i = 0; i < rows; i++) {
              sum += (double) a.get(i, k) * g.get(i, j);
            }
            return sum;
          };
      dw.assertNear(expected, tolerance(rows));

      View sums = View.empty(1, shape[2]);
      kernels.columnSums(rows, shape[2], g.data(), g.at(), g.step(), sums.data(), sums.at());
      View.Elements total =
          (zero, j) -> {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
              sum += g.get(i, j);
            }
            return sum;
          };
      sums.assertNear(total, tolerance(rows));
    }
  }

  /** The promise behind "the same bits alone or in a batch". */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void rowsDoNotDependOnTheirNeighbours(Kernels kernels) {
    Random random = new Random(4);
    for (int out : new int[] {1, 16, 19, 33, 128}) {
      View a = View.random(random, 61, 32);
      View w = View.random(random, 32, out);
      PackedWeights packed = kernels.packed(32, out);
      kernels.pack(w.data(), w.at(), w.step(), packed);
      View together = View.empty(61, out);
      kernels.multiply(
          61, a.data(), a.at(), a.step(), packed, together.data(), together.at(), together.step());
      for (int first = 0; first < 61; first++) {
        for (int rows = 1; rows <= Math.min(7, 61 - first); rows++) {
          View part = View.empty(rows, out);
          View from = a.from(first);
          kernels.multiply(
              rows,
              from.data(),
              from.at(),
              from.step(),
              packed,
              part.data(),
              part.at(),
              part.step());
          for (int r = 0; r < rows; r++) {
            assertThat(part.row(r)).isEqualTo(together.row(first + r));
          }
        }
      }
    }
  }

  /** Sums over rows may be cut anywhere. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void weightGradientsMayBeCutIntoCalls(Kernels kernels) {
    Random random = new Random(5);
    View a = View.random(random, 101, 13);
    View g = View.random(random, 101, 37);
    View once = View.empty(13, 37);
    kernels.weightGradient(
        101,
        13,
        37,
        a.data(),
        a.at(),
        a.step(),
        g.data(),
        g.at(),
        g.step(),
        once.data(),
        once.at(),
        once.step());
    View cut = View.empty(13, 37);
    for (int from = 0, size = 1; from < 101; from += size, size++) {
      View af = a.from(from);
      View gf = g.from(from);
      kernels.weightGradient(
          Math.min(size, 101 - from),
          13,
          37,
          af.data(),
          af.at(),
          af.step(),
          gf.data(),
          gf.at(),
          gf.step(),
          cut.data(),
          cut.at(),
          cut.step());
    }
    for (int r = 0; r < 13; r++) {
      assertThat(cut.row(r)).isEqualTo(once.row(r));
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void theCeilingCountsItsOperations(Kernels kernels) {
    assertThat(kernels.exerciseRegisters(7)).isPositive();
    assertThat(kernels.exerciseRegisters(14)).isEqualTo(2 * kernels.exerciseRegisters(7));
  }

  @Test
  void weightsWithoutRowsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalarKernels().packed(0, 4))
        .withMessageContaining("0 × 4");
  }
}
