// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.io.Json;
import dear.io.Sha256;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.InitialWeights;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process may be killed at any moment. What it leaves behind changes only with an operation on a
 * file, so these are all the moments there are: before each operation, and halfway through each
 * write. From every one of them, the same command ends with the same files.
 */
class KilledAnywhereTest {
  private static final Provenance PROVENANCE = new Provenance("0", "none", "25", "any");

  private static final Map<Setting, String> SMALL =
      Map.ofEntries(
          Map.entry(Setting.STEPS, "5"),
          Map.entry(Setting.BATCH, "2"),
          Map.entry(Setting.WIDTH, "4"),
          Map.entry(Setting.WARM_UP, "1"),
          Map.entry(Setting.TRAIN_NODES_MIN, "4"),
          Map.entry(Setting.TRAIN_NODES_MAX, "5"),
          Map.entry(Setting.VALIDATION_NODES, "5"),
          Map.entry(Setting.VALIDATION_COUNT, "2"),
          Map.entry(Setting.VALIDATE_EVERY, "2"),
          Map.entry(Setting.CHECKPOINT_EVERY, "3"),
          Map.entry(Setting.BUDGET, "5"),
          Map.entry(Setting.TEST_BUDGET, "5"));

  @TempDir Path temporary;

  private int trials;

  /** What a person would type, with its folder; the same again after a kill. */
  private interface Command {
    void run(Path folder) throws IOException;
  }

