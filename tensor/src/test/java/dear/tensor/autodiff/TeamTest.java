// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.message.EdgeParts;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One thread and teams give the same bits in all passes over a graph. */
class TeamTest {
  /** More than one range of a weight gradient, and an incomplete one at the end. */
  private static final int WIDTH = 40;

  private final TinyProcessor tiny = new TinyProcessor(WIDTH);
  private final Parameters parameters = tiny.initial(3);

  @ParameterizedTest
  @CsvSource({"15, 1", "28, 2", "40, 4"})
  void anyNumberOfThreadsGivesTheSameBits(int nodes, int parts) {
    TinyProcessor.Graph graph = new TinyProcessor.Graph(nodes, WIDTH, 8);
    assertThat(EdgeParts.count(graph.edges)).isEqualTo(parts);
    float[] expected = passes(tiny.program.workspace(parameters), graph);
    assertThat(expected).doesNotContain(Float.NaN);
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers workers = new Workers(threads)) {
        Workspace team = tiny.program.workspace(parameters, workers);
        assertThat(passes(team, graph)).as("%d threads", threads).isEqualTo(expected);
        assertThat(passes(team, graph)).as("%d threads again", threads).isEqualTo(expected);
      }
    }
  }

  /**
   * The operations on pairs, with ties: values are quarters. The channels are so many that even
   * seven nodes are more than a thread takes of a composition at a time.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 13})
  void anyNumberOfThreadsGivesTheSameBitsOnPairs(int nodes) {
    TinyPairs pairs = new TinyPairs(640, 8);
    float[] expected = pairs.passes(Optional.empty(), nodes);
    assertThat(expected).doesNotContain(Float.NaN);
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers workers = new Workers(threads)) {
        assertThat(pairs.passes(Optional.of(workers), nodes))
            .as("%d threads", threads)
            .isEqualTo(expected);
      }
    }
  }

  /** The parts cover the receivers, in order, and differ little in size. */
  @ParameterizedTest
  @CsvSource({"15", "28", "61"})
  void partsCoverTheGraph(int nodes) {
    TinyProcessor.Graph graph = new TinyProcessor.Graph(nodes, WIDTH, 8);
    int parts = EdgeParts.count(graph.edges);
    assertThat(EdgeParts.start(graph.edges, 0, parts)).isZero();
    for (int i = 0; i < parts; i++) {
      int size =
          EdgeParts.start(graph.edges, i + 1, parts) - EdgeParts.start(graph.edges, i, parts);
      assertThat(size).isBetween(nodes / parts, nodes / parts + 1);
    }
    assertThat(EdgeParts.start(graph.edges, parts, parts)).isEqualTo(nodes);
  }

  /** The gradients of parameters and state, and the new state. */
  private float[] passes(Workspace w, TinyProcessor.Graph graph) {
    int count = graph.h.length;
    float[] direction = new float[count];
    Arrays.fill(direction, 0.5f);
    float[] all = new float[tiny.layout.size() + 3 * count];
    float[] gradients = new float[tiny.layout.size()];
    tiny.forward(w, graph);
    tiny.gradients(w, direction, 0.7f, gradients);
    System.arraycopy(gradients, 0, all, 0, gradients.length);
    w.copyOut(Plane.VALUE, tiny.next, all, gradients.length);
    w.copyOut(Plane.COTANGENT_TANGENT, tiny.h, all, gradients.length + count);
    w.copyOut(Plane.TANGENT, tiny.next, all, gradients.length + 2 * count);
    return all;
  }
}
