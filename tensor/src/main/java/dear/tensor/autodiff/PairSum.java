// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;

/** y[i,j] = x[i,j] + left[i] + right[j]. */
record PairSum(Workspace w, Value x, Value left, Value right, Value y) implements RowMap {
  @Override
  public void apply(int worker, Plane plane, int from, int to) {
    Elements elements = w.kernels().elements();
    int n = w.size().nodes();
    for (int r = from; r < to; r++) {
      Matrix in = w.rows(worker, 0, plane, x, r);
      Matrix ofLeft = w.rows(worker, 1, plane, left, r / n);
      Matrix ofRight = w.rows(worker, 2, plane, right, r % n);
      elements.sum(y.cols(), in, ofLeft, ofRight, w.rows(worker, 3, plane, y, r));
    }
  }

  @Override
  public void transpose(Plane plane, int from, int to) {
    int n = w.size().nodes();
    for (int r = from; r < to; r++) {
      addRow(plane, r, left, r / n);
      addRow(plane, r, right, r % n);
    }
    w.addRows(plane, y, x, from, to);
  }

  private void addRow(Plane plane, int r, Value side, int node) {
    if (w.wants(side)) {
      w.kernels()
          .elements()
          .axpy(y.cols(), 1, w.rows(0, 0, plane, y, r), w.rows(0, 1, plane, side, node));
    }
  }
}
