// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.Vectors;

/**
 * Monitors one search: measures every evaluation, keeps the best finite one in the solution, and
 * decides when the search ends. All methods share it, so that residuals and stop reasons mean the
 * same for each.
 */
final class Progress {
  private final StopRule rule;
  private final ResidualMeter meter;
  private final int unmeasured; // evaluations at the beginning that any later finite one replaces
  private Solution solution;
  private int length;
  private int hits;
  private double landmark; // the residual that a later one must clearly beat
  private int landmarkEvaluation;
  private boolean over;
  private float[] next = {};

  Progress(StopRule rule, int unmeasured) {
    this.rule = rule;
    this.meter = new ResidualMeter(rule);
    this.unmeasured = unmeasured;
    this.solution = new Solution();
  }

  void begin(FixedPointMap map, float[] start, int startOffset, Solution into) {
    length = map.dimension();
    int rowWidth = map.rowWidth();
    if (length < 1 || rowWidth < 1 || length % rowWidth != 0) {
      throw new IllegalArgumentException(
          "a state of "
              + length
              + " elements in rows of "
              + rowWidth
              + ": dimension() must be at least 1 and rowWidth() a divisor of it");
    }
    if (startOffset < 0 || start.length - startOffset < length) {
      throw new IllegalArgumentException(
          "the start has "
              + (start.length - startOffset)
              + " elements from offset "
              + startOffset
              + " on, but the state has "
              + length);
    }
    int bad = Vectors.firstNotFinite(start, startOffset, length);
    if (bad >= 0) {
      throw new IllegalArgumentException(
          "the start is not finite: element " + bad + " is " + start[startOffset + bad]);
    }
    solution = into;
    solution.begin(length, rule.budget(), start, startOffset);
    hits = 0;
    landmark = Double.POSITIVE_INFINITY;
    landmarkEvaluation = 0;
    over = false;
  }

  /**
   * Records an evaluation.
   *
   * @param extrapolated whether the point was extrapolated, so that a non-finite value may be the
   *     method's fault and the search may continue from elsewhere
   * @return its residual, infinite if not all values are finite
   */
  double observe(
      FixedPointMap map, float[] x, int xOffset, float[] fx, int fxOffset, boolean extrapolated) {
    double residual = meter.measure(map, x, xOffset, fx, fxOffset);
    solution.note(residual);
    if (improves(residual)) {
      solution.improve(residual, x, xOffset, fx, fxOffset);
    }
    judge(residual, extrapolated);
    return residual;
  }

  /**
   * Records an evaluation that was not extrapolated and whose vectors are arrays of the solution:
   * if it is the best one, they become its point and image where they are.
   *
   * @return whether it is
   */
  boolean observeInPlace(FixedPointMap map, int x, int fx) {
    double residual = meter.measure(map, solution.array(x), 0, solution.array(fx), 0);
    solution.note(residual);
    boolean improves = improves(residual);
    if (improves) {
      solution.improveInPlace(residual, x, fx);
    }
    judge(residual, false);
    return improves;
  }

  private boolean improves(double residual) {
    return residual < Double.POSITIVE_INFINITY
        && (residual < solution.residual() || solution.bestEvaluation() <= unmeasured);
  }

  /** Decides whether the search is over after an evaluation. */
  private void judge(double residual, boolean extrapolated) {
    int evaluations = solution.evaluations();
    boolean finite = residual < Double.POSITIVE_INFINITY;
    if (finite && evaluations <= unmeasured) {
      return;
    }
    if (residual < landmark * (1 - StopRule.LEAST_PROGRESS)) {
      landmark = residual;
      landmarkEvaluation = evaluations;
    }
    hits = residual < rule.tolerance() ? hits + 1 : 0;

    boolean spent = evaluations >= rule.budget();
    if (!finite && (spent || !extrapolated)) {
      end(StopReason.NOT_FINITE);
    } else if (rule.goal() == StopRule.Goal.FIRST_HIT && hits >= rule.hitsInARow()) {
      end(StopReason.CONVERGED);
    } else if (spent) {
      endWithout(StopReason.BUDGET);
    } else if (rule.patience() > 0 && evaluations - landmarkEvaluation >= rule.patience()) {
      endWithout(StopReason.STALLED);
    }
  }

  /** Moves a solution one application further. */
  void advance(FixedPointMap map, Solution found) {
    if (next.length < length) {
      next = new float[length];
    }
    map.apply(found.image(), 0, next, 0);
    double residual = meter.measure(map, found.image(), 0, next, 0);
    found.note(residual);
    if (residual < Double.POSITIVE_INFINITY) {
      found.improve(residual, found.image(), 0, next, 0);
    }
  }

  /** The solution of the current search. */
  Solution solution() {
    return solution;
  }

  boolean over() {
    return over;
  }

  /**
   * Ends a search that was not ended by hits; one for the lowest residual may still have reached
   * its goal.
   */
  private void endWithout(StopReason reason) {
    boolean reached =
        rule.goal() == StopRule.Goal.LOWEST_RESIDUAL && solution.residual() < rule.tolerance();
    end(reached ? StopReason.CONVERGED : reason);
  }

  private void end(StopReason reason) {
    solution.end(reason);
    over = true;
  }
}
