// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorExp.exp;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Functions of the elements of arrays, one element at a time. */
final class VectorElements implements Elements {
  @Override
  public void relu(int count, Matrix x, Matrix y) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      rectified(load(x.data(), x.at() + i), true).intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      float v = x.data()[x.at() + i];
      y.data()[y.at() + i] = v < 0 ? 0 : v;
    }
  }

  static FloatVector rectified(FloatVector y, boolean rectify) {
    return rectify ? y.blend(0f, y.compare(VectorOperators.LT, 0f)) : y;
  }

  @Override
  public void reluBackward(int count, Matrix x, Matrix gy, Matrix gx) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> open = load(x.data(), x.at() + i).compare(VectorOperators.GT, 0f);
      FloatVector g = FloatVector.zero(F).blend(load(gy.data(), gy.at() + i), open);
      load(gx.data(), gx.at() + i).add(g).intoArray(gx.data(), gx.at() + i);
    }
    for (; i < count; i++) {
      gx.data()[gx.at() + i] += x.data()[x.at() + i] > 0 ? gy.data()[gy.at() + i] : 0;
    }
  }

  @Override
  public void sigmoidCurvature(int count, Matrix y, Matrix gy, Matrix yDot, Matrix gxDot) {
    VectorGateElements.sigmoidCurvature(count, y, gy, yDot, gxDot);
  }

  @Override
  public void clamp(int count, float limit, Matrix x, Matrix y) {
    VectorGateElements.clamp(count, limit, x, y);
  }

  @Override
  public void clampBackward(int count, float limit, Matrix x, Matrix gy, Matrix gx) {
    VectorGateElements.clampBackward(count, limit, x, gy, gx);
  }

  @Override
  public void sum(int count, Matrix a, Matrix b, Matrix c, Matrix y) {
    VectorGateElements.sum(count, a, b, c, y);
  }

  @Override
  public void addProduct(int count, float alpha, Matrix x, Matrix y, Matrix z) {
    VectorGateElements.addProduct(count, alpha, x, y, z);
  }

  @Override
  public void addDifference(int count, Matrix x, Matrix a, Matrix b, Matrix z) {
    VectorGateElements.addDifference(count, x, a, b, z);
  }

  @Override
  public void addRest(int count, Matrix x, Matrix q, Matrix z) {
    VectorGateElements.addRest(count, x, q, z);
  }

  @Override
  public void axpy(int count, float alpha, Matrix x, Matrix y) {
    axpy(count, alpha, x.data(), x.at(), y.data(), y.at());
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

  @Override
  public void combine(int count, float alpha, Matrix a, float beta, Matrix b, Matrix y) {
    FloatVector factor = all(alpha);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      factor
          .fma(load(a.data(), a.at() + i), load(b.data(), b.at() + i).mul(beta))
          .intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      y.data()[y.at() + i] = Math.fma(alpha, a.data()[a.at() + i], b.data()[b.at() + i] * beta);
    }
  }

  @Override
  public void mix(int count, Matrix q, Matrix a, Matrix b, Matrix y) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector share = load(q.data(), q.at() + i);
      FloatVector rest = all(1).sub(share).mul(load(b.data(), b.at() + i));
      share.fma(load(a.data(), a.at() + i), rest).intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      float share = q.data()[q.at() + i];
      y.data()[y.at() + i] =
          Math.fma(share, a.data()[a.at() + i], (1 - share) * b.data()[b.at() + i]);
    }
  }

  @Override
  public void choose(int count, Matrix a, Matrix b, Matrix x, Matrix z, Matrix y) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> first =
          load(a.data(), a.at() + i).compare(VectorOperators.GE, load(b.data(), b.at() + i));
      load(z.data(), z.at() + i)
          .blend(load(x.data(), x.at() + i), first)
          .intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      y.data()[y.at() + i] =
          a.data()[a.at() + i] >= b.data()[b.at() + i]
              ? x.data()[x.at() + i]
              : z.data()[z.at() + i];
    }
  }

  @Override
  public void chooseBackward(
      int count, Matrix a, Matrix b, float alpha, Matrix g, Matrix gx, Matrix gz) {
    FloatVector zero = FloatVector.zero(F);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> first =
          load(a.data(), a.at() + i).compare(VectorOperators.GE, load(b.data(), b.at() + i));
      FloatVector share = load(g.data(), g.at() + i).mul(alpha);
      zero.blend(share, first).intoArray(gx.data(), gx.at() + i);
      load(gz.data(), gz.at() + i).add(share.blend(zero, first)).intoArray(gz.data(), gz.at() + i);
    }
    for (; i < count; i++) {
      boolean first = a.data()[a.at() + i] >= b.data()[b.at() + i];
      float share = alpha * g.data()[g.at() + i];
      gx.data()[gx.at() + i] = first ? share : 0;
      gz.data()[gz.at() + i] += first ? 0 : share;
    }
  }

  @Override
  public void scale(int count, float alpha, Matrix x) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(x.data(), x.at() + i).mul(alpha).intoArray(x.data(), x.at() + i);
    }
    for (; i < count; i++) {
      x.data()[x.at() + i] *= alpha;
    }
  }

  @Override
  public void sigmoid(int count, Matrix x, Matrix y) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector e = exp(load(x.data(), x.at() + i).neg());
      all(1).div(e.add(1)).intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      y.data()[y.at() + i] = FastExp.sigmoid(x.data()[x.at() + i]);
    }
  }

  @Override
  public void sigmoidBackward(int count, Matrix y, Matrix gy, Matrix gx) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector v = load(y.data(), y.at() + i);
      FloatVector slope = v.mul(all(1).sub(v));
      FloatVector g = load(gx.data(), gx.at() + i);
      load(gy.data(), gy.at() + i).fma(slope, g).intoArray(gx.data(), gx.at() + i);
    }
    for (; i < count; i++) {
      float v = y.data()[y.at() + i];
      float g = gx.data()[gx.at() + i];
      gx.data()[gx.at() + i] = Math.fma(gy.data()[gy.at() + i], v * (1 - v), g);
    }
  }

  @Override
  public double dot(int count, Matrix x, Matrix y) {
    return VectorSums.dot(count, x.data(), x.at(), y.data(), y.at());
  }
}
