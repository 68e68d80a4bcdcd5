package dear.tensor.autodiff;

import java.util.Arrays;

/** y = max(x, 0). */
record ReluStep(Workspace w, Value x, Value y) implements Step {
  @Override
  public void forward() {
    float[] v = w.array(Plane.VALUE);
    w.kernels().relu(w.count(x), v, w.offset(x), v, w.offset(y));
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    int at = w.offset(y);
    Arrays.fill(dot, at, at + w.count(y), 0);
    mask(dot, x, y);
  }

  @Override
  public void backward() {
    mask(w.array(Plane.COTANGENT), y, x);
  }

  @Override
  public void backwardTangent() {
    mask(w.array(Plane.COTANGENT_TANGENT), y, x);
  }

  private void mask(float[] p, Value from, Value to) {
    w.kernels()
        .reluBackward(
            w.count(x), w.array(Plane.VALUE), w.offset(x), p, w.offset(from), p, w.offset(to));
  }
}
