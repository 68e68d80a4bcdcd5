// SPDX-License-Identifier: Apache-2.0
package dear.reasoner;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.reasoner.model.Model;
import dear.reasoner.model.Solved;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingListener;
import dear.reasoner.training.TrainingStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's examples: its Java blocks appear here verbatim. */
class ReadmeExamplesTest {
  @TempDir Path temporary;

  @Test
  void trainsAndSolves() throws IOException {
    Path folder = temporary.resolve("run");
    List<Double> seen = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void stepped(TrainingStep step) {
            seen.add(step.loss());
          }
        };
    Provenance provenance = new Provenance("test", "none", "25", "any");
    Graph graph = Graph.builder(3).undirected(0, 1, 0.4).undirected(1, 2, 0.3).build();

    Settings settings = Settings.of(Clrs.algorithm("bellman_ford"), Preset.QUICK);
    settings = settings.with(Setting.WIDTH, "16").with(Setting.STEPS, "20");
    try (RunFolder run = RunFolder.create(folder, settings, provenance);
        Trainer trainer = new Trainer(run, 2, provenance, listener)) {
      trainer.train();
    }

    Model model = Model.load(folder.resolve("best.safetensors"));
    Inputs inputs =
        Inputs.builder(Clrs.algorithm("bellman_ford").features(), graph).codes("s", 0).build();
    Solved solved = model.solve(inputs);
    int[] predecessors = solved.output("pi").codes();

    assertThat(seen).hasSize(20);
    assertThat(predecessors).hasSize(3);
  }
}
