// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y = σ(x), with σ' = y(1-y) and σ'' = y(1-y)(1-2y). */
record SigmoidStep(Workspace w, Value x, Value y) implements RowStep {
  @Override
  public void forward(int worker, int from, int to) {
    w.kernels()
        .elements()
        .sigmoid(
            (to - from) * x.cols(),
            w.rows(worker, 0, Plane.VALUE, x, from),
            w.rows(worker, 1, Plane.VALUE, y, from));
  }

  @Override
  public void tangent(int worker, int from, int to) {
    w.clear(Plane.TANGENT, y, from, to);
    slope(worker, Plane.TANGENT, x, y, from, to);
  }

  @Override
  public void backward(int from, int to) {
    slope(0, Plane.COTANGENT, y, x, from, to);
  }

  @Override
  public void backwardTangent(int from, int to) {
    slope(0, Plane.COTANGENT_TANGENT, y, x, from, to);
    if (x.active()) { // ẏ = y(1-y)ẋ
      w.kernels()
          .elements()
          .sigmoidCurvature(
              (to - from) * x.cols(),
              w.rows(0, 0, Plane.VALUE, y, from),
              w.rows(0, 1, Plane.COTANGENT, y, from),
              w.rows(0, 2, Plane.TANGENT, y, from),
              w.rows(0, 3, Plane.COTANGENT_TANGENT, x, from));
    }
  }

  /** Adds y(1-y)∘source to a value, in a plane. */
  private void slope(int worker, Plane plane, Value source, Value target, int from, int to) {
    w.kernels()
        .elements()
        .sigmoidBackward(
            (to - from) * x.cols(),
            w.rows(worker, 0, Plane.VALUE, y, from),
            w.rows(worker, 1, plane, source, from),
            w.rows(worker, 2, plane, target, from));
  }
}
