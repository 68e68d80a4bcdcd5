// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.shortDot;
import static dear.tensor.kernel.VectorSums.sum;
import static dear.tensor.kernel.VectorSums.sums;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The derivatives of layer norm and the rectifier above it: tangent, gradient, and the tangent of
 * the gradient, row by row.
 */
final class VectorNormDerivatives {
  private VectorNormDerivatives() {}

  static void tangent(int rows, Matrix from, NormParameters norm, NormState state, Matrix to) {
    float[] p = norm.values();
    int scale = norm.scale();
    int offset = norm.offset();
    int cols = norm.cols();
    float[] xDot = from.data();
    float[] n = state.n.data();
    float[] nDot = state.nDot.data();
    float[] yDot = to.data();
    int whole = F.loopBound(cols);
    float threshold = threshold(norm.rectify());
    for (int r = 0; r < rows; r++) {
      int xr = from.row(r);
      int nr = state.n.row(r);
      int nd = state.nDot.row(r);
      int yr = to.row(r);
      float mean = sum(cols, xDot, xr) / cols;
      float along = shortDot(cols, xDot, xr, n, nr) / cols;
      float i = state.inv[state.at + r];
      state.invDot[state.at + r] = -i * i * along;
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector d = nc.fma(all(-along), load(xDot, xr + c).sub(mean)).mul(i);
        d.intoArray(nDot, nd + c);
        FloatVector.zero(F)
            .blend(d.mul(load(p, scale + c)), open(nc, p, scale + c, offset + c, threshold))
            .intoArray(yDot, yr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float d = Math.fma(nc, -along, xDot[xr + c] - mean) * i;
        nDot[nd + c] = d;
        yDot[yr + c] = open(nc, p, scale + c, offset + c, threshold) ? d * p[scale + c] : 0;
      }
    }
  }

