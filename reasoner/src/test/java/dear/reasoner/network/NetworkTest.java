// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.problem.Problem;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
  /** Counted by hand from the equations, at the paper's width. */
  @ParameterizedTest
  @CsvSource({
    "bellman_ford, 331137",
    "floyd_warshall, 363777",
    "strongly_connected_components_local, 330881",
    "insertion_sort, 331138"
  })
  void hasThePapersNumberOfParameters(String algorithm, int count) {
    Network network = Network.of(Clrs.algorithm(algorithm));
    assertThat(network.layout().parameters().stream().mapToInt(Parameter::count).sum())
        .isEqualTo(count);
  }

  @Test
  void refusesTheParametersOfAnotherNetwork() {
    Network sort = Network.of(Clrs.algorithm("insertion_sort"));
    Network paths = Network.of(Clrs.algorithm("bellman_ford"));
    assertThatThrownBy(() -> sort.workspace(paths.initial(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another network");
  }

  @Test
  void graphsAreDecodedFromTheirHighestNodes() {
    Algorithm algorithm = Clrs.algorithm("segments_intersect");
    int width = 6;
    Network network =
        Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm).withWidth(width));
    Parameters parameters = network.initial(2);
    NetworkWorkspace workspace = network.workspace(parameters);
    Problem problem = network.problem(algorithm.samples(1).get(0));
    RandomStream random = new RandomStream(3);
    float[] h = new float[problem.nodes() * width];
    for (int i = 0; i < h.length; i++) {
      h[i] = (float) random.nextGaussian();
    }
    workspace.encode(problem);
    workspace.decode(Mode.EVALUATION, problem, h, 0, random);
    float[] u = new Readings(workspace).nodes();
    double expected =
        value(network, parameters, "decoder.intersect.out.bias", 0)
            + value(network, parameters, "decoder.intersect.graph.bias", 0);
    for (int c = 0; c < width; c++) {
      expected +=
          highest(u, c, width) * value(network, parameters, "decoder.intersect.out.weight", c);
      expected +=
          highest(h, c, width)
              * value(network, parameters, "decoder.intersect.out.weight", width + c);
    }
    assertThat(new Readings(workspace).logits(0)[0]).isCloseTo((float) expected, Offset.offset(1e-5f));
  }

  private static float value(Network network, Parameters parameters, String name, int i) {
    return parameters.values()[network.layout().get(name).offset() + i];
  }

  private static float highest(float[] rows, int column, int width) {
    float highest = Float.NEGATIVE_INFINITY;
    for (int i = column; i < rows.length; i += width) {
      highest = Math.max(highest, rows[i]);
    }
    return highest;
  }
}
