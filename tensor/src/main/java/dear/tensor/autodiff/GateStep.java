// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;

/** y = q∘o + (1-q)∘h, the gate of the processor. */
record GateStep(Workspace w, Value q, Value o, Value h, Value y) implements Step {
  @Override
  public void forward() {
    w.kernels().elements().mix(w.count(y), values(q), values(o), values(h), values(y));
  }

  private Matrix values(Value value) {
    return w.matrix(Plane.VALUE, value);
  }

  @Override
  public void tangent() {
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    int iq = w.offset(q);
    int io = w.offset(o);
    int ih = w.offset(h);
    int iy = w.offset(y);
    for (int i = 0; i < w.count(y); i++) {
      dot[iy + i] =
          dot[iq + i] * (v[io + i] - v[ih + i])
              + v[iq + i] * dot[io + i]
              + (1 - v[iq + i]) * dot[ih + i];
    }
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    back(barDot);
    float[] dot = w.array(Plane.TANGENT);
    float[] bar = w.array(Plane.COTANGENT);
    int iq = w.offset(q);
    int io = w.offset(o);
    int ih = w.offset(h);
    int iy = w.offset(y);
    if (w.wants(q)) {
      for (int i = 0; i < w.count(y); i++) {
        barDot[iq + i] += bar[iy + i] * (dot[io + i] - dot[ih + i]);
      }
    }
    if (w.wants(o)) {
      for (int i = 0; i < w.count(y); i++) {
        barDot[io + i] += bar[iy + i] * dot[iq + i];
      }
    }
    if (w.wants(h)) {
      for (int i = 0; i < w.count(y); i++) {
        barDot[ih + i] -= bar[iy + i] * dot[iq + i];
      }
    }
  }

  private void back(float[] p) {
    float[] v = w.array(Plane.VALUE);
    int iq = w.offset(q);
    int io = w.offset(o);
    int ih = w.offset(h);
    int iy = w.offset(y);
    if (w.wants(q)) {
      for (int i = 0; i < w.count(y); i++) {
        p[iq + i] += p[iy + i] * (v[io + i] - v[ih + i]);
      }
    }
    if (w.wants(o)) {
      for (int i = 0; i < w.count(y); i++) {
        p[io + i] += p[iy + i] * v[iq + i];
      }
    }
    if (w.wants(h)) {
      for (int i = 0; i < w.count(y); i++) {
        p[ih + i] += p[iy + i] * (1 - v[iq + i]);
      }
    }
  }
}
