// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorElements.axpy;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.I;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.quarters;
import static dear.tensor.kernel.VectorSums.sums;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Rows of nodes, a vector of columns at a time. */
final class VectorEdgeRows implements EdgeRows {
  @Override
  public void scatterAdd(int rows, int[] index, int indexAt, Matrix x, Matrix y) {
    for (int r = 0; r < rows; r++) {
      add(x.cols(), x.data(), x.row(r), y.data(), y.row(index[indexAt + r]));
    }
  }

  private static void add(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(y, yAt + i).add(load(x, xAt + i)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] += x[xAt + i];
    }
  }

  @Override
  public void gatherAffine(
      int rows,
      Matrix base,
      int[] index,
      int indexAt,
      Matrix x,
      Matrix coefficients,
      Matrix vectors,
      Matrix y) {
    int cols = y.cols();
    int terms = coefficients.cols();
    for (int r = 0; r < rows; r++) {
      int xr = x.row(index[indexAt + r]);
      int yr = y.row(r);
      if (terms == 0) {
        sum(cols, base, x.data(), xr, y.data(), yr);
        continue;
      }
      int first = coefficients.row(r);
      float[] factors = coefficients.data();
      sumWithTerm(base, x.data(), xr, factors[first], vectors, y, yr);
      for (int k = 1; k < terms; k++) {
        axpy(cols, factors[first + k], vectors.data(), vectors.row(k), y.data(), yr);
      }
    }
  }

  private static void sum(int cols, Matrix base, float[] b, int bAt, float[] y, int yAt) {
    float[] a = base.data();
    int aAt = base.at();
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      load(a, aAt + c).add(load(b, bAt + c)).intoArray(y, yAt + c);
    }
    for (; c < cols; c++) {
      y[yAt + c] = a[aAt + c] + b[bAt + c];
    }
  }

  private static void sumWithTerm(
      Matrix base, float[] b, int bAt, float coefficient, Matrix vectors, Matrix result, int yAt) {
    float[] a = base.data();
    int aAt = base.at();
    float[] v = vectors.data();
    int vAt = vectors.at();
    float[] y = result.data();
    int cols = result.cols();
    FloatVector factor = all(coefficient);
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector sum = load(a, aAt + c).add(load(b, bAt + c));
      factor.fma(load(v, vAt + c), sum).intoArray(y, yAt + c);
    }
    for (; c < cols; c++) {
      y[yAt + c] = Math.fma(coefficient, v[vAt + c], a[aAt + c] + b[bAt + c]);
    }
  }

  @Override
  public void raiseMax(int rows, Matrix matrix, int first, Matrix maxima, int[] arg, int argAt) {
    float[] x = matrix.data();
    int xAt = matrix.at();
    int xStep = matrix.step();
    float[] max = maxima.data();
    int maxAt = maxima.at();
    int cols = matrix.cols();
    int c = raiseFours(rows, matrix, first, maxima, arg, argAt);
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector m = load(max, maxAt + c);
      IntVector winner = IntVector.fromArray(I, arg, argAt + c);
      for (int r = 0; r < rows; r++) {
        FloatVector v = load(x, xAt + r * xStep + c);
        VectorMask<Float> higher = higher(v, m);
        m = m.blend(v, higher);
        winner = winner.blend(first + r, higher.cast(I));
      }
      m.intoArray(max, maxAt + c);
      winner.intoArray(arg, argAt + c);
    }
    for (; c < cols; c++) {
      for (int r = 0; r < rows; r++) {
        float v = x[xAt + r * xStep + c];
        if (v > max[maxAt + c] || Float.isNaN(v)) {
          max[maxAt + c] = v;
          arg[argAt + c] = first + r;
        }
      }
    }
  }

  /**
   * Four vectors of columns at a time, with the maxima and their rows in registers; returns where
   * they end.
   */
  private static int raiseFours(
      int rows, Matrix matrix, int first, Matrix maxima, int[] arg, int argAt) {
    float[] x = matrix.data();
    int xAt = matrix.at();
    int xStep = matrix.step();
    float[] max = maxima.data();
    int maxAt = maxima.at();
    int end = matrix.cols() - 4 * LANES;
    int c = 0;
    for (; c <= end; c += 4 * LANES) {
      FloatVector m0 = load(max, maxAt + c);
      FloatVector m1 = load(max, maxAt + c + LANES);
      FloatVector m2 = load(max, maxAt + c + 2 * LANES);
      FloatVector m3 = load(max, maxAt + c + 3 * LANES);
      IntVector w0 = IntVector.fromArray(I, arg, argAt + c);
      IntVector w1 = IntVector.fromArray(I, arg, argAt + c + LANES);
      IntVector w2 = IntVector.fromArray(I, arg, argAt + c + 2 * LANES);
      IntVector w3 = IntVector.fromArray(I, arg, argAt + c + 3 * LANES);
      for (int r = 0; r < rows; r++) {
        int xr = xAt + r * xStep + c;
        IntVector row = IntVector.broadcast(I, first + r);
        FloatVector v0 = load(x, xr);
        FloatVector v1 = load(x, xr + LANES);
        FloatVector v2 = load(x, xr + 2 * LANES);
        FloatVector v3 = load(x, xr + 3 * LANES);
        VectorMask<Float> h0 = higher(v0, m0);
        VectorMask<Float> h1 = higher(v1, m1);
        VectorMask<Float> h2 = higher(v2, m2);
        VectorMask<Float> h3 = higher(v3, m3);
        m0 = m0.blend(v0, h0);
        m1 = m1.blend(v1, h1);
        m2 = m2.blend(v2, h2);
        m3 = m3.blend(v3, h3);
        w0 = w0.blend(row, h0.cast(I));
        w1 = w1.blend(row, h1.cast(I));
        w2 = w2.blend(row, h2.cast(I));
        w3 = w3.blend(row, h3.cast(I));
      }
      m0.intoArray(max, maxAt + c);
      m1.intoArray(max, maxAt + c + LANES);
      m2.intoArray(max, maxAt + c + 2 * LANES);
      m3.intoArray(max, maxAt + c + 3 * LANES);
      w0.intoArray(arg, argAt + c);
      w1.intoArray(arg, argAt + c + LANES);
      w2.intoArray(arg, argAt + c + 2 * LANES);
      w3.intoArray(arg, argAt + c + 3 * LANES);
    }
    return c;
  }

  /** Four rows at a time, so that their sums across lanes share the work; the last may repeat. */
  @Override
  public void chooseDots(int rows, Matrix a, Matrix x, Matrix b, Matrix z, Matrix w, Matrix y) {
    float[] values = b.data();
    float[] others = z.data();
    float[] factors = w.data();
    float[] dots = y.data();
    int cols = a.cols();
    int whole = F.loopBound(cols);
    for (int r = 0; r < rows; r += 4) {
      int r1 = Math.min(r + 1, rows - 1);
      int r2 = Math.min(r + 2, rows - 1);
      int r3 = Math.min(r + 3, rows - 1);
      int b0 = b.row(r);
      int b1 = b.row(r1);
      int b2 = b.row(r2);
      int b3 = b.row(r3);
      int z0 = z.row(r);
      int z1 = z.row(r1);
      int z2 = z.row(r2);
      int z3 = z.row(r3);
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      for (int c = 0; c < whole; c += LANES) {
        FloatVector v = load(a.data(), a.at() + c);
        FloatVector of = load(x.data(), x.at() + c);
        FloatVector factor = load(factors, w.at() + c);
        s0 = factor.fma(chosen(v, of, values, b0 + c, others, z0 + c), s0);
        s1 = factor.fma(chosen(v, of, values, b1 + c, others, z1 + c), s1);
        s2 = factor.fma(chosen(v, of, values, b2 + c, others, z2 + c), s2);
        s3 = factor.fma(chosen(v, of, values, b3 + c, others, z3 + c), s3);
      }
      FloatVector sums = sums(s0, s1, s2, s3);
      for (int c = whole; c < cols; c++) {
        float v = a.data()[a.at() + c];
        float of = x.data()[x.at() + c];
        FloatVector tail =
            quarters(
                v >= values[b0 + c] ? of : others[z0 + c],
                v >= values[b1 + c] ? of : others[z1 + c],
                v >= values[b2 + c] ? of : others[z2 + c],
                v >= values[b3 + c] ? of : others[z3 + c]);
        sums = all(factors[w.at() + c]).fma(tail, sums);
      }
      dots[y.at() + r] = sums.lane(0);
      dots[y.at() + r1] = sums.lane(LANES / 4);
      dots[y.at() + r2] = sums.lane(LANES / 2);
      dots[y.at() + r3] = sums.lane(LANES / 2 + LANES / 4);
    }
  }

  private static FloatVector chosen(
      FloatVector a, FloatVector of, float[] b, int bAt, float[] z, int zAt) {
    return load(z, zAt).blend(of, a.compare(VectorOperators.GE, load(b, bAt)));
  }

  private static VectorMask<Float> higher(FloatVector v, FloatVector max) {
    return v.compare(VectorOperators.GT, max).or(v.compare(VectorOperators.NE, v));
  }
}
