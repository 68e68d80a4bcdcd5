// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Clrs;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that travels as bytes between slices ends with the bits of an uninterrupted one. */
class TrainingSliceTest {
  private static final Provenance PROVENANCE = new Provenance("0", "none", "25", "any");

  private static final Settings TINY =
      Settings.of(Clrs.algorithm("bellman_ford"), Preset.QUICK)
          .with(
              Map.of(
                  Setting.STEPS, "7",
                  Setting.BATCH, "2",
                  Setting.WIDTH, "4",
                  Setting.TRAIN_NODES_MIN, "4",
                  Setting.TRAIN_NODES_MAX, "5",
                  Setting.VALIDATION_NODES, "5",
                  Setting.VALIDATE_EVERY, "3"));

  @TempDir Path folder;

  private static TrainingSlice train(byte[] before, int seconds) throws IOException {
    return TrainingSlice.train(TINY, before, PROVENANCE, 1, Duration.ofSeconds(seconds));
  }

  @Test
  void slicesDoNotShow() throws IOException {
    TrainingSlice whole = train(TrainingSlice.nothing(), 3600);
    assertThat(whole.step()).isEqualTo(7);
    assertThat(whole.finished()).isTrue();
    TrainingSlice slice = train(TrainingSlice.nothing(), 0);
    for (int step = 1; step < 7; step++) { // no time at all is one step
      assertThat(slice.step()).isEqualTo(step);
      assertThat(slice.finished()).isFalse();
      assertThat(slice.failure()).isEmpty();
      slice = train(slice.run(), 0);
    }
    assertThat(slice.finished()).isTrue();
    assertThat(model(slice, "slices")).isEqualTo(model(whole, "whole"));
  }

  private byte[] model(TrainingSlice slice, String name) throws IOException {
    Path packed = Files.createDirectories(folder.resolve(name));
    Files.write(packed.resolve("a-run.zip"), slice.run());
    Path runs = folder.resolve(name + "-runs");
    assertThat(new SharedRuns(runs).join(packed)).allMatch(SharedRuns.Moved::finished);
    return Files.readAllBytes(runs.resolve("a-run/best.safetensors"));
  }

  @Test
  void aRunIsNotContinuedWithOtherSettings() throws IOException {
    byte[] run = train(TrainingSlice.nothing(), 0).run();
    assertThat(TrainingSlice.read(run, "it", TINY).finished()).isFalse();
    assertThatThrownBy(() -> TrainingSlice.read(run, "it", TINY.with(Setting.WIDTH, "8")))
        .hasMessage(
            "it was begun with other settings: width 8 instead of 4; choose another folder");
    assertThatThrownBy(() -> TrainingSlice.read(new byte[] {1, 2}, "it", TINY))
        .hasMessageContaining("it is not a packed run");
  }

  @Test
  void whyARunCannotGoOnIsSaid() throws IOException {
    Settings wild =
        Settings.of(Clrs.algorithm("insertion_sort"), Preset.QUICK)
            .with(
                Map.of(
                    Setting.STEPS, "200",
                    Setting.BATCH, "1",
                    Setting.WIDTH, "8",
                    Setting.TRAIN_NODES_MIN, "4",
                    Setting.TRAIN_NODES_MAX, "4",
                    Setting.MODE, "nar",
                    Setting.JACOBIAN, "1e6",
                    Setting.CLIP, "1e9",
                    Setting.WARM_UP, "0",
                    Setting.LEARNING_RATE, "1"));
    TrainingSlice failed =
        TrainingSlice.train(wild, TrainingSlice.nothing(), PROVENANCE, 1, Duration.ofMinutes(1));
    assertThat(failed.failure().orElse("no failure")).contains("training stopped at step");
    assertThat(failed.run()).isEmpty();
  }
}
