// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.Solution;
import dear.equilibrium.StopReason;

/**
 * How a state was reached.
 *
 * @param evaluations the number of processor steps
 * @param residual the residual of the decoded state's predecessor, as the stop rule measures it;
 *     relative for a rollout
 * @param reason why the run ended; a rollout always uses up its budget
 */
public record Run(int evaluations, double residual, StopReason reason) {
  /** Guards the relative residual of a rollout against a zero state, as torchdeq does. */
  private static final double FLOOR = 1e-9;

  /** Returns the run of a search. */
  public static Run of(Solution solution) {
    return new Run(solution.evaluations(), solution.residual(), solution.reason());
  }

  /**
   * Returns the run of a rollout.
   *
   * @param state the state after the last step
   * @param previous holds the state before the last step, starting at {@code at}
   */
  public static Run ofRollout(int steps, float[] state, float[] previous, int at, int dimension) {
    double change = 0;
    double norm = 0;
    for (int i = 0; i < dimension; i++) {
      double difference = state[i] - previous[at + i];
      change += difference * difference;
      norm += (double) state[i] * state[i];
    }
    return new Run(steps, Math.sqrt(change) / (Math.sqrt(norm) + FLOOR), StopReason.BUDGET);
  }
}
