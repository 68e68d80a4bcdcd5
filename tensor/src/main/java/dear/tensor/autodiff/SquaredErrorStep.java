package dear.tensor.autodiff;

/** Σ weight·(x - t)². */
record SquaredErrorStep(Workspace w, Value x, Value targets, Value weights, Value y)
    implements Step {
  @Override
  public void forward() {
    double sum = 0;
    for (int i = 0; i < w.count(x); i++) {
      double error = error(i);
      sum += weight(i) == 0 ? 0 : weight(i) * error * error;
    }
    w.array(Plane.VALUE)[w.offset(y)] = (float) sum;
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    double sum = 0;
    for (int i = 0; i < w.count(x); i++) {
      sum += slope(i) * dot[w.offset(x) + i];
    }
    dot[w.offset(y)] = (float) sum;
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    back(barDot);
    float[] dot = w.array(Plane.TANGENT);
    float bar = w.array(Plane.COTANGENT)[w.offset(y)];
    for (int i = 0; i < w.count(x); i++) {
      barDot[w.offset(x) + i] += bar * 2 * weight(i) * dot[w.offset(x) + i];
    }
  }

  private void back(float[] p) {
    float g = p[w.offset(y)];
    for (int i = 0; i < w.count(x); i++) {
      p[w.offset(x) + i] += (float) (g * slope(i));
    }
  }

  private double slope(int i) {
    return weight(i) == 0 ? 0 : 2 * weight(i) * error(i);
  }

  private double error(int i) {
    float[] v = w.array(Plane.VALUE);
    return (double) v[w.offset(x) + i] - v[w.offset(targets) + i];
  }

  private float weight(int i) {
    return w.array(Plane.VALUE)[w.offset(weights) + i];
  }
}
