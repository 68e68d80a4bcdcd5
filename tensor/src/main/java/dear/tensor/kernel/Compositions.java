// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Compositions over pairs of nodes. Nothing of size nodes³ is stored, and rows i do not depend on
 * each other, so that threads may divide them up.
 */
public interface Compositions {
  /** Computes the rows {@code from ≤ i < to} of t, with scratch memory of its own. */
  default void compose(Composition x, int from, int to) {
    compose(x, from, to, new float[scratch(x.nodes())]);
  }

  /**
   * Computes the rows {@code from ≤ i < to} of t.
   *
   * @param scratch at least {@link #scratch} numbers, which are overwritten
   */
  void compose(Composition x, int from, int to, float[] scratch);

  /** How many numbers a thread needs as scratch memory to compose pairs of this many nodes. */
  int scratch(int nodes);

  /**
   * Finds the k that gave each number of the rows {@code from ≤ i < to} of t, which must have been
   * computed from the same a and b; the first k wins a tie.
   *
   * @param winners k by i, j and channel
   */
  void winners(Composition x, int from, int to, int[] winners);

  /** The maximum and the mean of each channel over some rows. */
  void pool(Pool x);

  /** Finds the row that gave each maximum of a pool; the first row wins a tie. */
  void poolWinners(Pool x, int[] winners, int winnersAt);

  /**
   * The rows to pool.
   *
   * @param rows how many, at least 1
   * @param channels how many numbers a row has
   * @param array the array that holds rows and results
   * @param at where the first row begins
   * @param step from one row to the next
   * @param max where the maxima go
   * @param mean where the means go
   */
  @SuppressWarnings("ArrayRecordComponent") // a view, never compared
  record Pool(int rows, int channels, float[] array, int at, int step, int max, int mean) {}
}
