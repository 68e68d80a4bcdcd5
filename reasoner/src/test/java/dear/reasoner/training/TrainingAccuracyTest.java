// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;

import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.network.Network;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The accuracy reported in training is that of the current batch. */
class TrainingAccuracyTest {
  private static final int STEPS = 3;

  @TempDir Path folder;

  @Test
  void isThatOfAnEvaluationOfTheBatch() throws IOException {
    Settings settings =
        Runs.tiny("bellman_ford", STEPS)
            .with(
                Map.of(
                    Setting.LEARNING_RATE, "1e-12", // the parameters keep their initial values
                    Setting.NOISE, "0",
                    Setting.TEST_BUDGET, "6",
                    Setting.BATCH, "16"));
    List<Double> shown = new ArrayList<>();
    List<Double> left = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void stepped(TrainingStep step) {
            shown.add(step.accuracy());
            left.add(step.pace().secondsLeft());
          }
        };
    try (RunFolder run = Runs.create(folder.resolve("run"), settings);
        Trainer trainer = new Trainer(run, 2, Provenance.NONE, listener)) {
      trainer.train();
    }

    Network network = settings.network();
    ProblemSource source = new ProblemSource(settings, network);
    List<Double> expected = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Evaluation evaluation =
          new Evaluation(network, network.initial(settings.seed()), settings.inference(), workers);
      for (int step = 0; step < STEPS; step++) {
        expected.add(evaluation.run(source.batch(step)).scores().accuracy());
      }
    }
    assertThat(shown).isEqualTo(expected);
    assertThat(shown).allMatch(accuracy -> accuracy > 0 && accuracy < 1);
    assertThat(left.getFirst()).isNaN(); // the first step promises nothing
    assertThat(left.get(1)).isPositive().isFinite();
    assertThat(left.getLast()).isZero();
  }
}
