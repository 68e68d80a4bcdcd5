// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** Log-softmax within groups. */
final class LogSoftmaxStep implements Step {
  private final Workspace w;
  private final Value x;
  private final Segments segments;
  private final LogSoftmax softmax;
  private final Value y;

  LogSoftmaxStep(Workspace w, Value x, Segments segments, Value y) {
    this.w = w;
    this.x = x;
    this.segments = segments;
    this.softmax = new LogSoftmax(w.kernels().logSoftmax(), segments);
    this.y = y;
  }

  @Override
  public void forward() {
    segments.refresh();
    softmax.forward(w.matrix(Plane.VALUE, x), w.matrix(Plane.VALUE, y));
  }

  @Override
  public void tangent() {
    softmax.tangent(
        w.matrix(Plane.VALUE, y), w.matrix(Plane.TANGENT, x), w.matrix(Plane.TANGENT, y));
  }

  @Override
  public void backward() {
    back(Plane.COTANGENT);
  }

  @Override
  public void backwardTangent() {
    back(Plane.COTANGENT_TANGENT);
    if (x.active()) {
      softmax.backwardMoving(
          w.matrix(Plane.VALUE, y),
          w.matrix(Plane.TANGENT, y),
          w.matrix(Plane.COTANGENT, y),
          w.matrix(Plane.COTANGENT_TANGENT, x));
    }
  }

  private void back(Plane plane) {
    softmax.backward(w.matrix(Plane.VALUE, y), w.matrix(plane, y), w.matrix(plane, x));
  }
}
