// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.SamplerOptions;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.ScoreBoard;
import dear.tensor.parameter.Parameters;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The processor over pairs can be an exact Floyd-Warshall, so only learning it is uncertain. */
class HandMadeWeightsTest {
  /** Dense graphs, one with few edges and long paths, and one in which most pairs are apart. */
  @ParameterizedTest
  @CsvSource({
    "16, CLRS, 0.8, 0.9, 20",
    "64, CLRS, 0.8, 0.9, 20",
    "100, CLRS, 0.8, 0.9, 20",
    "64, GNP, 0.1, 0.1, 20",
    "64, CLRS, 0.1, 0.1, 64"
  })
  void floydWarshallIsExact(int nodes, GraphModel model, double p, double otherP, int most) {
    Algorithm algorithm = Clrs.algorithm("floyd_warshall");
    Network network =
        Network.of(
            algorithm,
            Preprocessing.ALL,
            NetworkOptions.of(algorithm)
                .withProcessor(ProcessorKind.PAIRS)
                .withWidth(HandMadeWeights.WIDTH));
    Parameters parameters = network.initial(1);
    HandMadeWeights.write(network, parameters);
    Engine engine = new Engine(network, parameters, plainIteration());
    Samples samples =
        algorithm
            .samples(4)
            .size(nodes)
            .options(
                SamplerOptions.DEFAULT
                    .withGraphModel(model)
                    .withEdgeProbabilities(List.of(p, otherP)));
    ScoreBoard board = new ScoreBoard(network.outputs());
    for (int k = 0; k < 2; k++) {
      Problem problem = network.problemOverPairs(samples.get(k));
      Run run = engine.solve(problem);
      assertThat(run.reason()).isEqualTo(StopReason.CONVERGED);
      assertThat(run.evaluations()).as("far fewer than nodes").isLessThan(most);
      board.add(problem, engine.predict(problem));
    }
    assertThat(board.scores().accuracy()).isEqualTo(1);
  }

  private static Inference plainIteration() {
    SolverOptions options = new SolverOptions(Method.Plain.DEFAULT, StopRule.relative(1e-9, 200));
    return Inference.Equilibrium.DEFAULT.withSolvers(options, options);
  }
}
