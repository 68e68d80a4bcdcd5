// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;

/** y = q∘o + (1-q)∘h, the gate of the processor. */
record GateStep(Workspace w, Value q, Value o, Value h, Value y) implements RowStep {
  @Override
  public void forward(int worker, int from, int to) {
    elements()
        .mix(
            (to - from) * y.cols(),
            w.rows(worker, 0, Plane.VALUE, q, from),
            w.rows(worker, 1, Plane.VALUE, o, from),
            w.rows(worker, 2, Plane.VALUE, h, from),
            w.rows(worker, 3, Plane.VALUE, y, from));
  }

  private Elements elements() {
    return w.kernels().elements();
  }

  @Override
  public void tangent(int worker, int from, int to) {
    int count = (to - from) * y.cols();
    Matrix yDot = w.rows(worker, 0, Plane.TANGENT, y, from);
    elements()
        .mix(
            count,
            w.rows(worker, 1, Plane.VALUE, q, from),
            w.rows(worker, 2, Plane.TANGENT, o, from),
            w.rows(worker, 3, Plane.TANGENT, h, from),
            yDot);
    elements()
        .addDifference(
            count,
            w.rows(worker, 1, Plane.TANGENT, q, from),
            w.rows(worker, 2, Plane.VALUE, o, from),
            w.rows(worker, 3, Plane.VALUE, h, from),
            yDot);
  }

  @Override
  public void backward(int from, int to) {
    back(Plane.COTANGENT, from, to);
  }

  @Override
  public void backwardTangent(int from, int to) {
    back(Plane.COTANGENT_TANGENT, from, to);
    int count = (to - from) * y.cols();
    Matrix bar = w.rows(0, 0, Plane.COTANGENT, y, from);
    Matrix qDot = w.rows(0, 1, Plane.TANGENT, q, from);
    if (w.wants(q)) {
      elements()
          .addDifference(
              count,
              bar,
              w.rows(0, 2, Plane.TANGENT, o, from),
              w.rows(0, 3, Plane.TANGENT, h, from),
              w.rows(0, 4, Plane.COTANGENT_TANGENT, q, from));
    }
    if (w.wants(o)) {
      elements().addProduct(count, 1, bar, qDot, w.rows(0, 2, Plane.COTANGENT_TANGENT, o, from));
    }
    if (w.wants(h)) {
      elements().addProduct(count, -1, bar, qDot, w.rows(0, 2, Plane.COTANGENT_TANGENT, h, from));
    }
  }

  private void back(Plane plane, int from, int to) {
    int count = (to - from) * y.cols();
    Matrix gy = w.rows(0, 0, plane, y, from);
    Matrix share = w.rows(0, 1, Plane.VALUE, q, from);
    if (w.wants(q)) {
      elements()
          .addDifference(
              count,
              gy,
              w.rows(0, 2, Plane.VALUE, o, from),
              w.rows(0, 3, Plane.VALUE, h, from),
              w.rows(0, 4, plane, q, from));
    }
    if (w.wants(o)) {
      elements().addProduct(count, 1, gy, share, w.rows(0, 2, plane, o, from));
    }
    if (w.wants(h)) {
      elements().addRest(count, gy, share, w.rows(0, 2, plane, h, from));
    }
  }
}
