// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.data.Inputs;
import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.equilibrium.diagnostics.PathIndependence;
import dear.equilibrium.diagnostics.SpectralRadius;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Run;
import dear.reasoner.network.NetworkWorkspace;
import java.util.Optional;

/**
 * Properties of a model's equilibrium on one random instance: whether plain iteration would find
 * it, and whether every start leads to it. It is found with the model's own method, but to a
 * tighter tolerance than answers need, since both numbers describe the equilibrium itself.
 *
 * @param nodes the size of the instance
 * @param seed the seed of the instance, the starts and the probes
 * @param run the search from zeros
 * @param spectralRadius the spectral radius of the Jacobian at the equilibrium; infinite if the
 *     Jacobian is not finite
 * @param pathIndependence how well searches from {@link #STARTS} different states agree
 */
public record EquilibriumCheck(
    int nodes,
    long seed,
    Run run,
    SpectralRadius spectralRadius,
    PathIndependence pathIndependence) {
  /** The number of starting states: zeros and random ones. */
  public static final int STARTS = 5;

  /** A thousandth of the default tolerance for answers. */
  private static final double TOLERANCE = 1e-4;

  private static final int BUDGET = 300;
  private static final int MOST_PRODUCTS = 80;
  private static final double RADIUS_TOLERANCE = 1e-3;

  /** Checks a model; empty for a rollout model, which has no equilibrium. */
  public static Optional<EquilibriumCheck> of(Model model, int nodes, long seed) {
    return switch (model.settings().inference()) {
      case Inference.Rollout _ -> Optional.empty();
      case Inference.Equilibrium options -> Optional.of(of(model, options, nodes, seed));
    };
  }

  private static EquilibriumCheck of(
      Model model, Inference.Equilibrium options, int nodes, long seed) {
    Inputs inputs =
        model.settings().algorithm().samples(seed).split("inspect").size(nodes).inputs(0);
    NetworkWorkspace workspace = model.network().workspace(model.parameters());
    workspace.encode(Question.of(inputs).problem(model));
    DifferentiableMap step = workspace.step();
    EquilibriumSolver solver =
        new EquilibriumSolver(
            new SolverOptions(options.evaluation().method(), StopRule.relative(TOLERANCE, BUDGET)));
    PathIndependence paths =
        PathIndependence.of(
            solver, step, PathIndependence.mixedStarts(step.dimension(), STARTS, seed));
    Solution solution = solver.solve(step, new float[step.dimension()]);
    return new EquilibriumCheck(
        inputs.nodes(), seed, Run.of(solution), radius(step, solution, seed), paths);
  }

  private static SpectralRadius radius(DifferentiableMap step, Solution solution, long seed) {
    try {
      return SpectralRadius.at(step, solution.z(), 0, MOST_PRODUCTS, RADIUS_TOLERANCE, seed);
    } catch (ArithmeticException e) { // a diverged model is still worth inspecting
      return new SpectralRadius(Double.POSITIVE_INFINITY, false, 0, false);
    }
  }
}
