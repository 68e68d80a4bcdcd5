// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/**
 * What a solver does and when it stops.
 *
 * @param method how the next point is chosen
 * @param stop when the search ends
 */
public record SolverOptions(Method method, StopRule stop) {
  /** DEAR's training: Anderson to a relative residual of 0.1 within 40 evaluations. */
  public static final SolverOptions DEFAULT =
      new SolverOptions(Method.Anderson.DEFAULT, StopRule.relative(0.1, 40));

  /** Checks that the budget is enough for the method. */
  public SolverOptions {
    Check.inside(
        stop.budget() >= method.leastBudget(),
        "StopRule.budget",
        "at least " + method.leastBudget() + " for " + method,
        stop.budget());
  }
}
