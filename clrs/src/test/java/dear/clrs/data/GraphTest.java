// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {
  @Test
  void edgesAreSortedAndSelfLoopsAdded() {
    Graph graph =
        Graph.builder(4)
            .edge(3, 0, 1)
            .edge(0, 3, 2)
            .edge(1, 1, 3)
            .edge(0, 1, 4)
            .edge(3, 2, 5)
            .build();
    assertThat(graph.rowStart()).containsExactly(0, 3, 4, 5, 8);
    assertThat(graph.columns()).containsExactly(0, 1, 3, 1, 2, 0, 2, 3);
    assertThat(graph.rows()).containsExactly(0, 0, 0, 1, 2, 3, 3, 3);
    assertThat(graph.weights()).containsExactly(0, 4, 2, 3, 0, 1, 5, 0);
    assertThat(graph.edges()).isEqualTo(8);
    assertThat(graph.find(3, 2)).isEqualTo(6);
    assertThat(graph.find(2, 3)).isEqualTo(-1);
    assertThat(graph.weight(0, 3)).isEqualTo(2);
    assertThat(graph.weight(1, 0)).isZero();
  }

  @Test
  void theOrderOfEdgesDoesNotMatter() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 50; round++) {
      int n = 1 + random.nextInt(20);
      double[][] matrix = new double[n][n];
      Graph.Builder backwards = Graph.builder(n);
      for (int i = n - 1; i >= 0; i--) {
        for (int j = n - 1; j >= 0; j--) {
          if (random.nextInt(3) == 0) {
            matrix[i][j] = random.nextDouble(-1, 1);
            backwards.edge(i, j, matrix[i][j]);
          }
        }
      }
      Graph graph = Graph.ofMatrix(matrix);
      assertThat(backwards.build()).isEqualTo(graph).hasSameHashCodeAs(graph);
      Graph transposed = graph.transpose();
      assertThat(transposed.transpose()).isEqualTo(graph);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(graph.weight(i, j)).isEqualTo(matrix[i][j]);
          assertThat(transposed.weight(j, i)).isEqualTo(matrix[i][j]);
          assertThat(graph.find(i, j) >= 0).isEqualTo(i == j || matrix[i][j] != 0);
        }
      }
    }
  }

  @Test
  void undirectedEdgesStandTwiceButLoopsOnce() {
    Graph graph = Graph.builder(3).undirected(2, 0, 0.5).undirected(1, 1, 7).build();
    assertThat(graph.edges()).isEqualTo(5);
    assertThat(graph.weight(0, 2)).isEqualTo(0.5);
    assertThat(graph.weight(2, 0)).isEqualTo(0.5);
    assertThat(graph.weight(1, 1)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"-1,0", "0,-1", "3,0", "0,3", "2147483647,0", "-2147483648,1"})
  void nodesOutOfRange(int row, int column) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.builder(3).edge(row, column, 1))
        .withMessage("edge %d -> %d: nodes are 0 to 2".formatted(row, column));
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void weightsThatAreNone(double weight) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.builder(3).edge(0, 1, weight))
        .withMessageContaining("edge 0 -> 1: weight " + weight);
  }

  @Test
  void anEdgeAddedTwiceIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.builder(3).edge(2, 1, 1).edge(0, 0, 1).edge(2, 1, 3).build())
        .withMessage("duplicate edge 2 -> 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.builder(1).edge(0, 0, 1).edge(0, 0, 1).edge(0, 0, 1).build())
        .withMessage("duplicate edge 0 -> 0");
  }

  @Test
  void badSizes() {
    assertThatIllegalArgumentException().isThrownBy(() -> Graph.builder(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Graph.builder(-5));
    assertThatIllegalArgumentException().isThrownBy(() -> Graph.ofMatrix(new double[0][0]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.ofMatrix(new double[][] {{0, 1}, {1}}))
        .withMessageContaining("row 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.ofMatrix(new double[][] {{Double.NaN}}));
  }

  @Test
  void theCompleteGraphHasAllPairs() {
    Graph graph = Graph.complete(5);
    assertThat(graph.edges()).isEqualTo(25);
    for (int i = 0; i < 25; i++) {
      assertThat(graph.find(i / 5, i % 5)).isEqualTo(i);
    }
  }

  @Test
  void memoryGrowsWithTheEdges() {
    int nodes = 100_000;
    int edges = 1_000_000;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Graph.Builder builder = Graph.builder(nodes);
    for (int e = 0; e < edges; e++) { // distinct cells, far apart from each other
      int row = (int) (e * 7919L % nodes);
      builder.edge(row, (row + 1 + 99 * (e / nodes)) % nodes, 1 + e);
    }
    Graph graph = builder.build();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(graph.edges()).isEqualTo(edges + nodes);
    assertThat(graph.transpose().transpose()).isEqualTo(graph);
    // 16 bytes per edge, three times for growing, three times for sorting: n² would be ten
    // gigabytes.
    assertThat(allocated).isLessThan(200L * edges);
  }
}
