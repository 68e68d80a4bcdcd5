// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Sums of products, one product after the other. */
final class ScalarProducts implements Products {
  @Override
  public PackedWeights packed(int in, int out) {
    return new PackedWeights(in, out, out);
  }

  @Override
  public SparseRows sparseRows() {
    return new SparseRows(0, 0);
  }

  @Override
  public void multiplyAdd(int rows, Matrix a, PackedWeights w, Matrix b, Matrix c) {
    for (int r = 0; r < rows; r++) {
      System.arraycopy(b.data(), b.row(r), c.data(), c.row(r), w.out());
      for (int k = 0; k < w.in(); k++) {
        addRow(a.data()[a.row(r) + k], w, k, c, r);
      }
    }
  }

  @Override
  public void multiplySparse(
      int rows, Matrix a, PackedWeights w, Matrix bias, SparseRows sparse, Matrix c) {
    for (int r = 0; r < rows; r++) {
      System.arraycopy(bias.data(), bias.row(r), c.data(), c.row(r), w.out());
      for (int k = 0; k < w.in(); k++) {
        float x = a.data()[a.row(r) + k];
        if (x != 0) {
          addRow(x, w, k, c, r);
        }
      }
    }
  }

  private static void addRow(float x, PackedWeights w, int k, Matrix c, int r) {
    int row = PackedWeights.FIRST + k * w.panel;
    ScalarElements.axpy(w.out(), x, w.data, row, c.data(), c.row(r));
  }

  @Override
  public void weightGradient(int rows, Matrix a, Matrix g, Matrix dw) {
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < a.cols(); k++) {
        float x = a.data()[a.row(r) + k];
        ScalarElements.axpy(dw.cols(), x, g.data(), g.row(r), dw.data(), dw.row(k));
      }
    }
  }

  @Override
  public void columnSums(int rows, Matrix x, Matrix sums) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < x.cols(); c++) {
        sums.data()[sums.at() + c] += x.data()[x.row(r) + c];
      }
    }
  }
}
