// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/** Why a search ended. */
public enum StopReason {
  /** The residual fell under the tolerance, as often in a row as asked. */
  CONVERGED,
  /** All evaluations were used up. */
  BUDGET,
  /** The lowest residual has not improved for a while. */
  STALLED,
  /** The function gave a value that is not finite, even where no extrapolation was to blame. */
  NOT_FINITE
}
