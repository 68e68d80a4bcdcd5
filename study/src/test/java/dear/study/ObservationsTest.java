// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.reasoner.problem.EdgeList;
import org.junit.jupiter.api.Test;

/** The two numbers that figures show. */
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

  private static EdgeList edges(int nodes, int[] rows, int[] columns) {
    return new EdgeList(nodes, rows, columns, 0, new float[0]);
  }
}
