package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Functions of the elements of arrays, one element at a time. */
final class VectorElementwise {
  private VectorElementwise() {}

  static void relu(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      rectified(load(x, xAt + i), true).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      float v = x[xAt + i];
      y[yAt + i] = v < 0 ? 0 : v;
    }
  }

  static FloatVector rectified(FloatVector y, boolean rectify) {
    return rectify ? y.blend(0f, y.compare(VectorOperators.LT, 0f)) : y;
  }

  static void reluBackward(
      int count, float[] x, int xAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> open = load(x, xAt + i).compare(VectorOperators.GT, 0f);
      FloatVector g = FloatVector.zero(F).blend(load(gy, gyAt + i), open);
      load(gx, gxAt + i).add(g).intoArray(gx, gxAt + i);
    }
    for (; i < count; i++) {
      gx[gxAt + i] += x[xAt + i] > 0 ? gy[gyAt + i] : 0;
    }
  }

  static void axpy(int count, float alpha, float[] x, int xAt, float[] y, int yAt) {
    FloatVector factor = all(alpha);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      factor.fma(load(x, xAt + i), load(y, yAt + i)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = Math.fma(alpha, x[xAt + i], y[yAt + i]);
    }
  }

  static void combine(
      int count,
      float alpha,
      float[] a,
      int aAt,
      float beta,
      float[] b,
      int bAt,
      float[] y,
      int yAt) {
    FloatVector factor = all(alpha);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      factor.fma(load(a, aAt + i), load(b, bAt + i).mul(beta)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = Math.fma(alpha, a[aAt + i], b[bAt + i] * beta);
    }
  }

  static void mix(
      int count, float[] q, int qAt, float[] a, int aAt, float[] b, int bAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector share = load(q, qAt + i);
      FloatVector rest = all(1).sub(share).mul(load(b, bAt + i));
      share.fma(load(a, aAt + i), rest).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      float share = q[qAt + i];
      y[yAt + i] = Math.fma(share, a[aAt + i], (1 - share) * b[bAt + i]);
    }
  }

  static void axpyTwice(
      int count,
      float alpha,
      float[] x,
      int xAt,
      float beta,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    FloatVector a = all(alpha);
    FloatVector b = all(beta);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector sum = b.fma(load(z, zAt + i), load(y, yAt + i));
      a.fma(load(x, xAt + i), sum).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = Math.fma(alpha, x[xAt + i], Math.fma(beta, z[zAt + i], y[yAt + i]));
    }
  }

  static void choose(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float[] x,
      int xAt,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> first = load(a, aAt + i).compare(VectorOperators.GE, load(b, bAt + i));
      load(z, zAt + i).blend(load(x, xAt + i), first).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = a[aAt + i] >= b[bAt + i] ? x[xAt + i] : z[zAt + i];
    }
  }

  static void chooseBackward(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float alpha,
      float[] g,
      int gAt,
      float[] gx,
      int gxAt,
      float[] gz,
      int gzAt) {
    FloatVector zero = FloatVector.zero(F);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> first = load(a, aAt + i).compare(VectorOperators.GE, load(b, bAt + i));
      FloatVector share = load(g, gAt + i).mul(alpha);
      zero.blend(share, first).intoArray(gx, gxAt + i);
      load(gz, gzAt + i).add(share.blend(zero, first)).intoArray(gz, gzAt + i);
    }
    for (; i < count; i++) {
      boolean first = a[aAt + i] >= b[bAt + i];
      float share = alpha * g[gAt + i];
      gx[gxAt + i] = first ? share : 0;
      gz[gzAt + i] += first ? 0 : share;
    }
  }

  static void scale(int count, float alpha, float[] x, int xAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(x, xAt + i).mul(alpha).intoArray(x, xAt + i);
    }
    for (; i < count; i++) {
      x[xAt + i] *= alpha;
    }
  }

  static void multiplyAdd(int count, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(x, xAt + i).fma(load(y, yAt + i), load(z, zAt + i)).intoArray(z, zAt + i);
    }
    for (; i < count; i++) {
      z[zAt + i] = Math.fma(x[xAt + i], y[yAt + i], z[zAt + i]);
    }
  }

  static void adam(
      int count,
      float[] p,
      int pAt,
      float[] g,
      int gAt,
      float[] m,
      int mAt,
      float[] v,
      int vAt,
      AdamRates rates,
      int step) {
    float keep = rates.keep();
    float size = rates.stepSize(step);
    float root = rates.rootCorrection(step);
    float b1 = rates.beta1();
    float b2 = rates.beta2();
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector gi = load(g, gAt + i);
      FloatVector mi = load(m, mAt + i).mul(b1).add(gi.mul(1 - b1));
      FloatVector vi = load(v, vAt + i).mul(b2).add(gi.mul(1 - b2).mul(gi));
      mi.intoArray(m, mAt + i);
      vi.intoArray(v, vAt + i);
      FloatVector denominator = vi.sqrt().mul(root).add(rates.epsilon());
      load(p, pAt + i).mul(keep).sub(mi.mul(size).div(denominator)).intoArray(p, pAt + i);
    }
    for (; i < count; i++) {
      float gi = g[gAt + i];
      float mi = m[mAt + i] * b1 + gi * (1 - b1);
      float vi = v[vAt + i] * b2 + gi * (1 - b2) * gi;
      m[mAt + i] = mi;
      v[vAt + i] = vi;
      float denominator = (float) Math.sqrt(vi) * root + rates.epsilon();
      p[pAt + i] = p[pAt + i] * keep - mi * size / denominator;
    }
  }
}
