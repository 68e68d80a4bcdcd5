// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.StopReason;

/**
 * How a gradient was computed.
 *
 * @param residual of the transposed system, relative to its right-hand side; 0 if there is none to
 *     solve
 * @param evaluations products with Jᵀ
 * @param reason why the solver of that system stopped
 * @param warning empty, or why one step was used instead of the implicit gradient
 */
public record GradientReport(double residual, int evaluations, StopReason reason, String warning) {
  /** Nothing had to be solved. */
  static GradientReport direct(int evaluations) {
    return new GradientReport(0, evaluations, StopReason.CONVERGED, "");
  }

  /** Whether one step was used instead of the implicit gradient. */
  public boolean fellBack() {
    return !warning.isEmpty();
  }
}
