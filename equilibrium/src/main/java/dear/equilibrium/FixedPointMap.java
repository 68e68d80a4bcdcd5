// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import java.util.function.IntConsumer;

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

  /**
   * Runs a task once for every number below {@code parts}, in any order, and returns when all are
   * done. Solvers divide long passes over a state in this way, so that a function whose evaluations
   * are the work of several threads can employ them between evaluations, too; a task writes only to
   * what belongs to its number. By default one runs after the other.
   */
  default void forEachPart(int parts, IntConsumer task) {
    for (int part = 0; part < parts; part++) {
      task.accept(part);
    }
  }
}
