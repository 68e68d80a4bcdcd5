// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y = x above the floor, floor + slope·(x - floor) below it: a leaky ReLU, shifted down. */
record SoftFloorStep(Workspace w, Value x, float floor, float slope, Value y) implements Step {
  @Override
  public void forward() {
    float[] v = w.array(Plane.VALUE);
    int ix = w.offset(x);
    int iy = w.offset(y);
    for (int i = 0; i < w.count(x); i++) {
      float above = v[ix + i] - floor;
      v[iy + i] = above > 0 ? v[ix + i] : floor + slope * above;
    }
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    float[] v = w.array(Plane.VALUE);
    int ix = w.offset(x);
    int iy = w.offset(y);
    for (int i = 0; i < w.count(x); i++) {
      dot[iy + i] = v[ix + i] > floor ? dot[ix + i] : slope * dot[ix + i];
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
    float[] v = w.array(Plane.VALUE);
    int ix = w.offset(x);
    int iy = w.offset(y);
    for (int i = 0; i < w.count(x); i++) {
      p[ix + i] += v[ix + i] > floor ? p[iy + i] : slope * p[iy + i];
    }
  }
}
