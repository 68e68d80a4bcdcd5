// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import java.util.Arrays;

/** Products with chosen rows, one row after the other. */
final class ScalarChosenProducts implements ChosenProducts {
  @Override
  public void combine(RowLists lists, Matrix x, Matrix w, Matrix y) {
    for (int i = 0; i < lists.size(); i++) {
      Arrays.fill(y.data(), y.row(i), y.row(i) + w.cols(), 0);
      for (int k = lists.start(i); k < lists.end(i); k++) {
        int row = lists.rows()[k];
        float factor = x.data()[x.row(lists.owner(i)) + row];
        ScalarElements.axpy(w.cols(), factor, w.data(), w.row(row), y.data(), y.row(i));
      }
    }
  }

  @Override
  public void dot(RowLists lists, Matrix x, Matrix w, Matrix y) {
    for (int i = 0; i < lists.size(); i++) {
      for (int k = lists.start(i); k < lists.end(i); k++) {
        int row = lists.rows()[k];
        y.data()[y.row(lists.owner(i)) + row] =
            (float) ScalarElements.dot(w.cols(), x.data(), x.row(i), w.data(), w.row(row));
      }
    }
  }

  @Override
  public void add(RowLists lists, Matrix g, Matrix x, Matrix w) {
    for (int i = 0; i < lists.size(); i++) {
      for (int k = lists.start(i); k < lists.end(i); k++) {
        int row = lists.rows()[k];
        float factor = g.data()[g.row(lists.owner(i)) + row];
        ScalarElements.axpy(w.cols(), factor, x.data(), x.row(i), w.data(), w.row(row));
      }
    }
  }

  @Override
  public void addTwo(RowLists lists, Matrix g, Matrix x, Matrix h, Matrix z, Matrix w) {
    for (int i = 0; i < lists.size(); i++) {
      for (int k = lists.start(i); k < lists.end(i); k++) {
        int row = lists.rows()[k];
        float first = g.data()[g.row(lists.owner(i)) + row];
        float second = h.data()[h.row(lists.owner(i)) + row];
        for (int c = 0; c < w.cols(); c++) {
          w.data()[w.row(row) + c] +=
              first * x.data()[x.row(i) + c] + second * z.data()[z.row(i) + c];
        }
      }
    }
  }
}
