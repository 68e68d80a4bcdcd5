// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** x, clamped to [-limit, limit]. */
record ClampStep(Workspace w, Value x, float limit, Value y) implements Step {
  @Override
  public void forward() {
    float[] v = w.array(Plane.VALUE);
    int in = w.offset(x);
    int out = w.offset(y);
    int count = w.count(y); // in the condition it would keep the loop from becoming vectors
    for (int i = 0; i < count; i++) {
      float number = v[in + i];
      float high = number > limit ? limit : number; // keeps NaN
      v[out + i] = high < -limit ? -limit : high;
    }
  }

  @Override
  public void tangent() {
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    int in = w.offset(x);
    int out = w.offset(y);
    int count = w.count(y);
    for (int i = 0; i < count; i++) {
      dot[out + i] = Math.abs(v[in + i]) > limit ? 0 : dot[in + i];
    }
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    back(w.array(Plane.COTANGENT_TANGENT));
  }

  private void back(float[] p) {
    if (!w.wants(x)) {
      return;
    }
    float[] v = w.array(Plane.VALUE);
    int in = w.offset(x);
    int out = w.offset(y);
    int count = w.count(y);
    for (int i = 0; i < count; i++) {
      p[in + i] += Math.abs(v[in + i]) > limit ? 0 : p[out + i];
    }
  }
}
