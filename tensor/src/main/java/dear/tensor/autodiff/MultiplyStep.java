package dear.tensor.autodiff;

import java.util.Arrays;

/** y = a∘b. */
record MultiplyStep(Workspace w, Value a, Value b, Value y) implements Step {
  @Override
  public void forward() {
    float[] v = w.array(Plane.VALUE);
    int ya = w.offset(y);
    Arrays.fill(v, ya, ya + w.count(y), 0);
    addProduct(v, a, v, b, v, y);
  }

  @Override
  public void tangent() {
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    int ya = w.offset(y);
    Arrays.fill(dot, ya, ya + w.count(y), 0);
    addProduct(dot, a, v, b, dot, y);
    addProduct(v, a, dot, b, dot, y);
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT), w.array(Plane.VALUE), w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    back(barDot, w.array(Plane.VALUE), barDot);
    back(w.array(Plane.COTANGENT), w.array(Plane.TANGENT), barDot);
  }

  /** Adds output∘other to each input, the three from any planes. */
  private void back(float[] output, float[] other, float[] input) {
    if (w.wants(a)) {
      addProduct(output, y, other, b, input, a);
    }
    if (w.wants(b)) {
      addProduct(output, y, other, a, input, b);
    }
  }

  private void addProduct(float[] p, Value x, float[] q, Value z, float[] r, Value target) {
    w.kernels().multiplyAdd(w.count(y), p, w.offset(x), q, w.offset(z), r, w.offset(target));
  }
}
