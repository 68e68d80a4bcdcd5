// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorElements.rectified;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.quarters;
import static dear.tensor.kernel.VectorSums.sums;

import jdk.incubator.vector.FloatVector;

/**
 * Layer norm. Its sums across lanes are computed for four rows at a time; a last group with fewer
 * rows repeats its last row.
 */
final class VectorNorms implements Norms {
  /** The means of four rows, then one over their standard deviations. */
  private static final int MOMENTS = 8;

  @Override
  public void inPlace(int rows, Matrix x, NormParameters p) {
    float[] moments = new float[MOMENTS];
    for (int r = 0; r < rows; r += 4) {
      int last = Math.min(3, rows - 1 - r);
      means(x, r, last, moments);
      inverseDeviations(x, r, last, moments);
      normalizeFour(x, r, last, p, moments);
    }
  }

  /**
   * The last step of layer norm for four rows, in place. A row that occurs twice is read before it
   * is written, in every column.
   */
  private static void normalizeFour(
      Matrix matrix, int r, int last, NormParameters norm, float[] moments) {
    float[] x = matrix.data();
    int x0 = matrix.row(r);
    int x1 = matrix.row(r + Math.min(1, last));
    int x2 = matrix.row(r + Math.min(2, last));
    int x3 = matrix.row(r + last);
    float m0 = moments[0];
    float m1 = moments[1];
    float m2 = moments[2];
    float m3 = moments[3];
    float i0 = moments[4];
    float i1 = moments[5];
    float i2 = moments[6];
    float i3 = moments[7];
    float[] p = norm.values();
    int scale = norm.scale();
    int offset = norm.offset();
    int cols = norm.cols();
    boolean rectify = norm.rectify();
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector s = load(p, scale + c);
      FloatVector o = load(p, offset + c);
      FloatVector y0 = load(x, x0 + c).sub(m0).mul(i0).fma(s, o);
      FloatVector y1 = load(x, x1 + c).sub(m1).mul(i1).fma(s, o);
      FloatVector y2 = load(x, x2 + c).sub(m2).mul(i2).fma(s, o);
      FloatVector y3 = load(x, x3 + c).sub(m3).mul(i3).fma(s, o);
      rectified(y0, rectify).intoArray(x, x0 + c);
      rectified(y1, rectify).intoArray(x, x1 + c);
      rectified(y2, rectify).intoArray(x, x2 + c);
      rectified(y3, rectify).intoArray(x, x3 + c);
    }
    for (; c < cols; c++) {
      float y0 = affine((x[x0 + c] - m0) * i0, p[scale + c], p[offset + c], rectify);
      float y1 = affine((x[x1 + c] - m1) * i1, p[scale + c], p[offset + c], rectify);
      float y2 = affine((x[x2 + c] - m2) * i2, p[scale + c], p[offset + c], rectify);
      float y3 = affine((x[x3 + c] - m3) * i3, p[scale + c], p[offset + c], rectify);
      x[x0 + c] = y0;
      x[x1 + c] = y1;
      x[x2 + c] = y2;
      x[x3 + c] = y3;
    }
  }

  @Override
  public void forward(int rows, Matrix x, NormParameters p, NormState state, Matrix y) {
    float[] moments = new float[MOMENTS];
    for (int r = 0; r < rows; r += 4) {
      int last = Math.min(3, rows - 1 - r);
      means(x, r, last, moments);
      inverseDeviations(x, r, last, moments);
      for (int i = 0; i <= last; i++) {
        state.inv[state.at + r + i] = moments[4 + i];
        normalize(r + i, moments[i], moments[4 + i], x, p, state.n, y);
      }
    }
  }

  /** The last step of layer norm for a row that may be overwritten by the normalised one. */
  private static void normalize(
      int r, float mean, float inv, Matrix from, NormParameters norm, Matrix normal, Matrix to) {
    float[] x = from.data();
    int xr = from.row(r);
    float[] n = normal.data();
    int nr = normal.row(r);
    float[] y = to.data();
    int yr = to.row(r);
    float[] p = norm.values();
    int scale = norm.scale();
    int offset = norm.offset();
    int cols = norm.cols();
    boolean rectify = norm.rectify();
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector nc = load(x, xr + c).sub(mean).mul(inv);
      nc.intoArray(n, nr + c);
      FloatVector yc = nc.fma(load(p, scale + c), load(p, offset + c));
      rectified(yc, rectify).intoArray(y, yr + c);
    }
    for (; c < cols; c++) {
      float nc = (x[xr + c] - mean) * inv;
      n[nr + c] = nc;
      y[yr + c] = affine(nc, p[scale + c], p[offset + c], rectify);
    }
  }

  @Override
  public void tangent(int rows, Matrix xDot, NormParameters p, NormState state, Matrix yDot) {
    VectorNormDerivatives.tangent(rows, xDot, p, state, yDot);
  }

  @Override
  public void backward(
      int rows,
      Matrix gy,
      NormParameters p,
      NormState state,
      float[] dp,
      Matrix gx,
      boolean accumulate) {
    VectorNormDerivatives.backward(rows, gy, p, state, dp, gx, accumulate);
  }

  @Override
  public void backwardTangent(
      int rows,
      Matrix gy,
      Matrix gyDot,
      NormParameters p,
      NormState state,
      float[] dpDot,
      Matrix gxDot,
      boolean accumulate) {
    VectorNormDerivatives.backwardTangent(rows, gy, gyDot, p, state, dpDot, gxDot, accumulate);
  }

  /**
   * The means of four rows, some of which may be the same row. Four at a time hide the latency of
   * the sums across lanes.
   */
  private static void means(Matrix matrix, int r, int last, float[] moments) {
    float[] x = matrix.data();
    int cols = matrix.cols();
    int x0 = matrix.row(r);
    int x1 = matrix.row(r + Math.min(1, last));
    int x2 = matrix.row(r + Math.min(2, last));
    int x3 = matrix.row(r + last);
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += LANES) {
      s0 = s0.add(load(x, x0 + c));
      s1 = s1.add(load(x, x1 + c));
      s2 = s2.add(load(x, x2 + c));
      s3 = s3.add(load(x, x3 + c));
    }
    FloatVector means = sums(s0, s1, s2, s3);
    for (int c = whole; c < cols; c++) {
      means = means.add(quarters(x[x0 + c], x[x1 + c], x[x2 + c], x[x3 + c]));
    }
    spread(means.mul(1f / cols), moments, 0);
  }

  /** One over the standard deviations of four rows, given their means. */
  private static void inverseDeviations(Matrix matrix, int r, int last, float[] moments) {
    float[] x = matrix.data();
    int cols = matrix.cols();
    int x0 = matrix.row(r);
    int x1 = matrix.row(r + Math.min(1, last));
    int x2 = matrix.row(r + Math.min(2, last));
    int x3 = matrix.row(r + last);
    int whole = F.loopBound(cols);
    float m0 = moments[0];
    float m1 = moments[1];
    float m2 = moments[2];
    float m3 = moments[3];
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    for (int c = 0; c < whole; c += LANES) {
      FloatVector d0 = load(x, x0 + c).sub(m0);
      FloatVector d1 = load(x, x1 + c).sub(m1);
      FloatVector d2 = load(x, x2 + c).sub(m2);
      FloatVector d3 = load(x, x3 + c).sub(m3);
      s0 = d0.fma(d0, s0);
      s1 = d1.fma(d1, s1);
      s2 = d2.fma(d2, s2);
      s3 = d3.fma(d3, s3);
    }
    FloatVector squares = sums(s0, s1, s2, s3);
    for (int c = whole; c < cols; c++) {
      FloatVector d = quarters(x[x0 + c] - m0, x[x1 + c] - m1, x[x2 + c] - m2, x[x3 + c] - m3);
      squares = d.fma(d, squares);
    }
    spread(all(1).div(squares.mul(1f / cols).add(EPSILON).sqrt()), moments, 4);
  }

  /** One lane of each quarter. */
  private static void spread(FloatVector v, float[] into, int at) {
    into[at] = v.lane(0);
    into[at + 1] = v.lane(LANES / 4);
    into[at + 2] = v.lane(LANES / 2);
    into[at + 3] = v.lane(LANES / 2 + LANES / 4);
  }

  private static float affine(float n, float scale, float offset, boolean rectify) {
    float y = Math.fma(n, scale, offset);
    return rectify && y < 0 ? 0 : y;
  }
}
