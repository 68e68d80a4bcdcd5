// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Operations of edges on the rows of nodes: gathering them by index, adding to them, and finding
 * their maximum or the sum of the greater elements.
 */
public interface EdgeRows {
  /** {@code y[index[indexAt + r]] += x[r]} for each row r in order: the transpose of a gather. */
  void scatterAdd(int rows, int[] index, int indexAt, Matrix x, Matrix y);

  /**
   * {@code y[r] = base + x[index[indexAt + r]] + Σ_k coefficients[r][k]·vectors[k]}: the input rows
   * of a run of edges of one receiver.
   *
   * @param coefficients a row of numbers for each row of {@code y}, possibly without columns
   * @param vectors a row for each column of the coefficients
   */
  void gatherAffine(
      int rows,
      Matrix base,
      int[] index,
      int indexAt,
      Matrix x,
      Matrix coefficients,
      Matrix vectors,
      Matrix y);

  /**
   * Raises a running maximum by rows: for each row r and column c, if {@code x[r][c] > max[c]} (or
   * is NaN), {@code max[c] = x[r][c]} and {@code arg[argAt + c] = first + r}. Equal values leave
   * the earlier row in place. Start from negative infinity.
   */
  void raiseMax(int rows, Matrix x, int first, Matrix max, int[] arg, int argAt);

  /**
   * {@code y_r = Σ w∘(a >= b_r ? x : z_r)}: {@link Elements#choose} and the sum, for one row a with
   * its x and each row of b with its z.
   */
  void chooseDots(int rows, Matrix a, Matrix x, Matrix b, Matrix z, Matrix w, Matrix y);

  /**
   * {@code y_ij = Σ w∘max(a_i, b_j)}: {@link #chooseDots} of each row of a as its own x, and b as
   * its own z. May move the views a and y.
   */
  default void greaterDots(int lefts, int rights, Matrix a, Matrix b, Matrix w, Matrix y) {
    for (int i = 0; i < lefts; i++) {
      chooseDots(rights, a, a, b, b, w, y);
      a.rowsOf(a, 1);
      y.rowsOf(y, 1);
    }
  }
}
