// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.io.Json;
import dear.reasoner.inference.Engine;
import dear.reasoner.model.Model;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {
  private static final Settings SETTINGS = Runs.tiny("bfs", 6);

  @TempDir Path temporary;

  private Path folder() {
    return temporary.resolve("run");
  }

  /** A run that was stopped after four of its six steps. */
  private Path begun() throws IOException {
    try (RunFolder run = Runs.create(folder(), SETTINGS)) {
      assertThat(Runs.go(run, 1, 4)).isFalse();
    }
    return folder();
  }

  private static void resume(Path folder) throws IOException {
    try (RunFolder run = RunFolder.open(folder)) {
      Runs.go(run, 1, 100);
    }
  }

  @Test
  void validationsTellHowFarTheGateIsOpen() throws IOException {
    Settings settings = Runs.tiny("bellman_ford", 5).with(Setting.KEEP, "last");
    Path run = Runs.whole(folder(), settings, 2);
    Model model = Model.load(run.resolve("best.safetensors"));
    Engine engine = model.engine();
    double[] openings =
        ProblemSource.ofRun(settings, model.network()).validation().stream()
            .mapToDouble(problem -> {
              engine.solve(problem);
              return engine.opening(problem);
            })
            .toArray();
    double mean = Arrays.stream(openings).average().orElseThrow();
    assertThat(mean).isStrictlyBetween(0.0, 1.0);
    assertThat(RunFolder.readMetrics(run).getLast().values())
        .containsKey("validation_loss")
        .containsEntry("validation_gate_opening", mean);

    List<Validation> curve = Validation.read(run);
    Path metrics = run.resolve("metrics.jsonl");
    String old =
        Files.readString(metrics).replaceAll(",\\s*\"validation_gate_opening\":[^,}]*", "");
    Files.writeString(metrics, old);
    assertThat(old).doesNotContain("validation_gate").contains("validation_residual");
    assertThat(Validation.read(run)).isEqualTo(curve).isNotEmpty();
    resume(run);
  }

  @Test
  void configTellsSettingsStreamsAndProvenance() throws IOException {
    Runs.create(folder(), SETTINGS).close();
    Json config = Json.parse(Files.readString(folder().resolve("config.json")));
    assertThat(config.members().keySet())
        .containsExactly("algorithm", "settings", "data", "provenance");
    assertThat(config.get("settings").members().keySet())
        .containsExactlyElementsOf(Stream.of(Setting.values()).map(Setting::key).toList());
    assertThat(config.get("data").get("validation").string())
        .isEqualTo("1/bfs/validation/6/SAMPLE");
    assertThat(config.get("provenance").get("kernels").string()).isEqualTo("any");
    assertThat(RunFolder.readSettings(folder())).isEqualTo(SETTINGS);
  }

  @ParameterizedTest
  @EnumSource(names = {"DATA", "VALIDATION_DATA"})
  void aRunGoesOnOnlyWithTheDatasetItBeganWith(Setting setting) throws IOException {
    Path data = temporary.resolve("data.jsonl");
    Settings settings = SETTINGS.with(setting, data.toString());
    assertThatIOException()
        .isThrownBy(() -> Runs.create(folder(), settings))
        .withMessage("there is no dataset " + data);
    Runs.writeData(data, SETTINGS.algorithm(), 8);
    try (RunFolder run = Runs.create(folder(), settings)) {
      assertThat(Runs.go(run, 1, 4)).isFalse();
    }
    byte[] before = Files.readAllBytes(data);
    Files.writeString(data, Files.readString(data).lines().findFirst().orElseThrow() + "\n");
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContainingAll(data.toString(), "is not the dataset", folder().toString());
    Files.delete(data);
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessage("there is no dataset " + data);
    Files.write(data, before);
    resume(folder());
    assertThat(folder().resolve("best.safetensors")).exists();
  }

  @Test
  void oneTrainerAtATimeInOneProcess() throws IOException {
    try (RunFolder run = Runs.create(folder(), SETTINGS)) {
      assertThatIOException()
          .isThrownBy(() -> RunFolder.open(folder()))
          .withMessageContainingAll("another process is training in", folder().toString());
      Path roundabout = temporary.resolve("x/../run");
      Files.createDirectory(temporary.resolve("x"));
      assertThatIOException()
          .isThrownBy(() -> RunFolder.open(roundabout))
          .withMessageContaining("another process is training in");
      assertThat(run.settings()).isEqualTo(SETTINGS);
    }
    assertThatCode(() -> RunFolder.open(folder()).close()).doesNotThrowAnyException();
  }

  @Test
  void aNewRunTakesNoFolderThatHoldsSomething() throws IOException {
    Runs.create(folder(), SETTINGS).close();
    assertThatIOException()
        .isThrownBy(() -> Runs.create(folder(), SETTINGS))
        .withMessageContainingAll(folder().toString(), "already contains a training run", "resume");

    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "mine");
    assertThatIOException()
        .isThrownBy(() -> Runs.create(other, SETTINGS))
        .withMessageContainingAll(other.toString(), "not empty");
    assertThat(names(other)).containsExactly("letter.txt");
  }

  @Test
  void sizesThatTheAlgorithmDoesNotHaveAreNamed() {
    Settings small =
        Runs.tiny("strongly_connected_components", 6).with(Setting.TRAIN_NODES_MIN, "3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Runs.create(folder(), small))
        .withMessageContainingAll("train-nodes-min", "3", "strongly_connected_components");
    Settings needle = Runs.tiny("kmp_matcher", 6).with(Setting.VALIDATION_NODES, "2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Runs.create(folder(), needle))
        .withMessageContainingAll("validation-nodes", "2", "kmp_matcher");
    assertThat(folder()).doesNotExist();
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    for (Path folder : List.of(file, file.resolve("run"))) {
      assertThatIOException()
          .isThrownBy(() -> Runs.create(folder, SETTINGS))
          .withMessageContainingAll("cannot create the folder", folder.toString());
    }
    assertThatIOException()
        .isThrownBy(() -> RunFolder.open(file))
        .withMessageContainingAll(file.toString(), "does not contain a training run");
  }

  @Test
  void aFolderInWhichNothingCanBeWritten() throws IOException {
    Path folder = begun();
    Files.delete(folder.resolve("lock"));
    // Also works for the superuser, who may write to read-only folders.
    Files.createDirectory(folder.resolve("lock"));
    assertThatIOException()
        .isThrownBy(() -> RunFolder.open(folder))
        .withMessageContainingAll("cannot write in the folder", folder.toString());
    Files.delete(folder.resolve("lock"));
    assertThatCode(() -> resume(folder)).doesNotThrowAnyException();
  }

  @Test
  void whereNoRunIsNoneIsResumed() {
    assertThatIOException()
        .isThrownBy(() -> RunFolder.open(temporary))
        .withMessageContainingAll(
            temporary.toString(), "does not contain a training run", "config.json");
    assertThatIOException()
        .isThrownBy(() -> RunFolder.open(folder()))
        .withMessageContaining("does not contain a training run");
    assertThat(folder()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\u0000\u0000",
        "{\"algorithm\":\"bfs\"}",
        "CUT",
        "MORE"
      })
  void aDamagedConfigIsNamed(String content) throws IOException {
    Path config = begun().resolve("config.json");
    String whole = Files.readString(config);
    Files.writeString(
        config,
        switch (content) {
          case "CUT" -> whole.substring(0, whole.length() / 2);
          case "MORE" -> whole + "{}";
          default -> content;
        });
    assertThatIOException()
        .isThrownBy(() -> RunFolder.open(folder()))
        .withMessageContaining(config.toString());
    Files.writeString(config, whole);
    assertThatCode(() -> resume(folder())).doesNotThrowAnyException(); // the lock was released
  }

  @ParameterizedTest
  @CsvSource({"\"settings\",\"sets\"", "\"provenance\",\"provenience\"", "\"steps\",\"stepz\""})
  void anUnknownNameInTheConfigIsNamed(String name, String with) throws IOException {
    Path config = begun().resolve("config.json");
    Files.writeString(config, Files.readString(config).replace(name, with));
    assertThatIOException()
        .isThrownBy(() -> RunFolder.open(folder()))
        .withMessageContaining(config.toString());
  }

  @Test
  void aDamagedCheckpointIsNotTrusted() throws IOException {
    Path last = begun().resolve("last.safetensors");
    byte[] whole = Files.readAllBytes(last);
    byte[] flipped = whole.clone();
    flipped[whole.length - 100] ^= 1;
    Files.write(last, flipped);
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContainingAll(last.toString(), "SHA-256", "damaged");
    Files.write(last, Arrays.copyOf(whole, whole.length / 2));
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContaining(last.toString());
    // Without its manifest, the truncation is detected in the file itself.
    Files.delete(folder().resolve("last.safetensors.sha256"));
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContaining(last.toString());
    Files.write(last, new byte[0]);
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContainingAll(last.toString(), "too short");
    Files.write(last, whole);
    assertThatCode(() -> resume(folder())).doesNotThrowAnyException();
  }

  @Test
  void aCheckpointOfAnotherRunIsNotTaken() throws IOException {
    Path wider = Runs.whole(temporary.resolve("wider"), SETTINGS.with(Setting.WIDTH, "9"), 1);
    copyCheckpoint(wider, begun());
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContainingAll("last.safetensors", "shape");

    Path longer = Runs.whole(temporary.resolve("longer"), SETTINGS.with(Setting.STEPS, "7"), 1);
    copyCheckpoint(longer, folder());
    assertThatIOException()
        .isThrownBy(() -> resume(folder()))
        .withMessageContainingAll("last.safetensors", "training.step is [7]", "6 steps");
  }

  private static void copyCheckpoint(Path from, Path to) throws IOException {
    for (String file : List.of("last.safetensors", "last.safetensors.sha256")) {
      Files.copy(from.resolve(file), to.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  void aLineOfMetricsThatNobodyWroteIsNamed() throws IOException {
    Path metrics = begun().resolve("metrics.jsonl");
    String whole = Files.readString(metrics);
    for (String line : List.of("nonsense", "{}", "{\"step\":1.5}", "[]", "{\"step\":\"one\"}")) {
      Files.writeString(metrics, whole + line + "\n" + whole);
      assertThatIOException()
          .as(line)
          .isThrownBy(() -> resume(folder()))
          .withMessageContainingAll(metrics.toString(), "line " + (whole.lines().count() + 1));
    }
  }

  @Test
  void whatAKilledProcessLeftBehindIsSweptAway() throws IOException {
    Path fragment = folder().resolve(".config.json.123e4567-e89b-12d3-a456-426614174000.part");
    Files.createDirectory(folder());
    Files.writeString(fragment, "{\"algorithm\":"); // killed before there was a config
    begun();
    assertThat(fragment).doesNotExist();
    Files.writeString(fragment, "half a checkpoint");
    resume(folder());
    assertThat(names(folder()))
        .containsExactly(
            "best.safetensors",
            "best.safetensors.sha256",
            "config.json",
            "events.out.tfevents.dear",
            "last.safetensors",
            "last.safetensors.sha256",
            "lock",
            "metrics.jsonl",
            "report.html");
  }

  @Test
  void aCheckpointThatCannotBeWrittenLeavesTheOldFilesWhole() throws IOException {
    Path folder = begun();
    Path best = folder.resolve("best.safetensors");
    byte[] last = Files.readAllBytes(folder.resolve("last.safetensors"));
    try (RunFolder run = RunFolder.open(folder);
        Trainer trainer = new Trainer(run, 1, Provenance.NONE, TrainingListener.NONE)) {
      // A folder in place of the file has the same effect as a full disk.
      Files.deleteIfExists(best);
      Files.createDirectories(best.resolve("in the way"));
      assertThatIOException().isThrownBy(trainer::train).withMessageContaining(best.toString());
    }
    assertThat(folder.resolve("last.safetensors")).hasBinaryContent(last);
    Files.delete(best.resolve("in the way"));
    Files.delete(best);
    resume(folder);
    Path whole = Runs.whole(temporary.resolve("whole"), SETTINGS, 1);
    ResumeTest.assertSameRun(folder, whole);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
