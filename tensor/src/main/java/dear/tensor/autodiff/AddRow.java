// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;

/** x with one row added to each of its rows. */
record AddRow(Workspace w, Value x, Value row, Value y) implements LinearMap {
  @Override
  public void apply(Plane plane) {
    Matrix from = w.matrix(plane, x);
    Matrix added = w.matrix(plane, row);
    Matrix to = w.matrix(plane, y);
    for (int r = 0; r < w.rows(y); r++) {
      for (int c = 0; c < y.cols(); c++) {
        to.data()[to.row(r) + c] = from.data()[from.row(r) + c] + added.data()[added.at() + c];
      }
    }
  }

  @Override
  public void transpose(Plane plane) {
    if (w.wants(x)) {
      w.kernels().elements().axpy(w.count(y), 1, w.matrix(plane, y), w.matrix(plane, x));
    }
    if (w.wants(row)) {
      w.kernels().products().columnSums(w.rows(y), w.matrix(plane, y), w.matrix(plane, row));
    }
  }
}
