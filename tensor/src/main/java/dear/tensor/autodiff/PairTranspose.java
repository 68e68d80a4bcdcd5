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
    float[] p = w.array(plane);
    if (!w.wants(x)) {
      return;
    }
    int n = w.size().nodes();
    int cols = y.cols();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int to = w.offset(x) + (j * n + i) * cols;
        int from = w.offset(y) + (i * n + j) * cols;
        for (int c = 0; c < cols; c++) {
          p[to + c] += p[from + c];
        }
      }
    }
  }
}
