// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Compositions over pairs of nodes. Nothing of size nodes³ is stored, and rows i do not depend on
 * each other, so that threads may share them out.
 */
public interface Compositions {
  /** Computes the rows {@code from ≤ i < to} of t. */
  void compose(Composition x, int from, int to);

  /**
   * Finds which k made each number of the rows {@code from ≤ i < to} of t, which must have been
   * computed from the same a and b; the first one of several.
   *
   * @param winners k by i, j and channel
   */
  void winners(Composition x, int from, int to, int[] winners);

  /** The maximum and the mean of each channel over some rows. */
  void pool(Pool x);

  /** Finds which row made each maximum of a pool; the first one of several. */
  void poolWinners(Pool x, int[] winners, int winnersAt);

  /**
   * Rows that are pooled.
   *
   * @param rows how many, at least 1
   * @param channels how many numbers a row has
   * @param array where rows and results stand
   * @param at where the first row begins
   * @param step from one row to the next
   * @param max where the maxima go
   * @param mean where the means go
   */
  @SuppressWarnings("ArrayRecordComponent") // a view, never compared
  record Pool(int rows, int channels, float[] array, int at, int step, int max, int mean) {}
}
