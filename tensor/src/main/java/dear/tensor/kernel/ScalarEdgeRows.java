// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Rows of nodes, one edge after the other. */
final class ScalarEdgeRows implements EdgeRows {
  private static final int DOTS = 4;

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
    for (int r = 0; r < rows; r += DOTS) {
      chooseDots(r, rows - 1, a, x, b, z, w, y);
    }
  }

  /** The sums of four rows do not wait for each other; the last row stands for those beyond it. */
  private static void chooseDots(
      int r, int last, Matrix a, Matrix x, Matrix b, Matrix z, Matrix w, Matrix y) {
    float[] ofA = a.data();
    float[] ofX = x.data();
    float[] ofB = b.data();
    float[] ofZ = z.data();
    float[] ofW = w.data();
    int aAt = a.at();
    int xAt = x.at();
    int wAt = w.at();
    int r1 = Math.min(r + 1, last);
    int r2 = Math.min(r + 2, last);
    int r3 = Math.min(r + 3, last);
    int b0 = b.row(r);
    int b1 = b.row(r1);
    int b2 = b.row(r2);
    int b3 = b.row(r3);
    int z0 = z.row(r);
    int z1 = z.row(r1);
    int z2 = z.row(r2);
    int z3 = z.row(r3);
    float sum0 = 0;
    float sum1 = 0;
    float sum2 = 0;
    float sum3 = 0;
    int cols = a.cols();
    for (int c = 0; c < cols; c++) {
      float value = ofA[aAt + c];
      float own = ofX[xAt + c];
      float factor = ofW[wAt + c];
      sum0 = Math.fma(factor, value >= ofB[b0 + c] ? own : ofZ[z0 + c], sum0);
      sum1 = Math.fma(factor, value >= ofB[b1 + c] ? own : ofZ[z1 + c], sum1);
      sum2 = Math.fma(factor, value >= ofB[b2 + c] ? own : ofZ[z2 + c], sum2);
      sum3 = Math.fma(factor, value >= ofB[b3 + c] ? own : ofZ[z3 + c], sum3);
    }
    float[] to = y.data();
    int yAt = y.at();
    to[yAt + r] = sum0;
    to[yAt + r1] = sum1;
    to[yAt + r2] = sum2;
    to[yAt + r3] = sum3;
  }
}
