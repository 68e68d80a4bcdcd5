// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** x, clamped to [-limit, limit]. */
record ClampStep(Workspace w, Value x, float limit, Value y) implements RowStep {
  @Override
  public void forward(int worker, int from, int to) {
    w.kernels()
        .elements()
        .clamp(
            (to - from) * x.cols(),
            limit,
            w.rows(worker, 0, Plane.VALUE, x, from),
            w.rows(worker, 1, Plane.VALUE, y, from));
  }

  @Override
  public void tangent(int worker, int from, int to) {
    w.clear(Plane.TANGENT, y, from, to);
    mask(worker, Plane.TANGENT, x, y, from, to);
  }

  @Override
  public void backward(int from, int to) {
    mask(0, Plane.COTANGENT, y, x, from, to);
  }

  @Override
  public void backwardTangent(int from, int to) {
    mask(0, Plane.COTANGENT_TANGENT, y, x, from, to);
  }

  private void mask(int worker, Plane plane, Value source, Value target, int from, int to) {
    w.kernels()
        .elements()
        .clampBackward(
            (to - from) * x.cols(),
            limit,
            w.rows(worker, 0, Plane.VALUE, x, from),
            w.rows(worker, 1, plane, source, from),
            w.rows(worker, 2, plane, target, from));
  }
}
