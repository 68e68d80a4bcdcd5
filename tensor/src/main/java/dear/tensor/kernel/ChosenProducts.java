// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Products with a few of the rows w_r of a matrix, given by lists: elements of other rows are never
 * read. Row i of a matrix has the list i; o is the list's owner.
 */
public interface ChosenProducts {
  /** {@code y_i = Σ x[o][r] · w_r} over the chosen rows r. */
  void combine(RowLists lists, Matrix x, Matrix w, Matrix y);

  /** {@code y[o][r] = x_i·w_r} for the chosen rows r; other elements stay as they are. */
  void dot(RowLists lists, Matrix x, Matrix w, Matrix y);

  /** {@code w_r += g[o][r] · x_i} for the chosen rows r. */
  void add(RowLists lists, Matrix g, Matrix x, Matrix w);

  /** {@code w_r += g[o][r] · x_i + h[o][r] · z_i} for the chosen rows r. */
  void addTwo(RowLists lists, Matrix g, Matrix x, Matrix h, Matrix z, Matrix w);
}
