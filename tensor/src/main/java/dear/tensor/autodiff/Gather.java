// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** Row index[r] of x as row r. */
record Gather(Workspace w, Value x, Index index, Value y) implements LinearMap {
  @Override
  public void apply(Plane plane) {
    float[] p = w.array(plane);
    int cols = y.cols();
    for (int r = 0; r < w.rows(y); r++) {
      int from = w.offset(x) + w.array(index)[w.start(index) + r] * cols;
      System.arraycopy(p, from, p, w.offset(y) + r * cols, cols);
    }
  }

  @Override
  public void transpose(Plane plane) {
    if (w.wants(x)) {
      w.kernels()
          .edgeRows()
          .scatterAdd(
              w.rows(y), w.array(index), w.start(index), w.matrix(plane, y), w.matrix(plane, x));
    }
  }
}
