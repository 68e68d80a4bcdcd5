// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Instance;
import dear.clrs.sampling.SamplerOptions;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EverySourceTest {
  private static final int NODES = 12;

  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "dijkstra"})
  void rightAnswersFromEverySourceAreThoseForAllPairs(String name) {
    Algorithm single = Clrs.algorithm(name);
    Algorithm all = EverySource.allPairs(single);
    for (int k = 0; k < 20; k++) { // some of them with nodes that are not reached
      Instance solved = all.samples(3).size(NODES).get(k);
      int[] before = new int[NODES * NODES];
      for (int s = 0; s < NODES; s++) {
        int[] pi = single.run(solved.inputs().graph(), s).outputs().getFirst().codes();
        EverySource.copyRow(s, pi, before);
      }
      int[] truth = solved.outputs().getFirst().codes();
      for (int i = 0; i < truth.length; i++) {
        if (i / NODES != i % NODES) { // a cycle is not a path from a node to itself there
          assertThat(before[i]).as("graph %d, pair %d", k, i).isEqualTo(truth[i]);
        }
      }
    }
  }

  @Test
  void aModelIsAskedOnceForEverySource() throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm("bellman_ford"), Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "8", Setting.TEST_BUDGET, "6", Setting.TOLERANCE, "1e-9"));
    Network network = settings.network();
    Model model = new Model(settings, network, network.initial(3), Provenance.NONE);
    TestSource source = new TestSource.Drawn(NODES, 5, 7, SamplerOptions.DEFAULT);
    Examination one = examine(model, source, 1);
    Examination three = examine(model, source, 3);
    assertThat(three.overPairs()).isEqualTo(one.overPairs());
    assertThat(three.report().scores()).isEqualTo(one.report().scores());
    assertThat(one.report().scores().graphs()).isEqualTo(5);
    assertThat(one.report().scores().outputs().getFirst().output().name()).isEqualTo("Pi");
    assertThat(one.report().meanEvaluations()).isEqualTo(6.0 * NODES);
    assertThat(one.overPairs().orElseThrow().accuracy())
        .isNotEqualTo(one.report().scores().accuracy());
  }

  private static Examination examine(Model model, TestSource source, int threads)
      throws IOException {
    try (Workers workers = new Workers(threads)) {
      return EverySource.examine(model, source, workers);
    }
  }

  @Test
  void otherProblemsDoNotReduce() {
    for (String name : List.of("bfs", "dag_shortest_paths", "floyd_warshall", "insertion_sort")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> EverySource.allPairs(Clrs.algorithm(name)))
          .withMessage(name + " does not find shortest paths from one node of any graph");
    }
  }
}
