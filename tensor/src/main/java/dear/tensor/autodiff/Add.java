// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** a + b. */
record Add(Workspace w, Value a, Value b, Value y) implements RowMap {
  @Override
  public void apply(int worker, Plane plane, int from, int to) {
    w.kernels()
        .elements()
        .combine(
            (to - from) * y.cols(),
            1,
            w.rows(worker, 0, plane, a, from),
            1,
            w.rows(worker, 1, plane, b, from),
            w.rows(worker, 2, plane, y, from));
  }

  @Override
  public void transpose(Plane plane, int from, int to) {
    w.addRows(plane, y, a, from, to);
    w.addRows(plane, y, b, from, to);
  }
}
