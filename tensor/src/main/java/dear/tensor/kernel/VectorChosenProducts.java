// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorElements.axpy;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.sums;

import jdk.incubator.vector.FloatVector;

/** Products with a few rows of a matrix, given by lists. */
final class VectorChosenProducts implements ChosenProducts {
  @Override
  public void combine(RowLists lists, Matrix x, Matrix w, Matrix y) {
    int c = 0;
    for (; c + 8 * LANES <= w.cols(); c += 8 * LANES) {
      combineEight(lists, c, x, w, y);
    }
    if (c < w.cols()) {
      combineRest(lists, c, x, w, y);
    }
  }

  /** Eight vectors of columns: the sums stay in registers. */
  private static void combineEight(
      RowLists lists, int column, Matrix coefficients, Matrix weights, Matrix result) {
    int[] chosen = lists.rows();
    float[] x = coefficients.data();
    float[] w = weights.data();
    int wAt = weights.at() + column;
    int step = weights.step();
    float[] y = result.data();
    for (int i = 0; i < lists.size(); i++) {
      int xAt = coefficients.row(lists.owner(i));
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      FloatVector s4 = s0;
      FloatVector s5 = s0;
      FloatVector s6 = s0;
      FloatVector s7 = s0;
      for (int k = lists.start(i), end = lists.end(i); k < end; k++) {
        int row = chosen[k];
        FloatVector factor = all(x[xAt + row]);
        int at = wAt + row * step;
        s0 = factor.fma(load(w, at), s0);
        s1 = factor.fma(load(w, at + LANES), s1);
        s2 = factor.fma(load(w, at + 2 * LANES), s2);
        s3 = factor.fma(load(w, at + 3 * LANES), s3);
        s4 = factor.fma(load(w, at + 4 * LANES), s4);
        s5 = factor.fma(load(w, at + 5 * LANES), s5);
        s6 = factor.fma(load(w, at + 6 * LANES), s6);
        s7 = factor.fma(load(w, at + 7 * LANES), s7);
      }
      int yAt = result.row(i) + column;
      s0.intoArray(y, yAt);
      s1.intoArray(y, yAt + LANES);
      s2.intoArray(y, yAt + 2 * LANES);
      s3.intoArray(y, yAt + 3 * LANES);
      s4.intoArray(y, yAt + 4 * LANES);
      s5.intoArray(y, yAt + 5 * LANES);
      s6.intoArray(y, yAt + 6 * LANES);
      s7.intoArray(y, yAt + 7 * LANES);
    }
  }

  /** The columns after the last eight vectors. */
  private static void combineRest(
      RowLists lists, int column, Matrix coefficients, Matrix weights, Matrix result) {
    int[] chosen = lists.rows();
    float[] x = coefficients.data();
    float[] w = weights.data();
    float[] y = result.data();
    int cols = weights.cols();
    for (int i = 0; i < lists.size(); i++) {
      int start = lists.start(i);
      int end = lists.end(i);
      int xAt = coefficients.row(lists.owner(i));
      int yAt = result.row(i);
      int c = column;
      for (int whole = F.loopBound(cols); c < whole; c += LANES) {
        FloatVector sum = FloatVector.zero(F);
        for (int k = start; k < end; k++) {
          int row = chosen[k];
          sum = all(x[xAt + row]).fma(load(w, weights.row(row) + c), sum);
        }
        sum.intoArray(y, yAt + c);
      }
      for (; c < cols; c++) {
        float sum = 0;
        for (int k = start; k < end; k++) {
          int row = chosen[k];
          sum = Math.fma(x[xAt + row], w[weights.row(row) + c], sum);
        }
        y[yAt + c] = sum;
      }
    }
  }

