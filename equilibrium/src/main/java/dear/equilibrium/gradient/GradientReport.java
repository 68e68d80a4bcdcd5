// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.StopReason;

/**
 * How a gradient was computed.
 *
 * @param residual of the transposed system, relative to its right-hand side; 0 if there is none to
 *     solve
 * @param evaluations products with Jᵀ
 * @param reason why the solver of that system stopped, or that of the equilibrium if it found none
 * @param fallback whether one step was used instead of the implicit gradient, and for what reason
 * @param warning the same in words; empty if the gradient is the one that was asked for
 */
public record GradientReport(
    double residual, int evaluations, StopReason reason, Fallback fallback, String warning) {
  /** Why one step was used instead of the implicit gradient. */
  public enum Fallback {
    /** It was not. */
    NONE,
    /** The search for the equilibrium had not converged. */
    NO_EQUILIBRIUM,
    /** The transposed system was not solved. */
    NOT_SOLVED
  }

  /** Nothing had to be solved. */
  static GradientReport direct(int evaluations) {
    return new GradientReport(0, evaluations, StopReason.CONVERGED, Fallback.NONE, "");
  }

  /** Whether one step was used instead of the implicit gradient. */
  public boolean fellBack() {
    return fallback != Fallback.NONE;
  }
}
