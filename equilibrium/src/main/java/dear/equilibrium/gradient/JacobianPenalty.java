// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.linear.ProbeLaw;

/**
 * A penalty weight · ‖J‖_F² / d on the Jacobian at a state of length d, which keeps equilibria easy
 * to find.
 *
 * @param weight factor of the penalty
 * @param every the penalty is applied every this many steps
 * @param probes random vectors per estimate
 * @param law of the probes
 * @param seed of the probes
 */
public record JacobianPenalty(double weight, int every, int probes, ProbeLaw law, long seed) {
  /** DEAR's penalty: 1e-4, at every step, one normal probe. */
  public static final JacobianPenalty DEFAULT =
      new JacobianPenalty(1e-4, 1, 1, ProbeLaw.GAUSSIAN, 0);

  /** Checks every value. */
  public JacobianPenalty {
    if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "JacobianPenalty.weight must be finite and at least 0, but is " + weight);
    }
    if (every < 1) {
      throw new IllegalArgumentException(
          "JacobianPenalty.every must be at least 1, but is " + every);
    }
    if (probes < 1) {
      throw new IllegalArgumentException(
          "JacobianPenalty.probes must be at least 1, but is " + probes);
    }
  }

  /** Whether the penalty is due at a step, counted from 0. */
  public boolean due(long step) {
    return weight > 0 && step % every == 0;
  }
}
