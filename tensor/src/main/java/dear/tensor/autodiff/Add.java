// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** a + b. */
record Add(Workspace w, Value a, Value b, Value y) implements LinearMap {
  @Override
  public void apply(Plane plane) {
    w.kernels()
        .elements()
        .combine(w.count(y), 1, w.matrix(plane, a), 1, w.matrix(plane, b), w.matrix(plane, y));
  }

  @Override
  public void transpose(Plane plane) {
    addTo(plane, a);
    addTo(plane, b);
  }

  private void addTo(Plane plane, Value x) {
    if (w.wants(x)) {
      w.kernels().elements().axpy(w.count(y), 1, w.matrix(plane, y), w.matrix(plane, x));
    }
  }
}
