// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y = max(x, 0). */
record ReluStep(Workspace w, Value x, Value y) implements Step {
  @Override
  public void forward() {
    w.kernels().elements().relu(w.count(x), w.matrix(Plane.VALUE, x), w.matrix(Plane.VALUE, y));
  }

  @Override
  public void tangent() {
    w.fill(Plane.TANGENT, y, 0);
    mask(Plane.TANGENT, x, y);
  }

  @Override
  public void backward() {
    mask(Plane.COTANGENT, y, x);
  }

  @Override
  public void backwardTangent() {
    mask(Plane.COTANGENT_TANGENT, y, x);
  }

  private void mask(Plane plane, Value from, Value to) {
    w.kernels()
        .elements()
        .reluBackward(
            w.count(x), w.matrix(Plane.VALUE, x), w.matrix(plane, from), w.matrix(plane, to));
  }
}
