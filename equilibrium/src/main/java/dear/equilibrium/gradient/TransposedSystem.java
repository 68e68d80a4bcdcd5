// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.FixedPointMap;
import dear.equilibrium.Method;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.equilibrium.linear.Vectors;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The system of the implicit function theorem, (I - Jᵀ) y = g.
 *
 * <p>Differentiating z* = f(z*, θ) gives dz* = (I - J)⁻¹ (∂f/∂θ) dθ; so dL/dθ = (∂f/∂θ)ᵀ y with y
 * as above. The system is solved for g/‖g‖ and y scaled back: the gradient of a mean over a batch
 * is tiny, and tolerances (and torchdeq's regularisation) that suit a state are meaningless for it.
 * So the tolerance is relative to ‖g‖, for all three solvers alike.
 *
 * <p>J is taken at z*, from the same linearisation that gave the output state; torchdeq takes it at
 * f(z*), one step further, at the cost of another linearisation.
 */
final class TransposedSystem {
  private final Gmres gmres;
  private final @Nullable EquilibriumSolver solver;
  private final Solution solution = new Solution();
  private float[] rightSide = {};

  TransposedSystem(GradientMethod.Implicit options) {
    gmres = new Gmres(options.memory(), options.tolerance(), options.budget());
    StopRule rule = StopRule.absolute(options.tolerance(), options.budget());
    solver =
        switch (options.solver()) {
          case GMRES -> null;
          case ANDERSON ->
              new EquilibriumSolver(
                  new SolverOptions(Method.Anderson.DEFAULT.withWindow(options.memory()), rule));
          case BROYDEN ->
              new EquilibriumSolver(
                  new SolverOptions(
                      new Method.Broyden(options.memory(), Method.Broyden.DEFAULT.growthLimit()),
                      rule));
        };
  }

  /**
   * Solves for y at the point of linearisation; y is meaningless if the report says it fell back.
   */
  GradientReport solve(DifferentiableMap map, float[] gradient, int offset, float[] y) {
    int d = map.dimension();
    double norm = Vectors.norm(gradient, offset, d);
    if (norm == 0) {
      Arrays.fill(y, 0, d, 0);
      return GradientReport.direct(0);
    }
    if (!(norm < Double.POSITIVE_INFINITY)) {
      return new GradientReport(
          Double.POSITIVE_INFINITY,
          0,
          StopReason.NOT_FINITE,
          GradientReport.Fallback.NOT_SOLVED,
          "one step instead of the implicit gradient: the gradient of the loss is not finite");
    }
    if (rightSide.length < d) {
      rightSide = new float[d];
    }
    Vectors.scale(1 / norm, gradient, offset, rightSide, 0, d);
    double residual;
    int evaluations;
    StopReason reason;
    float[] unscaled;
    if (solver == null) {
      reason = gmres.solve(map, rightSide);
      residual = gmres.residual();
      evaluations = gmres.evaluations();
      unscaled = gmres.solution();
    } else {
      solver.solve(new Affine(map, rightSide), rightSide, 0, solution);
      reason = solution.reason();
      residual = solution.residual();
      evaluations = solution.evaluations();
      unscaled = solution.z();
    }
    Vectors.scale(norm, unscaled, 0, y, 0, d);
    if (reason == StopReason.CONVERGED) {
      return new GradientReport(
          residual, evaluations, reason, GradientReport.Fallback.NONE, /* warning= */ "");
    }
    return new GradientReport(
        residual,
        evaluations,
        reason,
        GradientReport.Fallback.NOT_SOLVED,
        "one step instead of the implicit gradient: the transposed system ended "
            + reason
            + " with residual "
            + residual
            + " after "
            + evaluations
            + " products");
  }

  /** y ↦ Jᵀy + b. */
  private static final class Affine implements FixedPointMap {
    private final DifferentiableMap map;
    private final float[] constant;

    Affine(DifferentiableMap map, float[] constant) {
      this.map = map;
      this.constant = constant;
    }

    @Override
    public int dimension() {
      return map.dimension();
    }

    @Override
    public void apply(float[] z, int zOffset, float[] out, int outOffset) {
      map.multiplyTransposed(z, zOffset, out, outOffset);
      Vectors.addScaled(1, constant, 0, out, outOffset, map.dimension());
    }
  }
}
