package dear.tensor.autodiff;

import java.util.Arrays;

/** y = σ(x), with σ' = y(1-y) and σ'' = y(1-y)(1-2y). */
record SigmoidStep(Workspace w, Value x, Value y) implements Step {
  @Override
  public void forward() {
    float[] v = w.array(Plane.VALUE);
    w.kernels().sigmoid(w.count(x), v, w.offset(x), v, w.offset(y));
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    int at = w.offset(y);
    Arrays.fill(dot, at, at + w.count(y), 0);
    slope(dot, y, x, y);
  }

  @Override
  public void backward() {
    slope(w.array(Plane.COTANGENT), y, y, x);
  }

  @Override
  public void backwardTangent() {
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    float[] bar = w.array(Plane.COTANGENT);
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    slope(barDot, y, y, x);
    if (x.active()) {
      int ix = w.offset(x);
      int iy = w.offset(y);
      for (int i = 0; i < w.count(x); i++) {
        barDot[ix + i] += bar[iy + i] * (1 - 2 * v[iy + i]) * dot[iy + i]; // ẏ = y(1-y)ẋ
      }
    }
  }

  /** Adds y(1-y)∘from to a value, in a plane. */
  private void slope(float[] p, Value sigmoid, Value from, Value to) {
    w.kernels()
        .sigmoidBackward(
            w.count(x),
            w.array(Plane.VALUE),
            w.offset(sigmoid),
            p,
            w.offset(from),
            p,
            w.offset(to));
  }
}
