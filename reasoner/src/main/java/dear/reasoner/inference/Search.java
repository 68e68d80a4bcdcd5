// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The caller's options for one search: where it starts and when it ends.
 *
 * @param start the state to start from; empty for zeros
 * @param tolerance the tolerance to use instead of the model's own; ignored by a rollout
 */
public record Search(Optional<float[]> start, OptionalDouble tolerance) {
  /** Starts from zeros and uses the model's own tolerance. */
  public static final Search DEFAULT = new Search(Optional.empty(), OptionalDouble.empty());

  /** Returns a copy that starts from another state, such as one found for a similar problem. */
  public Search startingFrom(float[] state) {
    return new Search(Optional.of(state.clone()), tolerance);
  }

  /** Returns a copy with another tolerance. */
  public Search withTolerance(double value) {
    return new Search(start, OptionalDouble.of(value));
  }

  /** Returns the rule that ends the search; empty for a rollout, which ignores residuals. */
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