  /** Four rows at a time, so that their sums across lanes share the work; the last may repeat. */
  @Override
  public void dot(RowLists lists, Matrix rows, Matrix weights, Matrix result) {
    int[] chosen = lists.rows();
    float[] x = rows.data();
    float[] w = weights.data();
    int wAt = weights.at();
    int step = weights.step();
    float[] y = result.data();
    int cols = weights.cols();
    int whole = F.loopBound(cols);
    for (int i = 0; i < lists.size(); i++) {
      int xAt = rows.row(i);
      int yAt = result.row(lists.owner(i));
      int last = lists.end(i) - 1;
      for (int k = lists.start(i); k <= last; k += 4) {
        int r0 = chosen[k];
        int r1 = chosen[Math.min(k + 1, last)];
        int r2 = chosen[Math.min(k + 2, last)];
        int r3 = chosen[Math.min(k + 3, last)];
        int w0 = wAt + r0 * step;
        int w1 = wAt + r1 * step;
        int w2 = wAt + r2 * step;
        int w3 = wAt + r3 * step;
        FloatVector s0 = FloatVector.zero(F);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        for (int c = 0; c < whole; c += LANES) {
          FloatVector v = load(x, xAt + c);
          s0 = v.fma(load(w, w0 + c), s0);
          s1 = v.fma(load(w, w1 + c), s1);
          s2 = v.fma(load(w, w2 + c), s2);
          s3 = v.fma(load(w, w3 + c), s3);
        }
        FloatVector dots = sums(s0, s1, s2, s3);
        y[yAt + r0] = withTail(whole, cols, dots.lane(0), x, xAt, w, w0);
        y[yAt + r1] = withTail(whole, cols, dots.lane(LANES / 4), x, xAt, w, w1);
        y[yAt + r2] = withTail(whole, cols, dots.lane(LANES / 2), x, xAt, w, w2);
        y[yAt + r3] = withTail(whole, cols, dots.lane(LANES / 2 + LANES / 4), x, xAt, w, w3);
      }
    }
  }

  private static float withTail(
      int whole, int cols, float dot, float[] x, int xAt, float[] w, int wAt) {
    float sum = dot;
    for (int c = whole; c < cols; c++) {
      sum = Math.fma(x[xAt + c], w[wAt + c], sum);
    }
    return sum;
  }

  @Override
  public void add(RowLists lists, Matrix g, Matrix x, Matrix w) {
    int c = 0;
    for (; c + 8 * LANES <= w.cols(); c += 8 * LANES) {
      addEight(lists, c, g, x, w);
    }
    if (c < w.cols()) {
      addRest(lists, c, g, x, w);
    }
  }

  /** Eight vectors of columns: the summands stay in registers. */
  private static void addEight(
      RowLists lists, int column, Matrix factors, Matrix rows, Matrix weights) {
    int[] chosen = lists.rows();
    float[] g = factors.data();
    float[] x = rows.data();
    float[] w = weights.data();
    int wAt = weights.at() + column;
    int step = weights.step();
    for (int i = 0; i < lists.size(); i++) {
      int gAt = factors.row(lists.owner(i));
      int xAt = rows.row(i) + column;
      FloatVector x0 = load(x, xAt);
      FloatVector x1 = load(x, xAt + LANES);
      FloatVector x2 = load(x, xAt + 2 * LANES);
      FloatVector x3 = load(x, xAt + 3 * LANES);
      FloatVector x4 = load(x, xAt + 4 * LANES);
      FloatVector x5 = load(x, xAt + 5 * LANES);
      FloatVector x6 = load(x, xAt + 6 * LANES);
      FloatVector x7 = load(x, xAt + 7 * LANES);
      for (int k = lists.start(i), end = lists.end(i); k < end; k++) {
        int row = chosen[k];
        FloatVector factor = all(g[gAt + row]);
        int at = wAt + row * step;
        factor.fma(x0, load(w, at)).intoArray(w, at);
        factor.fma(x1, load(w, at + LANES)).intoArray(w, at + LANES);
        factor.fma(x2, load(w, at + 2 * LANES)).intoArray(w, at + 2 * LANES);
        factor.fma(x3, load(w, at + 3 * LANES)).intoArray(w, at + 3 * LANES);
        factor.fma(x4, load(w, at + 4 * LANES)).intoArray(w, at + 4 * LANES);
        factor.fma(x5, load(w, at + 5 * LANES)).intoArray(w, at + 5 * LANES);
        factor.fma(x6, load(w, at + 6 * LANES)).intoArray(w, at + 6 * LANES);
        factor.fma(x7, load(w, at + 7 * LANES)).intoArray(w, at + 7 * LANES);
      }
    }
  }

