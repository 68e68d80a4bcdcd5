// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** y[i,j] = x[i,j] + left[i] + right[j]. */
record PairSum(Workspace w, Value x, Value left, Value right, Value y) implements LinearMap {
  @Override
  public void apply(Plane plane) {
    float[] p = w.array(plane);
    int n = w.size().nodes();
    int cols = y.cols();
    for (int i = 0; i < n; i++) {
      int l = w.offset(left) + i * cols;
      for (int j = 0; j < n; j++) {
        int r = w.offset(right) + j * cols;
        int at = (i * n + j) * cols;
        int in = w.offset(x) + at;
        int out = w.offset(y) + at;
        for (int c = 0; c < cols; c++) {
          p[out + c] = p[in + c] + (p[l + c] + p[r + c]);
        }
      }
    }
  }

  @Override
  public void transpose(Plane plane) {
    float[] p = w.array(plane);
    int n = w.size().nodes();
    int cols = y.cols();
    boolean toLeft = w.wants(left);
    boolean toRight = w.wants(right);
    for (int i = 0; i < n; i++) {
      int l = w.offset(left) + i * cols;
      for (int j = 0; j < n; j++) {
        int r = w.offset(right) + j * cols;
        int at = w.offset(y) + (i * n + j) * cols;
        if (toLeft) {
          for (int c = 0; c < cols; c++) {
            p[l + c] += p[at + c];
          }
        }
        if (toRight) {
          for (int c = 0; c < cols; c++) {
            p[r + c] += p[at + c];
          }
        }
      }
    }
    if (w.wants(x)) {
      w.kernels().elements().axpy(w.count(y), 1, w.matrix(plane, y), w.matrix(plane, x));
    }
  }
}