  /** A state of the files, and what would have come next. */
  private record Moment(String next, Map<String, byte[]> files) {
    void restore(Path folder) throws IOException {
      Files.createDirectories(folder);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        if (file.getKey().endsWith("/")) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.write(path, file.getValue());
        }
      }
    }
  }

  static List<Map<Setting, String>> runs() {
    return List.of(
        Map.of(),
        Map.of(Setting.MODE, "nar", Setting.AVERAGING, "0.5", Setting.JACOBIAN_EVERY, "2"),
        Map.of(Setting.KEEP, "last", Setting.CHECKPOINT_EVERY, "2"),
        Map.of(Setting.CHECKPOINT_EVERY, "1000"),
        Map.of(Setting.LEARNING_RATE, "0.3", Setting.PATIENCE, "1", Setting.STEPS, "12"));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aRunIsResumed(Map<Setting, String> given) throws IOException {
    Settings settings = settings().with(given);
    killEverywhere(start(), folder -> train(folder, settings));
  }

  @Test
  void aRunFromOtherWeightsIsResumed() throws IOException {
    Settings settings = settings();
    Path model = temporary.resolve("other");
    train(model, settings.with(Setting.SEED, "2"));
    InitialWeights weights = InitialWeights.of(model.resolve("best.safetensors"));
    killEverywhere(
        start(),
        folder -> {
          if (Files.exists(folder.resolve("config.json"))) {
            train(folder, settings);
          } else {
            finish(RunFolder.create(folder, settings, PROVENANCE, weights));
          }
        });
  }

  @Test
  void aRunIsLengthened() throws IOException {
    Path begun = start();
    train(begun, settings());
    killEverywhere(begun, folder -> finish(RunFolder.open(folder, 7)));
  }

  @Test
  void aResumptionIsKilled() throws IOException {
    Settings settings = settings();
    List<Moment> moments = moments(start(), folder -> train(folder, settings));
    Moment middle =
        moments.stream()
            .filter(it -> it.next().startsWith("move to best.safetensors"))
            .skip(1)
            .findFirst()
            .orElseThrow();
    Path begun = temporary.resolve("begun");
    middle.restore(begun);
    killEverywhere(begun, folder -> train(folder, settings));
  }

  @Test
  void aStudyIsContinued() throws IOException {
    List<Cell> cells =
        new Plan(
                new Plan.Base(Preset.QUICK, SMALL),
                List.of(Clrs.algorithm("bellman_ford")),
                List.of(
                    new Row("nar", "NAR", "w", Map.of(Setting.MODE, "nar"), Map.of()),
                    new Row("dear", "DEAR", "w", Map.of(), Map.of())))
            .cells(1);
    Schedule laps =
        new Schedule(
            List.of(3),
            List.of(new Schedule.Group("nar", List.of()), new Schedule.Group("dear", List.of())));
    killEverywhere(
        start(),
        folder ->
            assertThat(
                    new Campaign(folder, PROVENANCE, 1, new Campaign.Listener() {})
                        .trainInOrder(laps.stints(cells), Duration.ofHours(1)))
                .isTrue());
  }

  private Path start() throws IOException {
    return Files.createDirectories(temporary.resolve("start"));
  }

  private static Settings settings() {
    return Settings.of(Clrs.algorithm("bellman_ford"), Preset.QUICK).with(SMALL);
  }

  private static void train(Path folder, Settings settings) throws IOException {
    finish(
        Files.exists(folder.resolve("config.json"))
            ? RunFolder.open(folder)
            : RunFolder.create(folder, settings, PROVENANCE));
  }

  private static void finish(RunFolder opened) throws IOException {
    try (RunFolder run = opened;
        Trainer trainer = new Trainer(run, 1, PROVENANCE, TrainingListener.NONE)) {
      assertThat(trainer.train()).isTrue();
    }
  }

  /** Runs a command from the state in a folder; kills it at every moment and runs it again. */
  private void killEverywhere(Path start, Command command) throws IOException {
    Path whole = copy(start);
    command.run(ObservedFiles.of(whole));
    Map<String, Object> expected = content(whole);
    List<Moment> moments = moments(start, command);
    assertThat(moments).hasSizeGreaterThan(20);
    for (Moment moment : moments) {
      Path folder = temporary.resolve("trial" + trials++);
      moment.restore(folder);
      command.run(ObservedFiles.of(folder));
      assertThat(content(folder)).as("killed before: %s", moment.next()).isEqualTo(expected);
    }
  }

  private List<Moment> moments(Path start, Command command) throws IOException {
    Path observed = copy(start);
    List<Moment> moments = new ArrayList<>();
    command.run(
        ObservedFiles.of(
            observed,
            change -> {
              Moment now = new Moment(change, files(observed));
              if (moments.isEmpty() || !same(moments.getLast().files(), now.files())) {
                moments.add(now);
              }
            }));
    return moments;
  }

  private Path copy(Path folder) throws IOException {
    Path copy = temporary.resolve("copy" + trials++);
    new Moment("", files(folder)).restore(copy);
    return copy;
  }

  /** Returns whether two moments differ at most in an unfinished file, which nobody reads. */
  private static boolean same(Map<String, byte[]> files, Map<String, byte[]> others) {
    return files.keySet().equals(others.keySet())
        && files.keySet().stream()
            .allMatch(
                name -> name.endsWith(".part") || Arrays.equals(files.get(name), others.get(name)));
  }

  /** The files below a folder, and folders by names that end in a slash. */
  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.toList()) {
        String name = folder.relativize(path).toString();
        if (Files.isDirectory(path)) {
          files.put(name + "/", new byte[0]);
        } else if (path.endsWith("lock")) {
          files.put(name, new byte[0]); // always empty; to close it would release it
        } else {
          files.put(name, Files.readAllBytes(path));
        }
      }
    }
    return files;
  }

  /** What must be the same: everything but times. */
  private static Map<String, Object> content(Path folder) throws IOException {
    Map<String, Object> content = new TreeMap<>();
    for (Map.Entry<String, byte[]> file : files(folder).entrySet()) {
      String name = file.getKey();
      byte[] bytes = file.getValue();
      if (name.endsWith("metrics.jsonl")) {
        content.put(name, withoutTimes(new String(bytes, StandardCharsets.UTF_8)));
      } else if (name.endsWith("events.out.tfevents.dear")) {
        content.put(name, bytes.length); // all its numbers have a fixed length
      } else {
        content.put(name, Sha256.of(bytes));
      }
    }
    return content;
  }

  private static List<String> withoutTimes(String metrics) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : metrics.lines().toList()) {
      Map<String, Json> members = new TreeMap<>(Json.parse(line).members());
      members.remove("training_seconds");
      members.remove("samples_per_second");
      lines.add(members.toString());
    }
    return lines;
  }
}
