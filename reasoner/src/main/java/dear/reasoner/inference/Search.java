// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where the search for one answer starts and when it ends, as far as the caller has a say in it.
 *
 * @param start the state to start from; empty for zeros
 * @param tolerance where an equilibrium is good enough, in place of the model's own; a rollout has
 *     none
 */
public record Search(Optional<float[]> start, OptionalDouble tolerance) {
  /** From zeros, to the model's own tolerance. */
  public static final Search DEFAULT = new Search(Optional.empty(), OptionalDouble.empty());

  /** The same from another state: one that was found for a similar problem, say. */
  public Search startingFrom(float[] state) {
    return new Search(Optional.of(state.clone()), tolerance);
  }

  /** The same with another tolerance. */
  public Search withTolerance(double value) {
    return new Search(start, OptionalDouble.of(value));
  }

  /** When it ends; empty for a rollout, which looks at no residual. */
  public Optional<StopRule> stop(Inference inference) {
    return switch (inference) {
      case Inference.Equilibrium options -> Optional.of(solver(options).stop());
      case Inference.Rollout _ -> Optional.empty();
    };
  }

  SolverOptions solver(Inference.Equilibrium options) {
    SolverOptions own = options.evaluation();
    return tolerance.isEmpty()
        ? own
        : new SolverOptions(own.method(), own.stop().withTolerance(tolerance.getAsDouble()));
  }
}
