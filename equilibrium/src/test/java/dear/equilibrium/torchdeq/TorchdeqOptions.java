// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import dear.equilibrium.StopRule.Measure;
import java.util.List;

/**
 * One call of a torchdeq solver.
 *
 * @param method the solver
 * @param stopMode the residual that is compared with the tolerance
 * @param tol the tolerance, for the whole batch at once
 * @param maxIter torchdeq's count: f calls for Anderson and plain iteration, one less for Broyden
 * @param returnFinal no early stop, the last state instead of the best
 * @param indexing counts of f calls at which the best state so far is recorded
 * @param precision the arithmetic to imitate
 */
public record TorchdeqOptions(
    TorchdeqMethod method,
    Measure stopMode,
    double tol,
    int maxIter,
    boolean returnFinal,
    List<Integer> indexing,
    Precision precision) {
  /** Rejects what torchdeq itself would fail on, and copies. */
  public TorchdeqOptions {
    indexing = List.copyOf(indexing);
    if (!(tol > 0)) {
      throw new IllegalArgumentException("tol must be greater than 0, but is " + tol);
    }
    if (maxIter < 1) {
      throw new IllegalArgumentException("maxIter must be at least 1, but is " + maxIter);
    }
  }

  /** A call with torchdeq's defaults for everything but the essentials. */
  public static TorchdeqOptions of(
      TorchdeqMethod method, Measure stopMode, double tol, int maxIter, Precision precision) {
    return new TorchdeqOptions(method, stopMode, tol, maxIter, false, List.of(), precision);
  }
}
