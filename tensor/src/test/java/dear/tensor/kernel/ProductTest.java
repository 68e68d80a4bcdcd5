// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
    {66, 8, 48},
    {65, 4, 32},
    {64, 64, 64},
    {70, 32, 40},
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
      PackedWeights packed = kernels.products().packed(shape[1], shape[2]);
      packed.pack(w.matrix());
      View c = View.empty(shape[0], shape[2]);
      kernels.products().multiply(shape[0], a.matrix(), packed, c.matrix());
      c.assertNear((i, j) -> product(a, w, i, j), tolerance(shape[1]));
      kernels.products().multiplyAdd(shape[0], a.matrix(), packed, c.matrix(), c.matrix());
      c.assertNear((i, j) -> 2 * product(a, w, i, j), 2 * tolerance(shape[1]));
      kernels.products().multiplyAdd(shape[0], a.matrix(), packed, repeated(bias), c.matrix());
      c.assertNear((i, j) -> product(a, w, i, j) + bias.get(0, j), tolerance(shape[1]));
    }
  }

  /** One product with inputs side by side has the bits of several that add to each other. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void inputsMayBeJoined(Kernels kernels) {
    Random random = new Random(7);
    Products products = kernels.products();
    for (int[] widths : new int[][] {{64, 64, 32}, {1, 7}, {5, 16, 3, 9}, {32}}) {
      int in = Arrays.stream(widths).sum();
      int rows = 21;
      int out = 35;
      View w = View.random(random, in, out);
      View first = View.random(random, rows, out);
      Matrix[] parts = new Matrix[widths.length];
      View expected = first.copy();
      for (int k = 0, at = 0; k < widths.length; at += widths[k], k++) {
        parts[k] = View.random(random, rows, widths[k]).matrix();
        PackedWeights packed = products.packed(widths[k], out);
        packed.pack(w.from(at).matrix());
        products.multiplyAdd(rows, parts[k], packed, expected.matrix(), expected.matrix());
      }
      View joint = View.empty(rows, in);
      View found = View.empty(rows, out);
      PackedWeights packed = products.packed(in, out);
      packed.pack(w.matrix());
      products.sideBySide(rows, parts, joint.matrix());
      products.multiplyAdd(rows, joint.matrix(), packed, first.matrix(), found.matrix());
      assertThat(found.data()).isEqualTo(expected.data());
    }
  }

  /** Skipping zeros changes nothing else, with all, many, some or no columns of zeros. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void zerosMayBeLeftOut(Kernels kernels) {
    Random random = new Random(6);
    SparseRows workspace = kernels.products().sparseRows();
    for (int[] shape : SHAPES) {
      int rows = shape[0];
      for (double dense : new double[] {0, 0.3, 0.9, 1}) {
        View a = View.random(random, rows, shape[1]);
        a.set((r, k) -> random.nextDouble() < dense ? a.get(r, k) : 0);
        View w = View.random(random, shape[1], shape[2]);
        View bias = View.random(random, 1, shape[2]);
        PackedWeights packed = kernels.products().packed(shape[1], shape[2]);
        packed.pack(w.matrix());
        View expected = View.empty(rows, shape[2]);
        View found = View.empty(rows, shape[2]);
        kernels.products().multiplyAdd(rows, a.matrix(), packed, repeated(bias), expected.matrix());
        kernels
            .products()
            .multiplySparse(rows, a.matrix(), packed, repeated(bias), workspace, found.matrix());
        assertThat(found.data()).isEqualTo(expected.data());

        kernels.products().multiply(rows, a.matrix(), packed, expected.matrix());
        kernels.products().multiplySparse(rows, a.matrix(), packed, workspace, found.matrix());
        assertThat(found.data()).isEqualTo(expected.data());
      }
    }
  }

  /** NaN is not zero. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void leavingOutZerosKeepsWhatIsNoNumber(Kernels kernels) {
    View a = View.empty(7, 128);
    a.set((r, k) -> r == 6 && k == 77 ? Double.NaN : 0);
    View w = View.random(new Random(7), 128, 128);
    PackedWeights packed = kernels.products().packed(128, 128);
    packed.pack(w.matrix());
    View c = View.empty(7, 128);
    kernels
        .products()
        .multiplySparse(7, a.matrix(), packed, kernels.products().sparseRows(), c.matrix());
    assertThat(c.row(5)).containsOnly(0);
    assertThat(c.row(6)).containsOnly(Float.NaN);
  }

  private static Matrix repeated(View row) {
    return Matrix.repeated(row.data(), row.at(), row.cols());
  }

  /** Three rows with lists of various lengths; the first and the last have the same owner. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void withChosenRows(Kernels kernels) {
    Random random = new Random(8);
    int[] owners = {1, 0, 1};
    for (int cols : KernelVariants.sizes()) {
      for (int count : new int[] {0, 1, 2, 3, 4, 5, 6}) {
        int[][] chosen = new int[3][];
        RowLists lists = new RowLists(3, 3 * 13);
        int[] shuffled = random.ints(0, 13).distinct().limit(13).toArray();
        for (int i = 0; i < 3; i++) {
          int from = i == 0 ? 0 : count; // lists of one owner have nothing in common
          int length = i == 1 ? 13 - count : count;
          chosen[i] = Arrays.copyOfRange(shuffled, from, from + length);
          lists.add(owners[i], shuffled, from, length);
        }
        chosenRows(kernels.chosenProducts(), random, cols, lists, chosen);
      }
    }
  }

  private static void chosenRows(
      ChosenProducts products, Random random, int cols, RowLists lists, int[][] chosen) {
    View w = View.random(random, 13, cols);
    View x = View.random(random, 3, cols);
    View z = View.random(random, 3, cols);
    View g = View.random(random, 2, 13);
    View h = View.random(random, 2, 13);

    View sums = View.random(random, 3, cols);
    products.combine(lists, g.matrix(), w.matrix(), sums.matrix());
    sums.assertNear(
        (i, c) ->
            Arrays.stream(chosen[i])
                .mapToDouble(r -> (double) g.get(lists.owner(i), r) * w.get(r, c))
                .sum(),
        tolerance(13));

    View dots = View.random(random, 2, 13);
    View before = dots.copy();
    products.dot(lists, x.matrix(), w.matrix(), dots.matrix());
    dots.assertNear(
        (o, r) -> {
          double dot = before.get(o, r);
          for (int i = 0; i < 3; i++) {
            if (lists.owner(i) == o && contains(chosen[i], r)) {
              dot = 0;
              for (int c = 0; c < cols; c++) {
                dot += (double) x.get(i, c) * w.get(r, c);
              }
            }
          }
          return dot;
        },
        tolerance(cols));

    View once = w.copy();
    products.add(lists, g.matrix(), x.matrix(), once.matrix());
    once.assertNear((r, c) -> added(lists, chosen, g, x, r, c) + w.get(r, c), tolerance(3));
    View twice = w.copy();
    products.addTwo(lists, g.matrix(), x.matrix(), h.matrix(), z.matrix(), twice.matrix());
    twice.assertNear(
        (r, c) -> added(lists, chosen, g, x, r, c) + added(lists, chosen, h, z, r, c) + w.get(r, c),
        tolerance(6));
  }

  private static double added(RowLists lists, int[][] chosen, View g, View x, int r, int c) {
    double sum = 0;
    for (int i = 0; i < chosen.length; i++) {
      if (contains(chosen[i], r)) {
        sum += (double) g.get(lists.owner(i), r) * x.get(i, c);
      }
    }
    return sum;
  }

  /** A row gives the same bits whichever others are chosen with it. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void chosenRowsDoNotDependOnEachOther(Kernels kernels) {
    Random random = new Random(9);
    View w = View.random(random, 7, 37);
    View x = View.random(random, 1, 37);
    float[] together = new float[7];
    RowLists lists = new RowLists(1, 7);
    lists.add(0, new int[] {6, 5, 4, 3, 2, 1, 0}, 0, 7);
    kernels.chosenProducts().dot(lists, x.matrix(), w.matrix(), Matrix.of(together));
    for (int row = 0; row < 7; row++) {
      float[] alone = new float[7];
      lists.clear();
      lists.add(0, new int[] {row}, 0, 1);
      kernels.chosenProducts().dot(lists, x.matrix(), w.matrix(), Matrix.of(alone));
      assertThat(alone[row]).isEqualTo(together[row]);
    }
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
      PackedWeights packed = kernels.products().packed(shape[2], shape[1]);
      packed.packTransposed(w.matrix());
      View c = View.empty(shape[0], shape[1]);
      kernels.products().multiplyAdd(shape[0], g.matrix(), packed, c.matrix(), c.matrix());
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
      kernels.products().weightGradient(rows, a.matrix(), g.matrix(), dw.matrix());
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
      kernels.products().columnSums(rows, g.matrix(), sums.matrix());
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
      PackedWeights packed = kernels.products().packed(32, out);
      packed.pack(w.matrix());
      View together = View.empty(61, out);
      kernels.products().multiply(61, a.matrix(), packed, together.matrix());
      for (int first = 0; first < 61; first++) {
        for (int rows = 1; rows <= Math.min(7, 61 - first); rows++) {
          View part = View.empty(rows, out);
          View from = a.from(first);
          kernels.products().multiply(rows, from.matrix(), packed, part.matrix());
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
    kernels.products().weightGradient(101, a.matrix(), g.matrix(), once.matrix());
    View cut = View.empty(13, 37);
    for (int from = 0, size = 1; from < 101; from += size, size++) {
      View af = a.from(from);
      View gf = g.from(from);
      kernels
          .products()
          .weightGradient(Math.min(size, 101 - from), af.matrix(), gf.matrix(), cut.matrix());
    }
    for (int r = 0; r < 13; r++) {
      assertThat(cut.row(r)).isEqualTo(once.row(r));
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void theCeilingCountsItsOperations(Kernels kernels) {
    assertThat(RegisterBenchmark.run(kernels, 7)).isPositive();
    assertThat(RegisterBenchmark.run(kernels, 14)).isEqualTo(2 * RegisterBenchmark.run(kernels, 7));
    assertThat(RegisterBenchmark.addAndCompare(kernels, 7)).isPositive();
    assertThat(RegisterBenchmark.addAndCompare(kernels, 14))
        .isEqualTo(2 * RegisterBenchmark.addAndCompare(kernels, 7));
  }

  @Test
  void weightsWithoutRowsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalarKernels().products().packed(0, 4))
        .withMessageContaining("0 × 4");
  }
}
