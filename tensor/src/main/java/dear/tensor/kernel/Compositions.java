// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Compositions over pairs of nodes, and their derivatives. Nothing of size nodes³ is stored, and
 * rows i (columns j on the way back to b) do not depend on each other, so that threads may divide
 * them up without changing a bit.
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

  /**
   * The derivative along a and b: t[i,j] = a[i,k] + b[k,j] for the rows {@code from ≤ i < to}, with
   * the k that won. The operands of this pass and the next two are derivatives, laid out as the
   * values are.
   */
  void tangent(Composition x, int[] winners, int from, int to);

  /**
   * Adds the gradient of t to that of a, whose rows {@code from ≤ i < to} are a thread's own:
   * a[i,k] += t[i,j] with the k that won, in the order of j.
   */
  void backToA(Composition x, int[] winners, int from, int to);

  /**
   * Adds the gradient of t to that of b, whose columns {@code from ≤ j < to} are a thread's own:
   * b[k,j] += t[i,j] with the k that won, in the order of i.
   */
  void backToB(Composition x, int[] winners, int from, int to);

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
