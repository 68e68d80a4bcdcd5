// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Layer norm and its derivatives against double precision: values by the definition, derivatives by
 * central differences of it, so that the kernels' formulas are tested independently.
 */
class LayerNormTest {
  private static final int ROWS = 3;
  private static final double DIFFERENCE = 1e-4;

  /** Central differences err by the square of the step, kernels by roundings. */
  private static double tolerance(int cols) {
    return 2e-5 + 2e-7 * cols;
  }

  /** One row of the problem in double precision, along a direction: x + t·ẋ and gy + t·gẏ. */
  @SuppressWarnings("ArrayRecordComponent") // a view of numbers, never compared
  private record Row(double[] x, double[] xDot, double[] gy, double[] gyDot, View p, View masks) {

    double[] normalized(double t) {
      int cols = x.length;
      double mean = 0;
      for (int c = 0; c < cols; c++) {
        mean += (x[c] + t * xDot[c]) / cols;
      }
      double variance = 0;
      for (int c = 0; c < cols; c++) {
        double d = x[c] + t * xDot[c] - mean;
        variance += d * d / cols;
      }
      double[] n = new double[cols];
      for (int c = 0; c < cols; c++) {
        n[c] = (x[c] + t * xDot[c] - mean) / Math.sqrt(variance + Norms.EPSILON);
      }
      return n;
    }

    double gy(int c, double t) {
      return masks.get(0, c) * (gy[c] + t * gyDot[c]);
    }

    /** ⟨gy + t·gẏ, y(x + t·ẋ + s·e_c)⟩ differentiated by s. */
    double gx(int c, double t) {
      return (objective(c, DIFFERENCE, t) - objective(c, -DIFFERENCE, t)) / (2 * DIFFERENCE);
    }

