// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Golden;
import dear.equilibrium.Method;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.equilibrium.TanhMap;
import dear.equilibrium.linear.ProbeLaw;
import dear.io.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients in float against the float64 linear algebra of the reference problems. */
final class GradientGoldenTest {
  private static final double EPSILON = Math.ulp(1f);
  // Rounding of f, of products and of sums, each a few units in the last place per element.
  private static final double ROUNDING_FACTOR = 100;

  static List<Golden.Problem> contractions() {
    return Golden.problems().stream().filter(Golden.Problem::contracts).toList();
  }

  static List<Golden.Problem> problems() {
    return Golden.problems();
  }

  @ParameterizedTest
  @MethodSource("contractions")
  void implicitGradientsAreExact(Golden.Problem problem) {
    Json exact = problem.data().get("gradients").get("exact");
    // What rounding does to z* and to y grows with the norm of (I - J)⁻¹, twice for their product.
    double condition = 1 / (1 - problem.data().get("spectral_norm_W").number());
    double tolerance = ROUNDING_FACTOR * EPSILON * condition;
    for (BackwardSolver backward : BackwardSolver.values()) {
      GradientMethod.Implicit method = new GradientMethod.Implicit(backward, 70, 2e-6, 1000);
      Collected collected = collect(problem, method);
      for (GradientReport report : collected.reports) {
        assertThat(report.warning()).as("%s", backward).isEmpty();
        assertThat(report.residual()).isLessThan(2e-6);
      }
      assertThat(relativeError(collected.input, Golden.flat(exact.get("dx"))))
          .as("dx by %s", backward)
          .isLessThan(tolerance);
      if (exact.has("dW")) {
        assertThat(relativeError(collected.weights, Golden.flat(exact.get("dW"))))
            .as("dW by %s", backward)
            .isLessThan(tolerance);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void oneStepAndDampedStepsHaveTheirClosedForms(Golden.Problem problem) {
    for (Json run : problem.data().get("gradients").get("torchdeq").values()) {
      String label = run.get("label").string();
      boolean damped = label.startsWith("phantom5_tau0.5_tight");
      if (!damped && !label.startsWith("phantom1_tight")) {
        continue;
      }
      if (run.get("rel_err_vs_exact").get("z").number() > 1e-9) {
        continue; // torchdeq did not converge
      }
      GradientMethod method =
          damped ? new GradientMethod.DampedSteps(5, 0.5) : new GradientMethod.OneStep();
      Collected collected = collectAt(problem, method);
      double tolerance = ROUNDING_FACTOR * EPSILON;
      assertThat(relativeError(collected.input, Golden.flat(run.get("dx"))))
          .as("dx of %s", label)
          .isLessThan(tolerance);
      if (run.has("dW")) {
        assertThat(relativeError(collected.weights, Golden.flat(run.get("dW"))))
            .as("dW of %s", label)
            .isLessThan(tolerance);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void jacobianProbe(Golden.Problem problem) {
    Json probe = problem.data().get("jacobian").get("probe");
    int d = problem.dimension();
    int batch = problem.batch();
    float[] v = Golden.floats(Golden.flat(probe.get("v")));
    float[] points = Golden.floats(problem.flat("z_star"));
    double value = 0;
    double[] weights = new double[d * d];
    double[] input = new double[batch * d];
    double[] state = new double[batch * d];
    for (int b = 0; b < batch; b++) {
      TanhMap map = problem.map(b);
      JacobianEstimate estimate =
          new JacobianEstimate(new JacobianPenalty(1.0 / batch, 1, 1, ProbeLaw.GAUSSIAN, 0));
      float[] gradient = new float[d];
      estimate.begin(map, points, b * d);
      value += estimate.addProbe(map, v, b * d, gradient, 0);
      for (int i = 0; i < d; i++) {
        input[b * d + i] = map.inputGradient[i];
        state[b * d + i] = gradient[i];
      }
      for (int i = 0; i < weights.length; i++) {
        weights[i] += map.weightGradient[i];
      }
    }
    double tolerance = ROUNDING_FACTOR * EPSILON;
    double golden = probe.get("value").number();
    assertThat(value).isCloseTo(golden, within(tolerance * golden));
    assertThat(relativeError(input, Golden.flat(probe.get("dR_dx")))).isLessThan(tolerance);
    assertThat(relativeError(state, Golden.flat(probe.get("dR_dz")))).isLessThan(tolerance);
    double norm = norm(weights);
    double goldenNorm = probe.get("dR_dW_fro").number();
    assertThat(norm).isCloseTo(goldenNorm, within(tolerance * goldenNorm));
    if (probe.has("dR_dW")) {
      assertThat(relativeError(weights, Golden.flat(probe.get("dR_dW")))).isLessThan(tolerance);
    }
  }

  /** The gradients of all samples of a problem. */
  private static final class Collected {
    final double[] weights;
    final double[] input;
    final List<GradientReport> reports = new ArrayList<>();

    Collected(Golden.Problem problem) {
      weights = new double[problem.dimension() * problem.dimension()];
      input = new double[problem.batch() * problem.dimension()];
    }

    void add(int sample, TanhMap map, GradientReport report) {
      System.arraycopy(map.inputGradient, 0, input, sample * map.dimension(), map.dimension());
      for (int i = 0; i < weights.length; i++) {
        weights[i] += map.weightGradient[i];
      }
      reports.add(report);
    }
  }

  /** At the equilibrium that our own search finds, to the rounding of the state. */
  private static Collected collect(Golden.Problem problem, GradientMethod method) {
    Collected collected = new Collected(problem);
    int d = problem.dimension();
    double floor = 4 * EPSILON * Math.sqrt(d);
    EquilibriumSolver solver =
        new EquilibriumSolver(
            new SolverOptions(new Method.Broyden(100, 10), StopRule.absolute(floor, 1000)));
    EquilibriumGradient gradient = new EquilibriumGradient(method);
    for (int b = 0; b < problem.batch(); b++) {
      TanhMap map = problem.map(b);
      Solution solution = solver.solve(map, problem.start(b));
      assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
      gradient.forward(map, solution, new float[d], 0);
      float[] c = Golden.floats(problem.flat("c"));
      collected.add(b, map, gradient.backward(c, b * d));
    }
    return collected;
  }

  /** At the stored equilibrium. */
  private static Collected collectAt(Golden.Problem problem, GradientMethod method) {
    Collected collected = new Collected(problem);
    int d = problem.dimension();
    EquilibriumGradient gradient = new EquilibriumGradient(method);
    float[] points = Golden.floats(problem.flat("z_star"));
    float[] c = Golden.floats(problem.flat("c"));
    for (int b = 0; b < problem.batch(); b++) {
      TanhMap map = problem.map(b);
      gradient.forward(map, points, b * d, new float[d], 0);
      collected.add(b, map, gradient.backward(c, b * d));
    }
    return collected;
  }

  private static double relativeError(double[] actual, double[] golden) {
    assertThat(actual).hasSameSizeAs(golden);
    double[] difference = new double[golden.length];
    for (int i = 0; i < golden.length; i++) {
      difference[i] = actual[i] - golden[i];
    }
    return norm(difference) / norm(golden);
  }

  private static double norm(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }
}
