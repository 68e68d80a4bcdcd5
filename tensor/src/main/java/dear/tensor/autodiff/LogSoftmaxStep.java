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
    this.softmax = new LogSoftmax(w.kernels(), segments);
    this.y = y;
  }

  @Override
  public void forward() {
    segments.refresh();
    float[] v = w.array(Plane.VALUE);
    softmax.forward(v, w.offset(x), v, w.offset(y));
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    softmax.tangent(w.array(Plane.VALUE), w.offset(y), dot, w.offset(x), dot, w.offset(y));
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    back(barDot);
    if (x.active()) {
      softmax.backwardMoving(
          w.array(Plane.VALUE),
          w.offset(y),
          w.array(Plane.TANGENT),
          w.offset(y),
          w.array(Plane.COTANGENT),
          w.offset(y),
          barDot,
          w.offset(x));
    }
  }

  private void back(float[] p) {
    softmax.backward(w.array(Plane.VALUE), w.offset(y), p, w.offset(y), p, w.offset(x));
  }
}
