// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.optim.Adam;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Losses that are not finite or too large. */
class FailureTest {
  @TempDir Path temporary;

  private Path folder() {
    return temporary.resolve("run");
  }

  /** A run at step 3 of 6 whose parameters all have the given value. */
  private byte[] spoilt(Settings settings, float value) throws IOException {
    Runs.create(folder(), settings).close();
    Network network = settings.network();
    Parameters parameters = network.initial(1);
    Adam adam = new Adam(parameters, Adam.Options.DEFAULT);
    TrainingState state = new TrainingState(parameters, adam, false);
    for (int i = 0; i < 3; i++) {
      adam.step(new float[network.layout().size()], 0);
      state.step++;
    }
    Arrays.fill(parameters.values(), value);
    Arrays.fill(state.average, value);
    try (RunFolder run = RunFolder.open(folder())) {
      state.save(run.last());
      return Files.readAllBytes(run.last());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bellman_ford, dear", "bellman_ford, nar", "insertion_sort, dear", "insertion_sort, nar",
    "bfs, dear", "minimum, dear", "dfs, nar", "segments_intersect, dear"
  })
  void anExplodedLossStopsTheRun(String algorithm, String mode) throws IOException {
    for (float huge : new float[] {1e7f, 1e15f, -1e15f, 1e30f}) {
      Path run = folder();
      byte[] checkpoint = spoilt(Runs.tiny(algorithm, 6).with(Setting.MODE, mode), huge);
      try (RunFolder opened = RunFolder.open(run);
          Trainer trainer = new Trainer(opened, 2, Provenance.NONE, TrainingListener.NONE)) {
        assertThatExceptionOfType(TrainingFailedException.class)
            .as("parameters of %s", huge)
            .isThrownBy(trainer::train)
            .withMessageMatching("training stopped at step \\d: .*")
            .withMessageContaining("the last good checkpoint is " + opened.last());
      }
      assertThat(run.resolve("last.safetensors")).hasBinaryContent(checkpoint);
      try (var files = Files.list(run)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** A run whose excessive Jacobian term lets the parameters grow without bound. */
  private static Settings exploding() {
    return Runs.tiny("insertion_sort", 60)
        .with(
            Map.of(
                Setting.MODE, "nar",
                Setting.BATCH, "1",
                Setting.LEARNING_RATE, "1",
                Setting.CLIP, "1e9",
                Setting.WARM_UP, "0",
                Setting.JACOBIAN, "1e6",
                Setting.CHECKPOINT_EVERY, "1000",
                Setting.VALIDATE_EVERY, "1000"));
  }

  @Test
  void beforeTheFirstCheckpointThereIsNoneToName() throws IOException {
    try (RunFolder run = Runs.create(folder(), exploding());
        Trainer trainer = new Trainer(run, 2, Provenance.NONE, TrainingListener.NONE)) {
      assertThatExceptionOfType(TrainingFailedException.class)
          .isThrownBy(trainer::train)
          .withMessageMatching("training stopped at step \\d+: .*there is no checkpoint yet");
      assertThat(run.last()).doesNotExist();
      assertThat(run.best()).doesNotExist();
    }
  }

  @Test
  void aRunThatExplodesLateKeepsWhatWasGood() throws IOException {
    Settings settings =
        exploding().with(Map.of(Setting.CHECKPOINT_EVERY, "1", Setting.VALIDATE_EVERY, "1"));
    try (RunFolder run = Runs.create(folder(), settings);
        Trainer trainer = new Trainer(run, 2, Provenance.NONE, TrainingListener.NONE)) {
      assertThatExceptionOfType(TrainingFailedException.class)
          .isThrownBy(trainer::train)
          .withMessageContaining("the last good checkpoint is " + run.last());
    }
    assertThatCode(() -> Model.load(folder().resolve("best.safetensors")))
        .doesNotThrowAnyException();
    // When resumed, it fails at the same step with the same message.
    try (RunFolder run = RunFolder.open(folder());
        Trainer trainer = new Trainer(run, 1, Provenance.NONE, TrainingListener.NONE)) {
      int before = trainer.step();
      assertThat(before).isPositive();
      assertThatExceptionOfType(TrainingFailedException.class)
          .isThrownBy(trainer::train)
          .withMessageContaining("training stopped at step " + before);
    }
  }

  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity"})
  void aCheckpointOfWhatIsNoNumberIsNotGoneOnFrom(float value) throws IOException {
    spoilt(Runs.tiny("bfs", 6), value);
    try (RunFolder run = RunFolder.open(folder())) {
      assertThatIOException()
          .isThrownBy(() -> new Trainer(run, 1, Provenance.NONE, TrainingListener.NONE))
          .withMessageContainingAll(run.last().toString(), "not finite");
    }
  }
}
