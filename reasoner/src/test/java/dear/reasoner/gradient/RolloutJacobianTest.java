// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.inference.Batches;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.OpenedPaths;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import dear.tensor.parameter.Parameters;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** A network with some graphs. */
  private record Setup(Network network, List<Problem> batch) {
    GraphLoss loss(Parameters parameters, Problem problem, double weight, float[] gradients) {
      return new GradientWorker(network, parameters, new Inference.Rollout(weight, 1), 5)
          .lossAndGradient(problem, LossWeights.of(batch), 0, 0, gradients);
    }

    double moved(Problem problem, double[] direction, double factor) {
      Parameters parameters = OpenedPaths.of(network);
      for (int i = 0; i < direction.length; i++) {
        parameters.values()[i] += (float) (factor * direction[i]);
      }
      parameters.changed();
      return loss(parameters, problem, 1, new float[direction.length]).jacobian();
    }
  }

  private Setup setup(ProcessorKind processor, int nodes) {
    Network network =
        Network.of(
            algorithm,
            Preprocessing.ALL,
            NetworkOptions.of(algorithm).withWidth(12).withProcessor(processor));
    return new Setup(network, Batches.of(algorithm, network, nodes, 3));
  }

  @ParameterizedTest
  @CsvSource({"NODES, 7", "PAIRS, 5"})
  void theGradientOfTheTermIsItsSlope(ProcessorKind processor, int nodes) {
    Setup setup = setup(processor, nodes);
    Network network = setup.network();
    for (Problem one : setup.batch()) {
      Problem problem = one.withSteps(4);
      Parameters parameters = OpenedPaths.of(network);
      float[] with = new float[network.layout().size()];
      float[] without = new float[with.length];
      setup.loss(parameters, problem, 1, with);
      setup.loss(parameters, problem, 0, without);
      double[] direction = new double[with.length];
      double norm = 0;
      for (int i = 0; i < with.length; i++) {
        direction[i] = (double) with[i] - without[i];
        norm += direction[i] * direction[i];
      }
      norm = Math.sqrt(norm);
      double slope =
          (setup.moved(problem, direction, STEP / norm)
                  - setup.moved(problem, direction, -STEP / norm))
              / (2 * STEP);
      assertThat(norm).isGreaterThan(1e-3);
      assertThat(slope).isCloseTo(norm, within(0.01 * norm));
    }
  }
}
