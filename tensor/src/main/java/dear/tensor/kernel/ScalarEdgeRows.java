// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Rows of nodes, one edge after the other. */
final class ScalarEdgeRows implements EdgeRows {
  @Override
  public void scatterAdd(int rows, int[] index, int indexAt, Matrix x, Matrix y) {
    for (int r = 0; r < rows; r++) {
      int to = y.row(index[indexAt + r]);
      ScalarElements.axpy(x.cols(), 1, x.data(), x.row(r), y.data(), to);
    }
  }

  @Override
  public void gatherAffine(
      int rows,
      Matrix base,
      int[] index,
      int indexAt,
      Matrix x,
      Matrix coefficients,
      Matrix vectors,
      Matrix y) {
    for (int r = 0; r < rows; r++) {
      int xr = x.row(index[indexAt + r]);
      int yr = y.row(r);
      for (int c = 0; c < y.cols(); c++) {
        y.data()[yr + c] = base.data()[base.at() + c] + x.data()[xr + c];
      }
      for (int k = 0; k < coefficients.cols(); k++) {
        float factor = coefficients.data()[coefficients.row(r) + k];
        ScalarElements.axpy(y.cols(), factor, vectors.data(), vectors.row(k), y.data(), yr);
      }
    }
  }

  @Override
  public void raiseMax(int rows, Matrix x, int first, Matrix max, int[] arg, int argAt) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < x.cols(); c++) {
        float v = x.data()[x.row(r) + c];
        if (v > max.data()[max.at() + c] || Float.isNaN(v)) {
          max.data()[max.at() + c] = v;
          arg[argAt + c] = first + r;
        }
      }
    }
  }

  @Override
  public void chooseDots(int rows, Matrix a, Matrix x, Matrix b, Matrix z, Matrix w, Matrix y) {
    for (int r = 0; r < rows; r++) {
      float sum = 0;
      for (int c = 0; c < a.cols(); c++) {
        boolean first = a.data()[a.at() + c] >= b.data()[b.row(r) + c];
        float chosen = first ? x.data()[x.at() + c] : z.data()[z.row(r) + c];
        sum = Math.fma(w.data()[w.at() + c], chosen, sum);
      }
      y.data()[y.at() + r] = sum;
    }
  }
}
