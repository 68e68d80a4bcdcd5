package dear.tensor.kernel;

import static dear.tensor.kernel.VectorElementwise.rectified;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.quarters;
import static dear.tensor.kernel.VectorSums.sums;

import jdk.incubator.vector.FloatVector;

/**
 * Layer norm. Its sums across lanes are made for four rows at a time; a last group with fewer rows
 * repeats its last one.
 */
final class VectorNorms {
  private VectorNorms() {}

  static void layerNormInPlace(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify) {
    for (int r = 0; r < rows; r += 4) {
      int last = Math.min(3, rows - 1 - r);
      int x0 = xAt + r * xStep;
      int x1 = x0 + Math.min(1, last) * xStep;
      int x2 = x0 + Math.min(2, last) * xStep;
      int x3 = x0 + last * xStep;
      FloatVector mean = means(cols, x, x0, x1, x2, x3);
      float m0 = mean.lane(0);
      float m1 = mean.lane(LANES / 4);
      float m2 = mean.lane(LANES / 2);
      float m3 = mean.lane(LANES / 2 + LANES / 4);
      FloatVector inv = inverseDeviations(cols, x, x0, x1, x2, x3, m0, m1, m2, m3);
      float i0 = inv.lane(0);
      float i1 = inv.lane(LANES / 4);
      float i2 = inv.lane(LANES / 2);
      float i3 = inv.lane(LANES / 2 + LANES / 4);
      normalize(cols, p, scale, offset, rectify, x, x0, x1, x2, x3, m0, m1, m2, m3, i0, i1, i2, i3);
    }
  }

  /**
   * The last step of layer norm for four rows, in place. A row that is there twice is read before
   * it is written, in every column.
   */
  private static void normalize(
      int cols,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] x,
      int x0,
      int x1,
      int x2,
      int x3,
      float m0,
      float m1,
      float m2,
      float m3,
      float i0,
      float i1,
      float i2,
      float i3) {
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

  static void layerNorm(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r += 4) {
      int last = Math.min(3, rows - 1 - r);
      int r1 = r + Math.min(1, last);
      int r2 = r + Math.min(2, last);
      int r3 = r + last;
      int x0 = xAt + r * xStep;
      int x1 = xAt + r1 * xStep;
      int x2 = xAt + r2 * xStep;
      int x3 = xAt + r3 * xStep;
      FloatVector mean = means(cols, x, x0, x1, x2, x3);
      float m0 = mean.lane(0);
      float m1 = mean.lane(LANES / 4);
      float m2 = mean.lane(LANES / 2);
      float m3 = mean.lane(LANES / 2 + LANES / 4);
      FloatVector i = inverseDeviations(cols, x, x0, x1, x2, x3, m0, m1, m2, m3);
      inv[invAt + r] = i.lane(0);
      inv[invAt + r1] = i.lane(LANES / 4);
      inv[invAt + r2] = i.lane(LANES / 2);
      inv[invAt + r3] = i.lane(LANES / 2 + LANES / 4);
      int n0 = nAt + r * nStep;
      int y0 = yAt + r * yStep;
      normalize(cols, p, scale, offset, rectify, x, x0, m0, inv[invAt + r], n, n0, y, y0);
      if (last > 0) {
        int n1 = n0 + nStep;
        int y1 = y0 + yStep;
        normalize(cols, p, scale, offset, rectify, x, x1, m1, inv[invAt + r1], n, n1, y, y1);
      }
      if (last > 1) {
        int n2 = n0 + 2 * nStep;
        int y2 = y0 + 2 * yStep;
        normalize(cols, p, scale, offset, rectify, x, x2, m2, inv[invAt + r2], n, n2, y, y2);
      }
      if (last > 2) {
        int n3 = n0 + 3 * nStep;
        int y3 = y0 + 3 * yStep;
        normalize(cols, p, scale, offset, rectify, x, x3, m3, inv[invAt + r3], n, n3, y, y3);
      }
    }
  }

  /** The last step of layer norm for a row that may be overwritten by the normalised one. */
  private static void normalize(
      int cols,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] x,
      int xr,
      float mean,
      float inv,
      float[] n,
      int nr,
      float[] y,
      int yr) {
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

  /**
   * The means of four rows, some of which may be the same row, each in its quarter of the lanes.
   * Four at a time hide the latency of the sums across lanes.
   */
  private static FloatVector means(int cols, float[] x, int x0, int x1, int x2, int x3) {
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
    FloatVector sums = sums(s0, s1, s2, s3);
    for (int c = whole; c < cols; c++) {
      sums = sums.add(quarters(x[x0 + c], x[x1 + c], x[x2 + c], x[x3 + c]));
    }
    return sums.mul(1f / cols);
  }

  /** One over the standard deviations of four rows, each in its quarter of the lanes. */
  private static FloatVector inverseDeviations(
      int cols, float[] x, int x0, int x1, int x2, int x3, float m0, float m1, float m2, float m3) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int whole = F.loopBound(cols);
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
    FloatVector sums = sums(s0, s1, s2, s3);
    for (int c = whole; c < cols; c++) {
      FloatVector d = quarters(x[x0 + c] - m0, x[x1 + c] - m1, x[x2 + c] - m2, x[x3 + c] - m3);
      sums = d.fma(d, sums);
    }
    return all(1).div(sums.mul(1f / cols).add(Kernels.LAYER_NORM_EPSILON).sqrt());
  }

  private static float affine(float n, float scale, float offset, boolean rectify) {
    float y = Math.fma(n, scale, offset);
    return rectify && y < 0 ? 0 : y;
  }
}
