// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** What a gated update and its derivatives do to single elements: the rest of {@link Elements}. */
final class VectorGateElements {
  private VectorGateElements() {}

  static void sigmoidCurvature(int count, Matrix y, Matrix gy, Matrix yDot, Matrix gxDot) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector bend = all(1).sub(load(y.data(), y.at() + i).mul(2));
      FloatVector g = load(gy.data(), gy.at() + i).mul(bend);
      g.fma(load(yDot.data(), yDot.at() + i), load(gxDot.data(), gxDot.at() + i))
          .intoArray(gxDot.data(), gxDot.at() + i);
    }
    for (; i < count; i++) {
      float bend = 1 - 2 * y.data()[y.at() + i];
      float g = gy.data()[gy.at() + i] * bend;
      gxDot.data()[gxDot.at() + i] =
          Math.fma(g, yDot.data()[yDot.at() + i], gxDot.data()[gxDot.at() + i]);
    }
  }

  static void clamp(int count, float limit, Matrix x, Matrix y) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector v = load(x.data(), x.at() + i);
      v = v.blend(limit, v.compare(VectorOperators.GT, limit));
      v.blend(-limit, v.compare(VectorOperators.LT, -limit)).intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      y.data()[y.at() + i] = ScalarElements.clamp(x.data()[x.at() + i], limit);
    }
  }

  static void clampBackward(int count, float limit, Matrix x, Matrix gy, Matrix gx) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> outside =
          load(x.data(), x.at() + i).abs().compare(VectorOperators.GT, limit);
      FloatVector g = load(gy.data(), gy.at() + i).blend(0f, outside);
      load(gx.data(), gx.at() + i).add(g).intoArray(gx.data(), gx.at() + i);
    }
    for (; i < count; i++) {
      boolean outside = Math.abs(x.data()[x.at() + i]) > limit;
      gx.data()[gx.at() + i] += outside ? 0 : gy.data()[gy.at() + i];
    }
  }

  static void sum(int count, Matrix a, Matrix b, Matrix c, Matrix y) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector rest = load(b.data(), b.at() + i).add(load(c.data(), c.at() + i));
      load(a.data(), a.at() + i).add(rest).intoArray(y.data(), y.at() + i);
    }
    for (; i < count; i++) {
      y.data()[y.at() + i] = a.data()[a.at() + i] + (b.data()[b.at() + i] + c.data()[c.at() + i]);
    }
  }

  static void addProduct(int count, float alpha, Matrix x, Matrix y, Matrix z) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector factor = load(x.data(), x.at() + i).mul(alpha);
      factor
          .fma(load(y.data(), y.at() + i), load(z.data(), z.at() + i))
          .intoArray(z.data(), z.at() + i);
    }
    for (; i < count; i++) {
      float factor = x.data()[x.at() + i] * alpha;
      z.data()[z.at() + i] = Math.fma(factor, y.data()[y.at() + i], z.data()[z.at() + i]);
    }
  }

  static void addDifference(int count, Matrix x, Matrix a, Matrix b, Matrix z) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector difference = load(a.data(), a.at() + i).sub(load(b.data(), b.at() + i));
      load(x.data(), x.at() + i)
          .fma(difference, load(z.data(), z.at() + i))
          .intoArray(z.data(), z.at() + i);
    }
    for (; i < count; i++) {
      float difference = a.data()[a.at() + i] - b.data()[b.at() + i];
      z.data()[z.at() + i] = Math.fma(x.data()[x.at() + i], difference, z.data()[z.at() + i]);
    }
  }

  static void addRest(int count, Matrix x, Matrix q, Matrix z) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector rest = all(1).sub(load(q.data(), q.at() + i));
      load(x.data(), x.at() + i)
          .fma(rest, load(z.data(), z.at() + i))
          .intoArray(z.data(), z.at() + i);
    }
    for (; i < count; i++) {
      float rest = 1 - q.data()[q.at() + i];
      z.data()[z.at() + i] = Math.fma(x.data()[x.at() + i], rest, z.data()[z.at() + i]);
    }
  }
}
