// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y[i,j] = x[j,i]. */
record PairTranspose(Workspace w, Value x, Value y) implements LinearMap {
  @Override
  public void apply(Plane plane) {
    float[] p = w.array(plane);
    int n = w.size().nodes();
    int cols = y.cols();
    w.overRanges(
        n,
        Math.max(1, n / 2),
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            for (int j = 0; j < n; j++) {
              System.arraycopy(
                  p, w.offset(x) + (j * n + i) * cols, p, w.offset(y) + (i * n + j) * cols, cols);
            }
          }
        });
  }

  @Override
  public void transpose(Plane plane) {
    if (!w.wants(x)) {
      return;
    }
    int n = w.size().nodes();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        w.kernels()
            .elements()
            .axpy(
                y.cols(), 1, w.rows(0, 0, plane, y, i * n + j), w.rows(0, 1, plane, x, j * n + i));
      }
    }
  }
}
