package dear.tensor.kernel;

import static dear.tensor.kernel.VectorElementwise.axpy;
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

/**
 * What edges do with rows of nodes: take them by an index, add to them, and find their maximum, or
 * the sum of the greater elements.
 */
final class VectorEdges {
  private VectorEdges() {}

  static void gatherAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      add(cols, x, xAt + index[indexAt + r] * xStep, y, yAt + r * yStep);
    }
  }

  static void scatterAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      add(cols, x, xAt + r * xStep, y, yAt + index[indexAt + r] * yStep);
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

  static void gatherAffine(
      int rows,
      int cols,
      float[] base,
      int baseAt,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      int terms,
      float[] coefficients,
      int coefficientsAt,
      float[] vectors,
      int vectorsAt,
      int vectorsStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      int xr = xAt + index[indexAt + r] * xStep;
      int yr = yAt + r * yStep;
      if (terms == 0) {
        int c = 0;
        for (int whole = F.loopBound(cols); c < whole; c += LANES) {
          load(base, baseAt + c).add(load(x, xr + c)).intoArray(y, yr + c);
        }
        for (; c < cols; c++) {
          y[yr + c] = base[baseAt + c] + x[xr + c];
        }
        continue;
      }
      int first = coefficientsAt + r * terms;
      sumWithTerm(cols, base, baseAt, x, xr, coefficients[first], vectors, vectorsAt, y, yr);
      for (int k = 1; k < terms; k++) {
        axpy(cols, coefficients[first + k], vectors, vectorsAt + k * vectorsStep, y, yr);
      }
    }
  }

  private static void sumWithTerm(
      int cols,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float coefficient,
      float[] v,
      int vAt,
      float[] y,
      int yAt) {
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

  static void raiseMax(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt) {
    int c = 0;
    for (int end = cols - 4 * LANES; c <= end; c += 4 * LANES) {
      raiseFour(rows, x, xAt + c, xStep, first, max, maxAt + c, arg, argAt + c);
    }
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

  private static void raiseFour(
      int rows,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt) {
    FloatVector m0 = load(max, maxAt);
    FloatVector m1 = load(max, maxAt + LANES);
    FloatVector m2 = load(max, maxAt + 2 * LANES);
    FloatVector m3 = load(max, maxAt + 3 * LANES);
    IntVector w0 = IntVector.fromArray(I, arg, argAt);
    IntVector w1 = IntVector.fromArray(I, arg, argAt + LANES);
    IntVector w2 = IntVector.fromArray(I, arg, argAt + 2 * LANES);
    IntVector w3 = IntVector.fromArray(I, arg, argAt + 3 * LANES);
    for (int r = 0; r < rows; r++) {
      int xr = xAt + r * xStep;
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
    m0.intoArray(max, maxAt);
    m1.intoArray(max, maxAt + LANES);
    m2.intoArray(max, maxAt + 2 * LANES);
    m3.intoArray(max, maxAt + 3 * LANES);
    w0.intoArray(arg, argAt);
    w1.intoArray(arg, argAt + LANES);
    w2.intoArray(arg, argAt + 2 * LANES);
    w3.intoArray(arg, argAt + 3 * LANES);
  }

  /** Four rows at a time, so that their sums across lanes share the work; the last may repeat. */
  static void chooseDots(
      int rows,
      int cols,
      float[] v,
      float[] x,
      int aAt,
      int bAt,
      int bStep,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    int whole = F.loopBound(cols);
    for (int r = 0; r < rows; r += 4) {
      int r1 = Math.min(r + 1, rows - 1);
      int r2 = Math.min(r + 2, rows - 1);
      int r3 = Math.min(r + 3, rows - 1);
      int b0 = bAt + r * bStep;
      int b1 = bAt + r1 * bStep;
      int b2 = bAt + r2 * bStep;
      int b3 = bAt + r3 * bStep;
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      for (int c = 0; c < whole; c += LANES) {
        FloatVector a = load(v, aAt + c);
        FloatVector of = load(x, aAt + c);
        FloatVector factor = load(w, wAt + c);
        s0 = factor.fma(chosen(a, of, v, x, b0 + c), s0);
        s1 = factor.fma(chosen(a, of, v, x, b1 + c), s1);
        s2 = factor.fma(chosen(a, of, v, x, b2 + c), s2);
        s3 = factor.fma(chosen(a, of, v, x, b3 + c), s3);
      }
      FloatVector sums = sums(s0, s1, s2, s3);
      for (int c = whole; c < cols; c++) {
        FloatVector tail =
            quarters(
                chosen(v, x, aAt + c, b0 + c),
                chosen(v, x, aAt + c, b1 + c),
                chosen(v, x, aAt + c, b2 + c),
                chosen(v, x, aAt + c, b3 + c));
        sums = all(w[wAt + c]).fma(tail, sums);
      }
      y[yAt + r] = sums.lane(0);
      y[yAt + r1] = sums.lane(LANES / 4);
      y[yAt + r2] = sums.lane(LANES / 2);
      y[yAt + r3] = sums.lane(LANES / 2 + LANES / 4);
    }
  }

  private static FloatVector chosen(FloatVector a, FloatVector of, float[] v, float[] x, int b) {
    return load(x, b).blend(of, a.compare(VectorOperators.GE, load(v, b)));
  }

  private static float chosen(float[] v, float[] x, int a, int b) {
    return v[a] >= v[b] ? x[a] : x[b];
  }

  private static VectorMask<Float> higher(FloatVector v, FloatVector max) {
    return v.compare(VectorOperators.GT, max).or(v.compare(VectorOperators.NE, v));
  }
}
