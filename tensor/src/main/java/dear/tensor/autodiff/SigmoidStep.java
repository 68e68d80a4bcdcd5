// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y = σ(x), with σ' = y(1-y) and σ'' = y(1-y)(1-2y). */
record SigmoidStep(Workspace w, Value x, Value y) implements Step {
  @Override
  public void forward() {
    w.kernels().elements().sigmoid(w.count(x), w.matrix(Plane.VALUE, x), w.matrix(Plane.VALUE, y));
  }

  @Override
  public void tangent() {
    w.fill(Plane.TANGENT, y, 0);
    slope(Plane.TANGENT, x, y);
  }

  @Override
  public void backward() {
    slope(Plane.COTANGENT, y, x);
  }

  @Override
  public void backwardTangent() {
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    float[] bar = w.array(Plane.COTANGENT);
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    slope(Plane.COTANGENT_TANGENT, y, x);
    if (x.active()) {
      int ix = w.offset(x);
      int iy = w.offset(y);
      for (int i = 0; i < w.count(x); i++) {
        barDot[ix + i] += bar[iy + i] * (1 - 2 * v[iy + i]) * dot[iy + i]; // ẏ = y(1-y)ẋ
      }
    }
  }

  /** Adds y(1-y)∘from to a value, in a plane. */
  private void slope(Plane plane, Value from, Value to) {
    w.kernels()
        .elements()
        .sigmoidBackward(
            w.count(x), w.matrix(Plane.VALUE, y), w.matrix(plane, from), w.matrix(plane, to));
  }
}
