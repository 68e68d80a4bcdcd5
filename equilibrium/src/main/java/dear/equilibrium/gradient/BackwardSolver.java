// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

/** How the transposed system of the implicit gradient is solved. */
public enum BackwardSolver {
  /** Generalised minimal residuals: fewest products for a linear system. */
  GMRES,
  /** The forward Anderson mixing, on y ← Jᵀy + g. */
  ANDERSON,
  /** The forward Broyden method, on y ← Jᵀy + g. */
  BROYDEN
}