    private double objective(int c, double s, double t) {
      double[] shifted = x.clone();
      shifted[c] += s;
      double[] n = new Row(shifted, xDot, gy, gyDot, p, masks).normalized(t);
      double sum = 0;
      for (int j = 0; j < n.length; j++) {
        sum += gy(j, t) * (p.get(0, j) * n[j]);
      }
      return sum;
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void valuesAndDerivatives(Kernels kernels) {
    for (int cols : KernelVariants.sizes()) {
      check(kernels, cols, false);
      check(kernels, cols, true);
    }
  }

  private static void check(Kernels kernels, int cols, boolean rectify) {
    Random random = new Random(cols);
    View x = View.random(random, ROWS, cols);
    x.set((r, c) -> x.get(r, c) + r);
    View xDot = View.random(random, ROWS, cols);
    View gy = View.random(random, ROWS, cols);
    View gyDot = View.random(random, ROWS, cols);
    View p = View.random(random, 2, cols);
    NormParameters norm = parameters(p, rectify);
    NormState state = new NormState(cols, cols + 3);
    state.reserve(ROWS + 1);
    state.reserveTangents();
    state.move(1);
    View y = View.empty(ROWS, cols);
    kernels.norms().forward(ROWS, x.matrix(), norm, state, y.matrix());

    Row[] rows = new Row[ROWS];
    for (int r = 0; r < ROWS; r++) {
      rows[r] =
          new Row(
              doubles(x, r),
              doubles(xDot, r),
              doubles(gy, r),
              doubles(gyDot, r),
              p,
              View.empty(1, cols));
      double[] normalized = rows[r].normalized(0);
      rows[r]
          .masks()
          .set((z, c) -> !rectify || normalized[c] * p.get(0, c) + p.get(1, c) > 0 ? 1 : 0);
    }
    double t = tolerance(cols);
    view(state.n(), cols).assertNear((r, c) -> rows[r].normalized(0)[c], t);
    View.Elements expected =
        (r, c) ->
            rows[r].masks().get(0, c) * (rows[r].normalized(0)[c] * p.get(0, c) + p.get(1, c));
    y.assertNear(expected, t);
    View inPlace = x.copy();
    kernels.norms().inPlace(ROWS, inPlace.matrix(), norm);
    for (int r = 0; r < ROWS; r++) {
      assertThat(inPlace.row(r)).isEqualTo(y.row(r));
    }

    View yDot = View.empty(ROWS, cols);
    kernels.norms().tangent(ROWS, xDot.matrix(), norm, state, yDot.matrix());
    View.Elements slope =
        (r, c) ->
            (rows[r].normalized(DIFFERENCE)[c] - rows[r].normalized(-DIFFERENCE)[c])
                / (2 * DIFFERENCE);
    view(state.nDot(), cols).assertNear(slope, t);
    yDot.assertNear((r, c) -> rows[r].masks().get(0, c) * p.get(0, c) * slope.at(r, c), t);

    View dp = View.empty(2, cols);
    View gx = View.empty(ROWS, cols);
    gx.set((r, c) -> 0.5);
    kernels.norms().backward(ROWS, gy.matrix(), norm, state, dp.data(), gx.matrix(), true);
    gx.assertNear((r, c) -> 0.5 + rows[r].gx(c, 0), t);
    View.Elements parameters =
        (i, c) -> {
          double sum = 0;
          for (Row row : rows) {
            sum += row.gy(c, 0) * (i == 0 ? row.normalized(0)[c] : 1);
          }
          return sum;
        };
    dp.assertNear(parameters, t);

    View dpDot = View.empty(2, cols);
    View gxDot = gyDot.copy();
    kernels
        .norms()
        .backwardTangent(
            ROWS, gy.matrix(), gxDot.matrix(), norm, state, dpDot.data(), gxDot.matrix(), false);
    View.Elements second =
        (r, c) -> (rows[r].gx(c, DIFFERENCE) - rows[r].gx(c, -DIFFERENCE)) / (2 * DIFFERENCE);
    gxDot.assertNear(second, 10 * t);
    View.Elements parametersDot =
        (i, c) -> {
          double sum = 0;
          for (Row row : rows) {
            double up = row.gy(c, DIFFERENCE) * (i == 0 ? row.normalized(DIFFERENCE)[c] : 1);
            double down = row.gy(c, -DIFFERENCE) * (i == 0 ? row.normalized(-DIFFERENCE)[c] : 1);
            sum += (up - down) / (2 * DIFFERENCE);
          }
          return sum;
        };
    dpDot.assertNear(parametersDot, t);
  }

  private static NormParameters parameters(View p, boolean rectify) {
    return new NormParameters(p.data(), p.at(), p.at() + p.step(), p.cols(), rectify);
  }

  /** A copy of the rows of a matrix. */
  private static View view(Matrix matrix, int cols) {
    View view = View.empty(ROWS, cols);
    view.set((r, c) -> matrix.data()[matrix.row(r) + c]);
    return view;
  }

  private static double[] doubles(View view, int row) {
    double[] values = new double[view.cols()];
    for (int c = 0; c < values.length; c++) {
      values[c] = view.get(row, c);
    }
    return values;
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void aLargeCommonOffsetDoesNoHarm(Kernels kernels) {
    View x = View.random(new Random(9), 1, 128);
    View shifted = x.copy();
    shifted.set((r, c) -> Math.round(x.get(r, c) * 1024) / 1024f + 4096);
    x.set((r, c) -> shifted.get(r, c) - 4096);
    View p = View.empty(2, 128);
    p.set((r, c) -> 1 - r);
    for (View view : new View[] {x, shifted}) {
      kernels.norms().inPlace(1, view.matrix(), parameters(p, false));
    }
    shifted.assertNear(x::get, 2e-3);
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void rowsDoNotDependOnTheirNeighbours(Kernels kernels) {
    for (int cols : new int[] {1, 7, 19, 64, 130}) {
      View x = View.random(new Random(cols), 7, cols);
      View p = View.random(new Random(cols + 1), 2, cols);
      View together = x.copy();
      kernels.norms().inPlace(7, together.matrix(), parameters(p, true));
      for (int r = 0; r < 7; r++) {
        View alone = x.copy().from(r);
        kernels.norms().inPlace(1, alone.matrix(), parameters(p, true));
        assertThat(alone.row(0)).isEqualTo(together.row(r));
      }
    }
  }
}
