// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.reasoner.model.Model;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.shipped.ShippedModels;
import dear.tensor.parallel.Workers;
import org.junit.jupiter.api.Test;

/** The numbers that figures show. */
class ObservationsTest {
  @Test
  void theSpreadOfStates() {
    assertThat(Observations.spread(new float[] {1, 2, 1, 2, 1, 2}, 3)).isZero();
    assertThat(Observations.spread(new float[] {1, -1}, 2)).isEqualTo(1);
    assertThat(Observations.spread(new float[] {3, 1}, 2))
        .isCloseTo(Math.sqrt(2.0 / 10), within(1e-12));
    assertThat(Observations.spread(new float[4], 2)).isZero();
  }

  @Test
  void theDiameterCountsEdgesOfPathsThatExist() {
    assertThat(Diameter.of(edges(4, new int[] {0, 1, 2}, new int[] {1, 2, 3}))).isEqualTo(3);
    assertThat(Diameter.of(edges(4, new int[] {0, 1, 2, 3}, new int[] {1, 0, 3, 2}))).isEqualTo(1);
    assertThat(Diameter.of(edges(3, new int[] {0, 1, 2}, new int[] {0, 1, 2}))).isZero();
    assertThat(Diameter.of(edges(3, new int[] {0, 1, 2}, new int[] {1, 2, 0}))).isEqualTo(2);
  }

  @Test
  void searchesFromOtherStartsEndNearTheUsualOne() throws Exception {
    ShippedModels shelf = ShippedModels.ofProgram();
    Model model = shelf.load(shelf.named("bellman_ford_nodes").orElseThrow());
    try (Workers one = new Workers(1);
        Workers three = new Workers(3)) {
      ObservedModels.Starts starts = Observations.starts(model, 8, one);
      assertThat(starts).isEqualTo(Observations.starts(model, 8, three));
      assertThat(starts.graphs()).isEqualTo(40);
      assertThat(starts.searches()).isEqualTo(4);
      assertThat(starts.median()).isBetween(1e-4, 0.3); // other paths, so not the same bits
      assertThat(starts.greatest()).isBetween(starts.median(), 1.0);
      assertThat(starts.sameAnswers()).isBetween(0.97, 1.0);
    }
  }

  private static EdgeList edges(int nodes, int[] rows, int[] columns) {
    return new EdgeList(nodes, rows, columns, 0, new float[0]);
  }
}
