// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class StopRuleTest {
  /** z ↦ z/2 on four numbers in rows of two. */
  private static final FixedPointMap HALF =
      new FixedPointMap() {
        @Override
        public int dimension() {
          return 4;
        }

        @Override
        public int rowWidth() {
          return 2;
        }

        @Override
        public void apply(float[] z, int zOffset, float[] out, int outOffset) {
          for (int i = 0; i < 4; i++) {
            out[outOffset + i] = z[zOffset + i] / 2;
          }
        }
      };

  private static final float[] START = {3, 4, 0, 1};

  private static Solution solve(StopRule rule) {
    return new EquilibriumSolver(new SolverOptions(Method.Plain.DEFAULT, rule)).solve(HALF, START);
  }

  @Test
  void measures() {
    double whole = Math.sqrt(26);
    StopRule absolute = StopRule.absolute(1e-3, 5);
    assertThat(solve(absolute).residualAt(1)).isCloseTo(whole / 2, within(1e-12));
    assertThat(solve(absolute).residualAt(2)).isCloseTo(whole / 4, within(1e-12));
    assertThat(solve(absolute.withExtent(StopRule.Extent.ROWS)).residualAt(1)).isEqualTo(2.5);
    assertThat(solve(StopRule.relative(1e-3, 5)).residualAt(1)).isCloseTo(1, within(1e-8));
    assertThat(solve(StopRule.relative(1e-3, 5).withExtent(StopRule.Extent.ROWS)).residualAt(1))
        .isCloseTo(1, within(1e-8));
  }

  @Test
  void firstHitEndsTheSearchAtTheFirstEvaluationIfItMay() {
    Solution solution = solve(StopRule.absolute(100, 5));
    assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(solution.evaluations()).isEqualTo(1);
    assertThat(solution.z()).isEqualTo(START);
    assertThat(solution.image()).containsExactly(1.5f, 2, 0, 0.5f);
  }

  @Test
  void severalHitsInARow() {
    StopRule rule = StopRule.absolute(1, 20);
    int first = solve(rule).evaluations();
    Solution third = solve(rule.withHitsInARow(3));
    assertThat(third.reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(third.evaluations()).isEqualTo(first + 2);
    assertThat(third.bestEvaluation()).isEqualTo(first + 2);
  }

  @Test
  void lowestResidualSpendsTheBudget() {
    Solution solution = solve(StopRule.absolute(1, 20).withGoal(StopRule.Goal.LOWEST_RESIDUAL));
    assertThat(solution.evaluations()).isEqualTo(20);
    assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
    Solution short_ = solve(StopRule.absolute(1e-9, 3).withGoal(StopRule.Goal.LOWEST_RESIDUAL));
    assertThat(short_.reason()).isEqualTo(StopReason.BUDGET);
    assertThat(short_.residualTrace()).hasSize(3).isSortedAccordingTo((a, b) -> -a.compareTo(b));
  }

  /** One number that moves by the next of the given steps at every evaluation. */
  private static FixedPointMap moving(float... steps) {
    return new FixedPointMap() {
      private int evaluations;

      @Override
      public int dimension() {
        return 1;
      }

      @Override
      public void apply(float[] z, int zOffset, float[] out, int outOffset) {
        out[outOffset] = z[zOffset] + steps[evaluations++];
      }
    };
  }

  @Test
  void aMissBreaksTheRow() {
    StopRule rule = StopRule.absolute(1, 5).withHitsInARow(2);
    Solution solution =
        new EquilibriumSolver(new SolverOptions(Method.Plain.DEFAULT, rule))
            .solve(moving(0.5f, 4, 0.25f, 0.5f, 8), new float[1]);
    assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(solution.residualTrace()).containsExactly(0.5, 4, 0.25, 0.5);
    assertThat(solution.bestEvaluation()).isEqualTo(3);
  }

  @Test
  void slowProgressIsAStall() {
    EquilibriumSolver solver =
        new EquilibriumSolver(
            new SolverOptions(Method.Plain.DEFAULT, StopRule.absolute(1e-9, 100)));
    Solution creeping = solver.solve(new TanhMap(1, new float[] {0.9999f}, new float[1]), SMALL);
    assertThat(creeping.reason()).isEqualTo(StopReason.STALLED);
    assertThat(creeping.evaluations()).isEqualTo(31);
    Solution walking = solver.solve(new TanhMap(1, new float[] {0.99f}, new float[1]), SMALL);
    assertThat(walking.reason()).isEqualTo(StopReason.BUDGET);
  }

  private static final float[] SMALL = {1e-3f};

  @Test
  void impossibleOptionsAreNamed() {
    refused(() -> StopRule.absolute(0, 5), "StopRule.tolerance", "0.0");
    refused(() -> StopRule.absolute(Double.NaN, 5), "StopRule.tolerance", "NaN");
    refused(() -> StopRule.absolute(-1, 5), "StopRule.tolerance", "-1.0");
    refused(() -> StopRule.absolute(1, 0), "StopRule.budget", "0");
    refused(() -> StopRule.absolute(1, 5).withHitsInARow(6), "StopRule.hitsInARow", "6");
    refused(() -> StopRule.absolute(1, 5).withPatience(-1), "StopRule.patience", "-1");
    refused(() -> Method.Anderson.DEFAULT.withWindow(0), "Anderson.window", "0");
    refused(() -> new Method.Anderson(6, Double.NaN, 1, 10), "Anderson.regularisation", "NaN");
    refused(() -> new Method.Anderson(6, 0, 0, 10), "Anderson.mixing", "0.0");
    refused(() -> new Method.Anderson(6, 0, 1, 1), "Anderson.growthLimit", "1.0");
    refused(() -> new Method.Broyden(0, 10), "Broyden.memory", "0");
    refused(() -> new Method.Plain(1.5), "Plain.damping", "1.5");
    refused(
        () -> new SolverOptions(Method.Anderson.DEFAULT, StopRule.absolute(1, 2)),
        "StopRule.budget",
        "at least 3 for Anderson");
    refused(
        () -> new SolverOptions(Method.Broyden.DEFAULT, StopRule.absolute(1, 1)),
        "StopRule.budget",
        "at least 2 for Broyden");
  }

  @Test
  void badStartsAreRefused() {
    EquilibriumSolver solver = new EquilibriumSolver(SolverOptions.DEFAULT);
    refused(() -> solver.solve(HALF, new float[3]), "the start has 3 elements", "has 4");
    refused(
        () -> solver.solve(HALF, new float[] {0, 0, Float.NaN, 0}), "element 2 is NaN", "start");
    refused(() -> solver.resume(HALF, new Solution()), "has 0 elements", "has 4");
  }

  private static void refused(Runnable action, String... words) {
    assertThatThrownBy(action::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }
}
