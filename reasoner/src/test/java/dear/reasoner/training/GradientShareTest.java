// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;

import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machines that share the gradient of a batch train the same model as one. */
class GradientShareTest {
  @TempDir Path folder;

  /** Machines whose shares arrive in the opposite order. */
  private static final class Machines implements BatchGradients {
    private final List<GradientShare> machines;
    private final GradientShares shares;
    private final Parameters parameters;
    private final int leaves;

    Machines(int count, Settings settings, Network network, Parameters parameters) {
      this.machines = IntStream.range(0, count).mapToObj(_ -> new GradientShare(settings)).toList();
      this.shares = new GradientShares(network, settings.batch());
      this.parameters = parameters;
      this.leaves = GradientTree.leaves(settings.batch());
    }

    @Override
    public float[] sum(List<Problem> batch, int step, GraphLoss[] losses) {
      LossWeights weights = LossWeights.of(batch);
      int count = machines.size();
      for (int m = count - 1; m >= 0; m--) {
        shares.add(
            machines
                .get(m)
                .compute(
                    parameters.values(),
                    weights,
                    step,
                    leaves * m / count,
                    leaves * (m + 1) / count),
            losses);
      }
      return shares.sum();
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @CsvSource({"1, split", "2, split", "3, split", "7, split", "2, numpy"})
  void theNumberOfMachinesDoesNotShow(int machines, String rng) throws IOException {
    // Five leaves of the gradient's tree, the last of two graphs; seven machines are too many.
    Settings settings =
        Runs.tiny("insertion_sort", 21)
            .with(
                Map.of(
                    Setting.BATCH, "18",
                    Setting.TRAIN_SAMPLES, "50",
                    Setting.RNG, rng,
                    Setting.GRADIENT, "implicit",
                    Setting.AVERAGING, "0.9"));
    Path one = Runs.whole(folder.resolve("one"), settings, 1);
    Path many = folder.resolve("many");
    try (RunFolder run = Runs.create(many, settings);
        Trainer trainer =
            new Trainer(
                run,
                1,
                Provenance.NONE,
                TrainingListener.NONE,
                (own, network, values) -> new Machines(machines, own, network, values))) {
      assertThat(trainer.train()).isTrue();
    }
    ResumeTest.assertSameRun(many, one);
  }
}
