// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.EdgeRows;
import dear.tensor.kernel.Matrix;
import org.teavm.interop.Address;

/**
 * Sums of the greater elements on vectors, with the bits of the scalar kernels; all else is theirs.
 */
final class LaneEdgeRows implements EdgeRows {
  /** Rows of the left side at a time, few enough for the cache. */
  private static final int ROWS = 32;

  /** Rows of the right side that are compared at once. */
  private static final int GROUP = 16;

  private final EdgeRows scalar;
  private final Lanes left = new Lanes();
  private final Lanes right = new Lanes();
  private final Lanes weights = new Lanes();
  private final Lanes sums = new Lanes();

  LaneEdgeRows(EdgeRows scalar) {
    this.scalar = scalar;
  }

  @Override
  public void greaterDots(int lefts, int rights, Matrix a, Matrix b, Matrix w, Matrix y) {
    int cols = a.cols();
    int groups = (rights + GROUP - 1) / GROUP;
    int of = right.room(groups * GROUP * cols);
    for (int j = 0; j < groups * GROUP; j++) {
      int row = b.row(Math.min(j, rights - 1)); // the last row stands for those beyond it
      int to = of + 4 * (j / GROUP * GROUP * cols + j % GROUP);
      for (int c = 0; c < cols; c++) {
        Address.fromInt(to + 4 * GROUP * c).putFloat(b.data()[row + c]);
      }
    }
    int factors = weights.room(cols);
    Lanes.put(w.data(), w.at(), cols, factors);
    int width = groups * GROUP;
    int from = left.room(ROWS * cols);
    int to = sums.room(ROWS * width);
    for (int first = 0; first < lefts; first += ROWS) {
      int rows = Math.min(ROWS, lefts - first);
      for (int i = 0; i < rows; i++) {
        Lanes.put(a.data(), a.row(first + i), cols, from + 4 * i * cols);
      }
      Lanes.choose(from, rows, cols, of, groups, factors, to);
      for (int i = 0; i < rows; i++) {
        Lanes.get(to + 4 * i * width, y.data(), y.row(first + i), rights);
      }
    }
  }

  @Override
  public void chooseDots(int rows, Matrix a, Matrix x, Matrix b, Matrix z, Matrix w, Matrix y) {
    scalar.chooseDots(rows, a, x, b, z, w, y);
  }

  @Override
  public void scatterAdd(int rows, int[] index, int indexAt, Matrix x, Matrix y) {
    scalar.scatterAdd(rows, index, indexAt, x, y);
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
    scalar.gatherAffine(rows, base, index, indexAt, x, coefficients, vectors, y);
  }

  @Override
  public void raiseMax(int rows, Matrix x, int first, Matrix max, int[] arg, int argAt) {
    scalar.raiseMax(rows, x, first, max, arg, argAt);
  }
}
