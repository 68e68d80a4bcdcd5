// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/**
 * A function f from float vectors to float vectors of the same length, whose equilibrium f(z) = z
 * is sought.
 *
 * <p>Vectors are ranges of larger arrays, so that a solver can keep its whole history in one array.
 * An evaluation reads {@code z} and writes {@code out}, and touches nothing else in either array;
 * the two ranges do not overlap. Non-finite values are allowed; the solver handles them.
 */
public interface FixedPointMap {
  /** The length of the vectors, at least 1. */
  int dimension();

  /**
   * How many consecutive elements belong together, for residuals by row (for example the features
   * of one node); must divide the dimension.
   */
  default int rowWidth() {
    return dimension();
  }

  /** Writes f(z) to {@code out}. */
  void apply(float[] z, int zOffset, float[] out, int outOffset);
}
