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
    }
    int paired = rows - rows % 2;
    int fours = w.in() - w.in() % 4;
    for (int r = 0; r < paired; r += 2) {
      for (int k = 0; k < fours; k += 4) {
        addFourRows(a, w, k, c, r);
      }
      for (int k = fours; k < w.in(); k++) {
        addRow(a.data()[a.row(r) + k], w, k, c, r);
        addRow(a.data()[a.row(r + 1) + k], w, k, c, r + 1);
      }
    }
    for (int k = 0; k < w.in() && paired < rows; k++) {
      addRow(a.data()[a.row(paired) + k], w, k, c, paired);
    }
  }

  /**
   * Four weights for each element of two rows of the product, added one after the other as {@link
   * #addRow} does. Most of the time is for loads, stores and checks of indices, not for arithmetic;
   * there are fewer of them this way.
   */
  private static void addFourRows(Matrix a, PackedWeights w, int k, Matrix c, int r) {
    float[] x = a.data();
    int xAt = a.row(r) + k;
    float x0 = x[xAt];
    float x1 = x[xAt + 1];
    float x2 = x[xAt + 2];
    float x3 = x[xAt + 3];
    int zAt = a.row(r + 1) + k;
    float z0 = x[zAt];
    float z1 = x[zAt + 1];
    float z2 = x[zAt + 2];
    float z3 = x[zAt + 3];
    float[] weights = w.data;
    int out = w.out();
    int w0 = PackedWeights.FIRST + k * w.panel;
    int w1 = w0 + w.panel;
    int w2 = w1 + w.panel;
    int w3 = w2 + w.panel;
    float[] y = c.data();
    int y0 = c.row(r);
    int y1 = c.row(r + 1);
    for (int i = 0; i < out; i++) {
      float v0 = weights[w0 + i];
      float v1 = weights[w1 + i];
      float v2 = weights[w2 + i];
      float v3 = weights[w3 + i];
      y[y0 + i] = (((y[y0 + i] + x0 * v0) + x1 * v1) + x2 * v2) + x3 * v3;
      y[y1 + i] = (((y[y1 + i] + z0 * v0) + z1 * v1) + z2 * v2) + z3 * v3;
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
