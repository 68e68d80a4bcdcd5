// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Method;
import dear.equilibrium.RandomContraction;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.equilibrium.TanhMap;
import dear.equilibrium.linear.ProbeLaw;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GradientPropertyTest {
  private static final int LARGE = 1000;

  private static final double NORM = 0.8;

  private static EquilibriumSolver solver(double tolerance, int budget) {
    return new EquilibriumSolver(
        new SolverOptions(Method.Anderson.DEFAULT, StopRule.absolute(tolerance, budget)));
  }

  private static double[] inputGradient(TanhMap map, GradientMethod method, float[] c) {
    int d = map.dimension();
    map.clearGradients();
    EquilibriumGradient gradient = new EquilibriumGradient(method);
    float[] z = new float[d];
    if (!(method instanceof GradientMethod.Unrolled)) {
      Solution solution = solver(1e-6, 300).solve(map, z);
      assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
      z = solution.z();
    }
    gradient.forward(map, z, 0, new float[d], 0);
    assertThat(gradient.backward(c, 0).warning()).isEmpty();
    return map.inputGradient.clone();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void implicitIsUnrolledIsFiniteDifferences(long seed) {
    int d = (int) (3 + 5 * seed);
    TanhMap map = RandomContraction.of(d, NORM, seed);
    float[] c = RandomContraction.start(d, 100 + seed);
    double[] unrolled = inputGradient(map, new GradientMethod.Unrolled(120), c);
    for (BackwardSolver backward : BackwardSolver.values()) {
      double[] implicit =
          inputGradient(map, new GradientMethod.Implicit(backward, 10, 1e-6, 200), c);
      // The residual of the system, times the norm of (I - J)⁻¹; the rounding of z* is smaller.
      assertThat(implicit).as("%s", backward).containsExactly(unrolled, within(1e-4));
    }
    double[] damped = inputGradient(map, new GradientMethod.DampedSteps(120, 0.9), c);
    assertThat(damped).containsExactly(unrolled, within(1e-4));
    for (int i = 0; i < d; i++) {
      double h = 1e-2; // the central difference is wrong by h² times a third derivative
      double slope = (loss(d, seed, i, h, c) - loss(d, seed, i, -h, c)) / (2 * h);
      assertThat(unrolled[i]).isCloseTo(slope, within(1e-3));
    }
  }

  /** cᵀz* with one input moved. */
  private static double loss(int d, long seed, int moved, double by, float[] c) {
    TanhMap map = RandomContraction.of(d, NORM, seed).withInput(moved, by);
    Solution solution = solver(1e-6, 300).solve(map, new float[d]);
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += (double) c[i] * solution.image()[i];
    }
    return sum;
  }

  @Test
  void oneStepIsOneTermOfTheSeries() {
    TanhMap map = RandomContraction.of(12, NORM, 9);
    float[] c = RandomContraction.start(12, 9);
    double[] one = inputGradient(map, new GradientMethod.OneStep(), c);
    assertThat(inputGradient(map, new GradientMethod.DampedSteps(1, 1), c)).isEqualTo(one);
  }

  @ParameterizedTest
  @EnumSource(BackwardSolver.class)
  void anUnsolvedSystemFallsBackToOneStepAndSaysSo(BackwardSolver backward) {
    TanhMap map = RandomContraction.of(40, 0.99, 4);
    float[] c = RandomContraction.start(40, 4);
    double[] one = inputGradient(map, new GradientMethod.OneStep(), c);
    map.clearGradients();
    EquilibriumGradient gradient =
        new EquilibriumGradient(new GradientMethod.Implicit(backward, 5, 1e-7, 4));
    Solution solution = solver(1e-5, 300).solve(map, new float[40]);
    gradient.forward(map, solver(1e-6, 300).solve(map, new float[40]), new float[40], 0);
    GradientReport report = gradient.backward(c, 0);
    assertThat(report.fellBack()).isTrue();
    assertThat(report.fallback()).isEqualTo(GradientReport.Fallback.NOT_SOLVED);
    assertThat(report.warning()).contains("one step instead", "BUDGET");
    assertThat(report.evaluations()).isLessThanOrEqualTo(4);
    assertThat(report.residual()).isGreaterThan(1e-7);
    assertThat(map.inputGradient).isEqualTo(one);

    Solution unfinished = solver(1e-5, 3).solve(map, new float[40]);
    assertThat(unfinished.reason()).isEqualTo(StopReason.BUDGET);
    gradient.forward(map, unfinished, new float[40], 0);
    GradientReport without = gradient.backward(c, 0);
    assertThat(without.warning()).contains("equilibrium was not found", "BUDGET");
    assertThat(without.fallback()).isEqualTo(GradientReport.Fallback.NO_EQUILIBRIUM);

    gradient.forward(map, solution, new float[40], 0);
    c[3] = Float.NaN;
    GradientReport notFinite = gradient.backward(c, 0);
    assertThat(notFinite.reason()).isEqualTo(StopReason.NOT_FINITE);
    assertThat(notFinite.fallback()).isEqualTo(GradientReport.Fallback.NOT_SOLVED);
  }

  @ParameterizedTest
  @EnumSource(BackwardSolver.class)
  void tinyGradientsAreAsExactAsLargeOnes(BackwardSolver backward) {
    TanhMap map = RandomContraction.of(20, NORM, 7);
    float[] c = RandomContraction.start(20, 7);
    GradientMethod method = new GradientMethod.Implicit(backward, 10, 1e-5, 100);
    double[] large = inputGradient(map, method, c);
    float[] tiny = c.clone();
    for (int i = 0; i < tiny.length; i++) {
      tiny[i] *= 0x1p-40f;
    }
    double[] small = inputGradient(map, method, tiny);
    for (int i = 0; i < small.length; i++) {
      assertThat(small[i] * 0x1p40).isCloseTo(large[i], within(1e-6 * Math.abs(large[i])));
    }
  }

  @Test
  void backwardNeedsForward() {
    EquilibriumGradient gradient = new EquilibriumGradient(new GradientMethod.OneStep());
    assertThatThrownBy(() -> gradient.backward(new float[1], 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("forward first");
  }

  @Test
  void memoryGrowsWithEvaluationsOnlyWhenUnrolled() {
    GradientMethod[] constant = {
      new GradientMethod.OneStep(),
      new GradientMethod.DampedSteps(5, 0.5),
      GradientMethod.Implicit.DEFAULT,
      new GradientMethod.Implicit(BackwardSolver.ANDERSON, 6, 1e-4, 60),
      new GradientMethod.Implicit(BackwardSolver.BROYDEN, 20, 1e-4, 60)
    };
    int few = 10;
    int many = 30; // after 35, Anderson has the equilibrium to the last bit
    for (GradientMethod method : constant) {
      for (Method search : List.of(Method.Plain.DEFAULT, Method.Anderson.DEFAULT)) {
        allocated(method, search, few); // once, for classes that load late
        assertThat(allocated(method, search, many) - allocated(method, search, few))
            .as("%s after %s: only a number for each residual", method, search)
            .isLessThan((long) LARGE * Float.BYTES);
      }
    }
    GradientMethod all = new GradientMethod.Unrolled(many);
    allocated(new GradientMethod.Unrolled(few), Method.Plain.DEFAULT, few);
    assertThat(
            allocated(all, Method.Plain.DEFAULT, few)
                - allocated(new GradientMethod.Unrolled(few), Method.Plain.DEFAULT, few))
        .isEqualTo((many - few) * (long) LARGE * Float.BYTES);
  }

  /** Bytes of a search of so many evaluations and of the gradient at its end. */
  private static long allocated(GradientMethod method, Method search, int evaluations) {
    ScaledIdentity map = new ScaledIdentity(LARGE);
    StopRule rule = StopRule.absolute(1e-30, evaluations).withPatience(0);
    float[] out = new float[LARGE];
    float[] start = new float[LARGE];
    Arrays.fill(start, 1);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      Solution solution = new EquilibriumSolver(new SolverOptions(search, rule)).solve(map, start);
      EquilibriumGradient gradient = new EquilibriumGradient(method);
      gradient.forward(map, solution.z(), 0, out, 0);
      gradient.backward(start, 0);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      assertThat(solution.evaluations()).isEqualTo(evaluations);
    }
    return least;
  }

  @Test
  void penaltyIsAnUnbiasedEstimateWithTheExactGradient() {
    int d = 8;
    TanhMap map = RandomContraction.of(d, NORM, 2);
    float[] z = RandomContraction.start(d, 2);
    double exact = 0;
    map.linearize(z, 0, new float[d], 0);
    for (int i = 0; i < d; i++) {
      float[] unit = new float[d];
      unit[i] = 1;
      float[] row = new float[d];
      map.multiplyTransposed(unit, 0, row, 0);
      for (float entry : row) {
        exact += (double) entry * entry / d;
      }
    }
    for (ProbeLaw law : ProbeLaw.values()) {
      JacobianEstimate estimate = new JacobianEstimate(new JacobianPenalty(1, 1, 4, law, 5));
      double mean = 0;
      for (int step = 0; step < 2000; step++) {
        mean += estimate.add(map, z, 0, step, 0, new float[d], 0) / 2000;
      }
      // 8,000 probes: a standard deviation of at most sqrt(2/8000) = 1.6 %.
      assertThat(mean).as("%s", law).isCloseTo(exact, within(0.06 * exact));

      float[] gradient = new float[d];
      estimate.add(map, z, 0, 3, 1, gradient, 0);
      for (int i = 0; i < d; i++) {
        float h = 1e-2f;
        float[] up = z.clone();
        float[] down = z.clone();
        up[i] += h;
        down[i] -= h;
        double slope =
            (estimate.add(map, up, 0, 3, 1, new float[d], 0)
                    - estimate.add(map, down, 0, 3, 1, new float[d], 0))
                / (up[i] - down[i]);
        assertThat((double) gradient[i]).isCloseTo(slope, within(1e-4));
      }
    }
  }

  @Test
  void penaltyIsDueEveryFewSteps() {
    TanhMap map = RandomContraction.of(4, NORM, 2);
    JacobianEstimate estimate =
        new JacobianEstimate(new JacobianPenalty(1, 3, 1, ProbeLaw.RADEMACHER, 5));
    for (int step = 0; step < 7; step++) {
      float[] gradient = new float[4];
      double value = estimate.add(map, RandomContraction.start(4, 1), 0, step, 0, gradient, 0);
      assertThat(value > 0).isEqualTo(step % 3 == 0);
    }
    assertThatThrownBy(() -> new JacobianPenalty(1, 0, 1, ProbeLaw.GAUSSIAN, 0))
        .hasMessageContaining("JacobianPenalty.every");
    assertThatThrownBy(() -> new JacobianPenalty(Double.NaN, 1, 1, ProbeLaw.GAUSSIAN, 0))
        .hasMessageContaining("JacobianPenalty.weight");
    assertThatThrownBy(() -> new GradientMethod.Implicit(BackwardSolver.GMRES, 0, 1e-3, 9))
        .hasMessageContaining("Implicit.memory");
    assertThatThrownBy(() -> new GradientMethod.Implicit(BackwardSolver.GMRES, 1, 0, 9))
        .hasMessageContaining("Implicit.tolerance");
    assertThatThrownBy(() -> new GradientMethod.DampedSteps(0, 1))
        .hasMessageContaining("DampedSteps.steps");
    assertThatThrownBy(() -> new GradientMethod.Unrolled(0)).hasMessageContaining("Unrolled.steps");
  }
}
