// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.inference.Batches;
import dear.reasoner.inference.OpenedPaths;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.network.ProcessorMap;
import dear.reasoner.problem.Problem;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gradient of a rollout does not depend on how many of its steps are kept in memory. */
class RolloutGradientTest {
  /** Enough for the rows of all steps to be added to the gradient several times on the way. */
  private static final int STEPS = 20;

  @ParameterizedTest
  @CsvSource({"NODES, 12, 9", "NODES, 128, 13", "PAIRS, 12, 5"})
  void keptAndRecomputedStepsGiveTheSameBits(ProcessorKind processor, int width, int nodes) {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Network network =
        Network.of(
            algorithm,
            Preprocessing.ALL,
            NetworkOptions.of(algorithm).withWidth(width).withProcessor(processor));
    Parameters parameters = OpenedPaths.of(network);
    NetworkWorkspace workspace = network.workspace(parameters);
    for (Problem problem : Batches.of(algorithm, network, nodes, 3)) {
      float[] recomputed = gradient(network, workspace, problem, 0);
      assertThat(recomputed).isNotEqualTo(new float[recomputed.length]);
      for (int kept : new int[] {1, 7, STEPS}) {
        assertThat(gradient(network, workspace, problem, kept))
            .as("%d steps kept", kept)
            .isEqualTo(recomputed);
      }
    }
  }

  /** The gradient of the sum of the last state, with some of the last steps kept. */
  private static float[] gradient(
      Network network, NetworkWorkspace workspace, Problem problem, int kept) {
    float[] gradients = new float[network.layout().size()];
    workspace.encode(problem);
    workspace.collect(gradients);
    List<ProcessorMap> maps =
        kept == 0 ? List.of(workspace.step()) : workspace.rollout(problem, STEPS).subList(0, kept);
    int d = workspace.step().dimension();
    float[] ones = new float[d];
    Arrays.fill(ones, 1);
    RolloutGradient rollout = new RolloutGradient();
    rollout.forward(maps, STEPS, new float[d]);
    rollout.backward(ones);
    workspace.encodeBackward();
    return gradients;
  }
}
