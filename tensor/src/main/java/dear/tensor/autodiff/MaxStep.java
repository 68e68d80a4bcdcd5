package dear.tensor.autodiff;

/** y = max(a, b), element by element; which of the two is decided by the values alone. */
record MaxStep(Workspace w, Value a, Value b, Value y) implements Step {
  @Override
  public void forward() {
    select(w.array(Plane.VALUE));
  }

  @Override
  public void tangent() {
    select(w.array(Plane.TANGENT));
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    back(w.array(Plane.COTANGENT_TANGENT));
  }

  private void select(float[] p) {
    float[] v = w.array(Plane.VALUE);
    int ia = w.offset(a);
    int ib = w.offset(b);
    int iy = w.offset(y);
    for (int i = 0; i < w.count(y); i++) {
      p[iy + i] = v[ia + i] >= v[ib + i] ? p[ia + i] : p[ib + i];
    }
  }

  private void back(float[] p) {
    if (w.wants(a)) {
      send(p, a, true);
    }
    if (w.wants(b)) {
      send(p, b, false);
    }
  }

  private void send(float[] p, Value to, boolean first) {
    float[] v = w.array(Plane.VALUE);
    int ia = w.offset(a);
    int ib = w.offset(b);
    int iy = w.offset(y);
    int it = w.offset(to);
    for (int i = 0; i < w.count(y); i++) {
      p[it + i] += (v[ia + i] >= v[ib + i]) == first ? p[iy + i] : 0;
    }
  }
}
