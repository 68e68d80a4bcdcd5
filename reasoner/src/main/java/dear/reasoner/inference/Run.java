package dear.reasoner.inference;

import dear.equilibrium.Solution;
import dear.equilibrium.StopReason;

/**
 * How a state was reached.
 *
 * @param evaluations how often the processor's step was computed
 * @param residual of the decoded state's predecessor, as the stop rule measures it; relative for a
 *     rollout
 * @param reason why it ended; a rollout always spends its budget
 */
public record Run(int evaluations, double residual, StopReason reason) {
  static Run of(Solution solution) {
    return new Run(solution.evaluations(), solution.residual(), solution.reason());
  }
}