  /** The columns after the last eight vectors. */
  private static void addRest(
      RowLists lists, int column, Matrix factors, Matrix rows, Matrix weights) {
    int count = weights.cols() - column;
    for (int i = 0; i < lists.size(); i++) {
      int gAt = factors.row(lists.owner(i));
      int xAt = rows.row(i) + column;
      for (int k = lists.start(i), end = lists.end(i); k < end; k++) {
        int row = lists.rows()[k];
        float factor = factors.data()[gAt + row];
        axpy(count, factor, rows.data(), xAt, weights.data(), weights.row(row) + column);
      }
    }
  }

  @Override
  public void addTwo(RowLists lists, Matrix g, Matrix x, Matrix h, Matrix z, Matrix w) {
    int c = 0;
    for (; c + 4 * LANES <= w.cols(); c += 4 * LANES) {
      addTwoFour(lists, c, g, x, h, z, w);
    }
    if (c < w.cols()) {
      addTwoRest(lists, c, g, x, h, z, w);
    }
  }

  /** Four vectors of columns of each summand. */
  private static void addTwoFour(
      RowLists lists, int column, Matrix g, Matrix first, Matrix h, Matrix second, Matrix weights) {
    int[] chosen = lists.rows();
    float[] x = first.data();
    float[] z = second.data();
    float[] alphas = g.data();
    float[] betas = h.data();
    float[] w = weights.data();
    int wAt = weights.at() + column;
    int step = weights.step();
    for (int i = 0; i < lists.size(); i++) {
      int gAt = g.row(lists.owner(i));
      int hAt = h.row(lists.owner(i));
      int xAt = first.row(i) + column;
      int zAt = second.row(i) + column;
      FloatVector x0 = load(x, xAt);
      FloatVector x1 = load(x, xAt + LANES);
      FloatVector x2 = load(x, xAt + 2 * LANES);
      FloatVector x3 = load(x, xAt + 3 * LANES);
      FloatVector z0 = load(z, zAt);
      FloatVector z1 = load(z, zAt + LANES);
      FloatVector z2 = load(z, zAt + 2 * LANES);
      FloatVector z3 = load(z, zAt + 3 * LANES);
      for (int k = lists.start(i), end = lists.end(i); k < end; k++) {
        int row = chosen[k];
        FloatVector a = all(alphas[gAt + row]);
        FloatVector b = all(betas[hAt + row]);
        int at = wAt + row * step;
        a.fma(x0, b.fma(z0, load(w, at))).intoArray(w, at);
        a.fma(x1, b.fma(z1, load(w, at + LANES))).intoArray(w, at + LANES);
        a.fma(x2, b.fma(z2, load(w, at + 2 * LANES))).intoArray(w, at + 2 * LANES);
        a.fma(x3, b.fma(z3, load(w, at + 3 * LANES))).intoArray(w, at + 3 * LANES);
      }
    }
  }

  /** The columns after the last four vectors; the second summand is added first. */
  private static void addTwoRest(
      RowLists lists, int column, Matrix g, Matrix x, Matrix h, Matrix z, Matrix w) {
    int count = w.cols() - column;
    for (int i = 0; i < lists.size(); i++) {
      int owner = lists.owner(i);
      for (int k = lists.start(i), end = lists.end(i); k < end; k++) {
        int row = lists.rows()[k];
        int to = w.row(row) + column;
        float alpha = g.data()[g.row(owner) + row];
        float beta = h.data()[h.row(owner) + row];
        axpy(count, beta, z.data(), z.row(i) + column, w.data(), to);
        axpy(count, alpha, x.data(), x.row(i) + column, w.data(), to);
      }
    }
  }
}
