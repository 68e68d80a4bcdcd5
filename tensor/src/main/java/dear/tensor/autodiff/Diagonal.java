// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y[i] = x[i,i]. */
record Diagonal(Workspace w, Value x, Value y) implements LinearMap {
  @Override
  public void apply(Plane plane) {
    float[] p = w.array(plane);
    int n = w.size().nodes();
    int cols = y.cols();
    for (int i = 0; i < n; i++) {
      System.arraycopy(p, w.offset(x) + i * (n + 1) * cols, p, w.offset(y) + i * cols, cols);
    }
  }

  @Override
  public void transpose(Plane plane) {
    float[] p = w.array(plane);
    if (!w.wants(x)) {
      return;
    }
    int n = w.size().nodes();
    int cols = y.cols();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < cols; c++) {
        p[w.offset(x) + i * (n + 1) * cols + c] += p[w.offset(y) + i * cols + c];
      }
    }
  }
}
