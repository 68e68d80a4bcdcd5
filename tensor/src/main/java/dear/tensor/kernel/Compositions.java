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
}
