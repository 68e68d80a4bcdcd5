// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class EvaluationProgressTest {
  @Test
  void everyAnswerIsReportedOnce() throws IOException {
    Settings settings = Settings.of(Clrs.algorithm("bfs"), Preset.QUICK).with(Setting.WIDTH, "4");
    Network network = settings.network();
    Model model = new Model(settings, network, network.initial(1), Provenance.NONE);
    List<TestQuestion> questions =
        TestGraphs.questions(model, new TestSource.Drawn(5, 7, 1, SamplerOptions.DEFAULT), 1);
    Set<Integer> told = ConcurrentHashMap.newKeySet();
    try (Workers workers = new Workers(2)) {
      new Evaluation(network, model.parameters(), settings.inference(), workers)
          .examine(questions, told::add);
    }
    assertThat(told).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7);
  }
}
