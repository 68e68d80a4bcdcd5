// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.inference.Batches;
import dear.reasoner.inference.Inference;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.problem.Problem;
import dear.tensor.parameter.Parameters;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The Jacobian term of the baseline: its gradient, which runs through the whole rollout, is the
 * slope of the term itself.
 */
class RolloutJacobianTest {
  /**
   * The Jacobian jumps where a maximum or a ReLU changes sides, so the term has a slope only
   * between such places. A step this short crosses none of them here; rounding still leaves three
   * digits.
   */
  private static final double STEP = 1e-5;

  private final Algorithm algorithm = Clrs.algorithm("bellman_ford");
  private final Network network =
      Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm).withWidth(12));
  private final List<Problem> batch = Batches.of(algorithm, network, 7, 3);

  private GraphLoss loss(Parameters parameters, Problem problem, double weight, float[] gradients) {
    return new GradientWorker(network, parameters, new Inference.Rollout(weight, 1), 5)
        .lossAndGradient(problem, LossWeights.of(batch), 0, 0, gradients);
  }

  @Test
  void theGradientOfTheTermIsItsSlope() {
    for (Problem one : batch) {
      Problem problem = one.withSteps(4);
      Parameters parameters = network.initial(3);
      float[] with = new float[network.layout().size()];
      float[] without = new float[with.length];
      loss(parameters, problem, 1, with);
      loss(parameters, problem, 0, without);
      double[] direction = new double[with.length];
      double norm = 0;
      for (int i = 0; i < with.length; i++) {
        direction[i] = (double) with[i] - without[i];
        norm += direction[i] * direction[i];
      }
      norm = Math.sqrt(norm);
      double slope =
          (moved(problem, direction, STEP / norm) - moved(problem, direction, -STEP / norm))
              / (2 * STEP);
      assertThat(norm).isGreaterThan(1e-3);
      assertThat(slope).isCloseTo(norm, within(0.01 * norm));
    }
  }

  private double moved(Problem problem, double[] direction, double factor) {
    Parameters parameters = network.initial(3);
    for (int i = 0; i < direction.length; i++) {
      parameters.values()[i] += (float) (factor * direction[i]);
    }
    parameters.changed();
    return loss(parameters, problem, 1, new float[direction.length]).jacobian();
  }
}
