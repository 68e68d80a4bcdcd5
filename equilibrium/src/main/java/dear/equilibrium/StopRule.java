// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/**
 * When a search ends and how its residual is measured.
 *
 * @param measure how the residual of a point is measured
 * @param extent what it is measured over
 * @param tolerance a point whose residual is below it is a hit
 * @param hitsInARow the number of consecutive hits that end the search
 * @param goal whether hits end the search at all
 * @param budget the greatest number of evaluations
 * @param patience the search has stalled when the lowest residual has not fallen by {@link
 *     #LEAST_PROGRESS} within this many evaluations; 0 for never
 */
public record StopRule(
    Measure measure,
    Extent extent,
    double tolerance,
    int hitsInARow,
    Goal goal,
    int budget,
    int patience) {

  /** The residual of a point z with image f(z). */
  public enum Measure {
    /** ‖f(z) - z‖. */
    ABSOLUTE,
    /** ‖f(z) - z‖ / (‖f(z)‖ + 1e-9), torchdeq's definition. */
    RELATIVE
  }

  /** What the residual is measured over. */
  public enum Extent {
    /** One norm over the whole state. */
    STATE,
    /** The greatest residual of a row, rows as {@link FixedPointMap#rowWidth} says. */
    ROWS
  }

  /** Whether hits end the search. */
  public enum Goal {
    /** They do. */
    FIRST_HIT,
    /** They do not: the search uses its budget (or stalls), and the lowest residual wins. */
    LOWEST_RESIDUAL
  }

  /** A lowest residual that has fallen by less than a hundredth counts as no progress. */
  public static final double LEAST_PROGRESS = 0.01;

  /** Guards the relative residual against a zero image. */
  static final double RELATIVE_FLOOR = 1e-9;

  /** torchdeq's own stall test looks back over thirty evaluations. */
  private static final int DEFAULT_PATIENCE = 30;

  /** Checks every value. */
  public StopRule {
    Check.inside(
        tolerance > 0 && tolerance < Double.POSITIVE_INFINITY,
        "StopRule.tolerance",
        "finite and greater than 0",
        tolerance);
    Check.inside(budget >= 1, "StopRule.budget", "at least 1", budget);
    Check.inside(
        hitsInARow >= 1 && hitsInARow <= budget,
        "StopRule.hitsInARow",
        "at least 1 and at most the budget of " + budget,
        hitsInARow);
    Check.inside(patience >= 0, "StopRule.patience", "at least 0", patience);
  }

  /**
   * Stops at the first point whose relative residual over the whole state is below the tolerance.
   */
  public static StopRule relative(double tolerance, int budget) {
    return new StopRule(
        Measure.RELATIVE, Extent.STATE, tolerance, 1, Goal.FIRST_HIT, budget, DEFAULT_PATIENCE);
  }

  /**
   * Stops at the first point whose absolute residual over the whole state is below the tolerance.
   */
  public static StopRule absolute(double tolerance, int budget) {
    return relative(tolerance, budget).withMeasure(Measure.ABSOLUTE);
  }

  /** This rule with another measure. */
  public StopRule withMeasure(Measure value) {
    return new StopRule(value, extent, tolerance, hitsInARow, goal, budget, patience);
  }

  /** This rule with another extent. */
  public StopRule withExtent(Extent value) {
    return new StopRule(measure, value, tolerance, hitsInARow, goal, budget, patience);
  }

  /** This rule with another tolerance. */
  public StopRule withTolerance(double value) {
    return new StopRule(measure, extent, value, hitsInARow, goal, budget, patience);
  }

  /** This rule with another number of hits in a row. */
  public StopRule withHitsInARow(int value) {
    return new StopRule(measure, extent, tolerance, value, goal, budget, patience);
  }

  /** This rule with another goal. */
  public StopRule withGoal(Goal value) {
    return new StopRule(measure, extent, tolerance, hitsInARow, value, budget, patience);
  }

  /** This rule with another budget. */
  public StopRule withBudget(int value) {
    return new StopRule(measure, extent, tolerance, hitsInARow, goal, value, patience);
  }

  /** This rule with another patience. */
  public StopRule withPatience(int value) {
    return new StopRule(measure, extent, tolerance, hitsInARow, goal, budget, value);
  }
}
