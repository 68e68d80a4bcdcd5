// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetWriter;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Small training runs. */
public final class Runs {
  static final Provenance PROVENANCE = new Provenance("0", "none", "25", "any");

  private Runs() {}

  /** Settings for a run that takes a second. */
  public static Settings tiny(String algorithm, int steps) {
    return Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
        .with(
            Map.ofEntries(
                Map.entry(Setting.STEPS, Integer.toString(steps)),
                Map.entry(Setting.BATCH, "4"),
                Map.entry(Setting.WIDTH, "8"),
                Map.entry(Setting.WARM_UP, "2"),
                Map.entry(Setting.TRAIN_NODES_MIN, "4"),
                Map.entry(Setting.TRAIN_NODES_MAX, "6"),
                Map.entry(Setting.VALIDATION_NODES, "6"),
                Map.entry(Setting.VALIDATION_COUNT, "4"),
                Map.entry(Setting.VALIDATE_EVERY, "5"),
                Map.entry(Setting.CHECKPOINT_EVERY, "3"),
                Map.entry(Setting.BUDGET, "6"),
                Map.entry(Setting.TEST_BUDGET, "8")));
  }

  /** Writes a dataset of small instances. */
  public static void writeData(Path file, Algorithm algorithm, int count) throws IOException {
    DatasetWriter.writeAll(
        file,
        IntStream.range(0, count)
            .mapToObj(k ->
                new DatasetEntry(
                    algorithm,
                    5,
                    "sampler",
                    "",
                    OptionalLong.of(9),
                    algorithm.samples(9).size(5).get(k)))
            .toList());
  }

  static RunFolder create(Path folder, Settings settings) throws IOException {
    return RunFolder.create(folder, settings, PROVENANCE);
  }

  /** Runs training without interruption. */
  static Path whole(Path folder, Settings settings, int threads) throws IOException {
    try (RunFolder run = create(folder, settings);
        Trainer trainer = new Trainer(run, threads, Provenance.NONE, TrainingListener.NONE)) {
      if (!trainer.train()) {
        throw new AssertionError("the run did not finish");
      }
    }
    return folder;
  }

  /** Trains for at most the given number of further steps; returns whether the run is finished. */
  static boolean go(RunFolder run, int threads, int steps) throws IOException {
    return go(run, threads, steps, Provenance.NONE);
  }

  /** The same by a program. */
  static boolean go(RunFolder run, int threads, int steps, Provenance program) throws IOException {
    Stopper stopper = new Stopper(steps);
    try (Trainer trainer = new Trainer(run, threads, program, stopper)) {
      stopper.trainer = trainer;
      return trainer.train();
    }
  }

  /** Stops a trainer after some steps. */
  private static final class Stopper implements TrainingListener {
    private int left;
    private @Nullable Trainer trainer;

    Stopper(int steps) {
      this.left = steps;
    }

    @Override
    public void stepped(TrainingStep step) {
      if (--left == 0 && trainer != null) {
        trainer.stop();
      }
    }
  }
}