  static void backward(
      int rows,
      Matrix from,
      NormParameters norm,
      NormState state,
      float[] dp,
      Matrix to,
      boolean accumulate) {
    float[] p = norm.values();
    int scale = norm.scale();
    int offset = norm.offset();
    int cols = norm.cols();
    float[] gy = from.data();
    float[] n = state.n.data();
    float[] gx = to.data();
    int whole = F.loopBound(cols);
    float threshold = threshold(norm.rectify());
    for (int r = 0; r < rows; r++) {
      int gr = from.row(r);
      int nr = state.n.row(r);
      int xr = to.row(r);
      FloatVector s = FloatVector.zero(F);
      FloatVector t = FloatVector.zero(F);
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        VectorMask<Float> open = open(nc, p, scale + c, offset + c, threshold);
        FloatVector g = FloatVector.zero(F).blend(load(gy, gr + c), open);
        g.fma(nc, load(dp, scale + c)).intoArray(dp, scale + c);
        g.add(load(dp, offset + c)).intoArray(dp, offset + c);
        FloatVector gn = g.mul(load(p, scale + c));
        s = s.add(gn);
        t = gn.fma(nc, t);
      }
      FloatVector sums = sums(s, t, s, t);
      float sum = sums.lane(0);
      float dot = sums.lane(LANES / 4);
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p, scale + c, offset + c, threshold) ? gy[gr + c] : 0;
        dp[scale + c] = Math.fma(g, nc, dp[scale + c]);
        dp[offset + c] += g;
        float gn = g * p[scale + c];
        sum += gn;
        dot = Math.fma(gn, nc, dot);
      }
      float mean = sum / cols;
      float along = dot / cols;
      float i = state.inv[state.at + r];
      for (c = 0; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        VectorMask<Float> open = open(nc, p, scale + c, offset + c, threshold);
        FloatVector g = FloatVector.zero(F).blend(load(gy, gr + c), open);
        FloatVector gn = g.mul(load(p, scale + c));
        FloatVector d = nc.fma(all(-along), gn.sub(mean)).mul(i);
        (accumulate ? d.add(load(gx, xr + c)) : d).intoArray(gx, xr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p, scale + c, offset + c, threshold) ? gy[gr + c] : 0;
        float gn = g * p[scale + c];
        float d = Math.fma(nc, -along, gn - mean) * i;
        gx[xr + c] = accumulate ? d + gx[xr + c] : d;
      }
    }
  }

  static void backwardTangent(
      int rows,
      Matrix from,
      Matrix fromDot,
      NormParameters norm,
      NormState state,
      float[] dpDot,
      Matrix to,
      boolean accumulate) {
    float[] p = norm.values();
    int scale = norm.scale();
    int offset = norm.offset();
    int cols = norm.cols();
    float[] gy = from.data();
    float[] gyDot = fromDot.data();
    float[] n = state.n.data();
    float[] nDot = state.nDot.data();
    float[] gxDot = to.data();
    int whole = F.loopBound(cols);
    float threshold = threshold(norm.rectify());
    for (int r = 0; r < rows; r++) {
      int gr = from.row(r);
      int gd = fromDot.row(r);
      int nr = state.n.row(r);
      int nd = state.nDot.row(r);
      int xr = to.row(r);
      FloatVector s = FloatVector.zero(F);
      FloatVector t = s;
      FloatVector sDot = s;
      FloatVector tDot = s;
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector ndc = load(nDot, nd + c);
        VectorMask<Float> open = open(nc, p, scale + c, offset + c, threshold);
        FloatVector g = FloatVector.zero(F).blend(load(gy, gr + c), open);
        FloatVector d = FloatVector.zero(F).blend(load(gyDot, gd + c), open);
        d.fma(nc, g.fma(ndc, load(dpDot, scale + c))).intoArray(dpDot, scale + c);
        d.add(load(dpDot, offset + c)).intoArray(dpDot, offset + c);
        g = g.mul(load(p, scale + c));
        d = d.mul(load(p, scale + c));
        s = s.add(g);
        t = g.fma(nc, t);
        sDot = sDot.add(d);
        tDot = d.fma(nc, g.fma(ndc, tDot));
      }
      FloatVector sums = sums(s, t, sDot, tDot);
      float sum = sums.lane(0);
      float dot = sums.lane(LANES / 4);
      float sumDot = sums.lane(LANES / 2);
      float dotDot = sums.lane(LANES / 2 + LANES / 4);
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float ndc = nDot[nd + c];
        boolean open = open(nc, p, scale + c, offset + c, threshold);
        float g = open ? gy[gr + c] : 0;
        float d = open ? gyDot[gd + c] : 0;
        dpDot[scale + c] = Math.fma(d, nc, Math.fma(g, ndc, dpDot[scale + c]));
        dpDot[offset + c] += d;
        g *= p[scale + c];
        d *= p[scale + c];
        sum += g;
        dot = Math.fma(g, nc, dot);
        sumDot += d;
        dotDot = Math.fma(d, nc, Math.fma(g, ndc, dotDot));
      }
      // gẋ = inv̇·gn + inv·gṅ - ṅ·along - n·slope - shift: the formula grouped by vectors.
      float i = state.inv[state.at + r];
      float iDot = state.invDot[state.at + r];
      float along = i * (dot / cols);
      float slope = iDot * (dot / cols) + i * (dotDot / cols);
      float shift = iDot * (sum / cols) + i * (sumDot / cols);
      for (c = 0; c < whole; c += LANES) {
        // Past its limit of nodes the compiler still inlines the Vector API, but not our helpers.
        FloatVector nc = FloatVector.fromArray(F, n, nr + c);
        FloatVector scales = FloatVector.fromArray(F, p, scale + c);
        VectorMask<Float> open =
            nc.fma(scales, FloatVector.fromArray(F, p, offset + c))
                .compare(VectorOperators.GT, threshold);
        FloatVector g =
            FloatVector.fromArray(F, gyDot, gd + c)
                .mul(i)
                .add(FloatVector.fromArray(F, gy, gr + c).mul(iDot));
        FloatVector x =
            FloatVector.zero(F)
                .blend(g, open)
                .mul(scales)
                .sub(shift)
                .sub(FloatVector.fromArray(F, nDot, nd + c).mul(along))
                .sub(nc.mul(slope));
        (accumulate ? x.add(FloatVector.fromArray(F, gxDot, xr + c)) : x).intoArray(gxDot, xr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = gyDot[gd + c] * i + gy[gr + c] * iDot;
        g = open(nc, p, scale + c, offset + c, threshold) ? g : 0;
        float x = g * p[scale + c] - shift - nDot[nd + c] * along - nc * slope;
        gxDot[xr + c] = accumulate ? x + gxDot[xr + c] : x;
      }
    }
  }

  /** Where the rectifier above {@code n} is open: everywhere, if the threshold is -∞. */
  private static VectorMask<Float> open(
      FloatVector n, float[] p, int scale, int offset, float threshold) {
    return n.fma(load(p, scale), load(p, offset)).compare(VectorOperators.GT, threshold);
  }

  private static boolean open(float n, float[] p, int scale, int offset, float threshold) {
    return Math.fma(n, p[scale], p[offset]) > threshold;
  }

  private static float threshold(boolean rectify) {
    return rectify ? 0 : Float.NEGATIVE_INFINITY;
  }
}
