// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * Σ weight·(max(x,0) - x·t + log(1 + e^-|x|)): binary cross-entropy on logits in its stable form.
 * The derivative with respect to x is σ(x) - t, the second one σ(1-σ).
 */
record BinaryCrossEntropyStep(Workspace w, Value x, Value targets, Value weights, Value y)
    implements Step {
  @Override
  public void forward() {
    float[] v = w.array(Plane.VALUE);
    double sum = 0;
    for (int i = 0; i < w.count(x); i++) {
      double logit = v[w.offset(x) + i];
      double loss =
          Math.max(logit, 0)
              - logit * v[w.offset(targets) + i]
              + Math.log1p(Math.exp(-Math.abs(logit)));
      // A masked element may hold anything, even NaN.
      float weight = v[w.offset(weights) + i];
      sum += weight == 0 ? 0 : weight * loss;
    }
    v[w.offset(y)] = (float) sum;
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
    back(w.array(Plane.COTANGENT_TANGENT));
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    float bar = w.array(Plane.COTANGENT)[w.offset(y)];
    for (int i = 0; i < w.count(x); i++) {
      double s = sigmoid(v[w.offset(x) + i]);
      float weight = v[w.offset(weights) + i];
      barDot[w.offset(x) + i] +=
          weight == 0 ? 0 : (float) (bar * weight * s * (1 - s) * dot[w.offset(x) + i]);
    }
  }

  private void back(float[] p) {
    float g = p[w.offset(y)];
    for (int i = 0; i < w.count(x); i++) {
      p[w.offset(x) + i] += (float) (g * slope(i));
    }
  }

  private double slope(int i) {
    float[] v = w.array(Plane.VALUE);
    float weight = v[w.offset(weights) + i];
    return weight == 0 ? 0 : weight * (sigmoid(v[w.offset(x) + i]) - v[w.offset(targets) + i]);
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }
}
