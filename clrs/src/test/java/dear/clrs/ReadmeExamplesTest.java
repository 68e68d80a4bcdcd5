// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.data.Graph;
import dear.clrs.data.Instance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README's examples: its Java blocks appear here verbatim. */
class ReadmeExamplesTest {
  @Test
  void runsAnAlgorithm() {
    Graph graph = Graph.builder(3).undirected(0, 1, 0.4).undirected(1, 2, 0.3).build();
    Instance solved = Clrs.algorithm("bellman_ford").run(graph, 0);
    int[] predecessors = solved.output("pi").codes(); // [0, 0, 1]

    assertThat(predecessors).containsExactly(0, 0, 1);
  }

  @Test
  void drawsSamples() {
    List<Instance> training = new ArrayList<>();

    Samples samples = Clrs.algorithm("insertion_sort").samples(1).split("train").size(16);
    Instance tenth = samples.withHints().get(10); // the same on any machine, in any order
    samples.stream().limit(100).forEach(training::add);

    assertThat(training).hasSize(100);
    assertThat(training.get(10).outputs()).isEqualTo(tenth.outputs());
    assertThat(tenth.hint("pred_h").steps()).isEqualTo(16);
  }
}
