// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/** Why a search ended. */
public enum StopReason {
  /** The residual fell below the tolerance, as many times in a row as required. */
  CONVERGED,
  /** All evaluations were used up. */
  BUDGET,
  /** The lowest residual has not improved for a while. */
  STALLED,
  /** The function returned a non-finite value, and extrapolation was not the cause. */
  NOT_FINITE
}
