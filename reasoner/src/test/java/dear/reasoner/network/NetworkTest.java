package dear.reasoner.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Clrs;
import dear.tensor.parameter.Parameter;
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
}
