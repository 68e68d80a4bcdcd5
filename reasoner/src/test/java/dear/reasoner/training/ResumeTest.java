// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.io.Json;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.optim.LearningRate;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that is stopped and resumed, on any number of threads, ends with the same bits. */
class ResumeTest {
  private static final int STEPS = 13;

  @TempDir Path folder;

  static Stream<Arguments> runs() {
    return Stream.of(
        Arguments.of("bellman_ford", Map.of(Setting.MODE, "dear")),
        Arguments.of("bellman_ford", Map.of(Setting.MODE, "nar")),
        Arguments.of("insertion_sort", Map.of(Setting.AVERAGING, "0.9")),
        Arguments.of(
            "insertion_sort",
            Map.of(
                Setting.MODE, "nar",
                Setting.AVERAGING, "0.5",
                Setting.TRAIN_SAMPLES, "7",
                Setting.JACOBIAN_EVERY, "2")),
        Arguments.of(
            "floyd_warshall",
            Map.of(
                Setting.PROCESSOR, "pairs",
                Setting.TARGETS, "pairs",
                Setting.GRADIENT, "last",
                Setting.APPLICATIONS_MIN, "2",
                Setting.APPLICATIONS_MAX, "9",
                Setting.SUPERVISE, "4,8",
                Setting.START_NOISE, "0.1",
                Setting.SPARSE, "0.5")),
        Arguments.of("insertion_sort", Map.of(Setting.PROCESSOR, "pairs")),
        Arguments.of("floyd_warshall", Map.of(Setting.MODE, "nar", Setting.PROCESSOR, "pairs")),
        Arguments.of(
            "bellman_ford",
            Map.of(
                Setting.PROCESSOR, "pairs",
                Setting.SOLVER, "broyden",
                Setting.GRADIENT, "implicit")),
        Arguments.of("bellman_ford", Map.of(Setting.LINEAR_PATH, "3")),
        Arguments.of("bfs", Map.of(Setting.TRAIN_SAMPLES, "10", Setting.JACOBIAN_EVERY, "2")),
        Arguments.of("bellman_ford", Map.of(Setting.RNG, "numpy")),
        Arguments.of(
            "bfs",
            Map.of(
                Setting.RNG, "numpy",
                Setting.TRAIN_SAMPLES, "50",
                Setting.GRADIENT, "damped",
                Setting.GRADIENT_STEPS, "2",
                Setting.GRADIENT_DAMPING, "0.8")),
        Arguments.of(
            "dfs",
            Map.of(
                Setting.SOLVER, "broyden",
                Setting.GRADIENT, "implicit",
                Setting.BACKWARD_TOLERANCE, "1e-2",
                Setting.BACKWARD_MEMORY, "3",
                Setting.BACKWARD_BUDGET, "9",
                Setting.WEIGHT_DECAY, "0.01",
                Setting.SCHEDULE, "constant")));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void endsWithTheSameBits(String algorithm, Map<Setting, String> given) throws IOException {
    // Three leaves of the gradient's tree, so that three threads have something to share.
    Settings settings = Runs.tiny(algorithm, STEPS).with(given).with(Setting.BATCH, "9");
    Path whole = Runs.whole(folder.resolve("whole"), settings, 1);
    for (int threads = 1; threads <= 3; threads++) {
      Path parts = folder.resolve("parts" + threads);
      Runs.create(parts, settings).close();
      int rounds = 0;
      boolean finished = false;
      while (!finished) { // stops after 1, 4, 7, … steps: at checkpoints, validations and in
        // between
        try (RunFolder run = RunFolder.open(parts)) {
          finished = Runs.go(run, threads, 1 + rounds % 3 * 2);
        }
        assertThat(++rounds).isLessThanOrEqualTo(STEPS);
      }
      assertThat(rounds).isGreaterThan(3);
      assertSameRun(parts, whole);
    }
  }

  @Test
  void aRunOnDatasetsEndsWithTheSameBits() throws IOException {
    Settings settings = Runs.tiny("bfs", STEPS);
    Path train = folder.resolve("train.jsonl");
    Path validation = folder.resolve("validation.jsonl");
    Runs.writeData(train, settings.algorithm(), 8);
    Runs.writeData(validation, settings.algorithm(), 3);
    Settings given =
        settings.with(
            Map.of(Setting.DATA, train.toString(), Setting.VALIDATION_DATA, validation.toString()));
    Path whole = Runs.whole(folder.resolve("whole"), given, 1);
    Path parts = folder.resolve("parts");
    Runs.create(parts, given).close();
    boolean finished = false;
    for (int round = 0; !finished; round++) {
      try (RunFolder run = RunFolder.open(parts)) {
        finished = Runs.go(run, 2, 1 + round % 3 * 2);
      }
    }
    assertSameRun(parts, whole);
  }

  /** Training does not depend on what a run is validated on. */
  @Test
  void validationOnADatasetIsOnThatDatasetOnly() throws IOException {
    Settings settings = Runs.tiny("bfs", 10).with(Setting.KEEP, "last");
    Path data = folder.resolve("validation.jsonl");
    Runs.writeData(data, settings.algorithm(), 3);
    Path drawn = Runs.whole(folder.resolve("drawn"), settings, 1);
    Path given =
        Runs.whole(
            folder.resolve("given"), settings.with(Setting.VALIDATION_DATA, data.toString()), 1);
    Model model = kept(given);
    assertThat(model.parameters().values()).isEqualTo(kept(drawn).parameters().values());
    assertThat(measured(given)).isNotEqualTo(measured(drawn));
    try (Workers workers = new Workers(1)) {
      double loss =
          TestGraphs.examine(model, TestGraphs.read(model, data, _ -> true), workers).loss();
      assertThat(model.provenance().fact("validation_loss")).isEqualTo(Double.toString(loss));
    }
  }

  @Test
  void theNumberOfThreadsDoesNotShow() throws IOException {
    // Six leaves of the gradient's tree, the last of three graphs.
    Settings settings = Runs.tiny("dijkstra", 6).with(Setting.BATCH, "23");
    Path one = Runs.whole(folder.resolve("1"), settings, 1);
    assertSameRun(Runs.whole(folder.resolve("2"), settings, 2), one);
    assertSameRun(Runs.whole(folder.resolve("3"), settings, 3), one);
  }

  @Test
  void anotherSeedShows() throws IOException {
    Settings settings = Runs.tiny("bfs", 3);
    Path one = Runs.whole(folder.resolve("1"), settings, 1);
    Path two = Runs.whole(folder.resolve("2"), settings.with(Setting.SEED, "2"), 1);
    assertThat(one.resolve("last.safetensors"))
        .satisfies(file ->
            assertThat(Files.mismatch(file, two.resolve("last.safetensors"))).isNotEqualTo(-1));
  }

  @Test
  void aFinishedRunStaysAsItIs() throws IOException {
    Settings settings = Runs.tiny("bfs", 4);
    Path once = Runs.whole(folder.resolve("once"), settings, 1);
    Path again = Runs.whole(folder.resolve("again"), settings, 2);
    try (RunFolder run = RunFolder.open(again)) {
      assertThat(Runs.go(run, 2, 100)).isTrue();
    }
    assertSameRun(again, once);
  }

  @Test
  void metricsAreThoseOfOneRun() throws IOException {
    Settings settings = Runs.tiny("bfs", 45).with(Setting.CHECKPOINT_EVERY, "1000");
    Path whole = Runs.whole(folder.resolve("whole"), settings, 2);
    Path parts = folder.resolve("parts");
    try (RunFolder run = Runs.create(parts, settings)) {
      Runs.go(run, 2, 22);
    }
    // A killed process wrote lines after its last checkpoint, the last of them incomplete.
    Files.writeString(
        parts.resolve("metrics.jsonl"),
        Files.readString(parts.resolve("metrics.jsonl"))
            + "{\"step\":40,\"loss\":1.0}\n{\"step\":45,\"validation_lo");
    try (RunFolder run = RunFolder.open(parts)) {
      assertThat(Runs.go(run, 2, 100)).isTrue();
    }
    assertThat(measured(parts)).isEqualTo(measured(whole)).hasSize(2 + 9);
  }

  static void assertSameRun(Path run, Path other) throws IOException {
    for (String file : List.of("last.safetensors", "best.safetensors")) {
      assertThat(Files.mismatch(run.resolve(file), other.resolve(file))).as(file).isEqualTo(-1);
      assertThat(Files.readString(run.resolve(file + ".sha256")))
          .isEqualTo(Files.readString(other.resolve(file + ".sha256")));
    }
    assertThat(measured(run)).isEqualTo(measured(other));
  }

  /** The metrics without times. */
  static List<String> measured(Path run) throws IOException {
    return Files.readString(run.resolve("metrics.jsonl"))
        .lines()
        .map(ResumeTest::parse)
        .map(line ->
            line.members().entrySet().stream()
                .filter(e -> !e.getKey().equals("training_seconds"))
                .filter(e -> !e.getKey().equals("samples_per_second"))
                .toList()
                .toString())
        .toList();
  }

  private static Json parse(String line) {
    try {
      return Json.parse(line);
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }

  @Test
  void theLastModelCanBeKeptInsteadOfTheBest() throws IOException {
    // With such a high rate the loss goes up and down, so the last validation is not the best.
    Settings wild =
        Runs.tiny("bellman_ford", 40)
            .with(Map.of(Setting.LEARNING_RATE, "0.3", Setting.SCHEDULE, "constant"));
    Model best = kept(Runs.whole(folder.resolve("best"), wild, 1));
    Model last = kept(Runs.whole(folder.resolve("last"), wild.with(Setting.KEEP, "last"), 1));
    assertThat(last.provenance().fact("step")).isEqualTo("40");
    assertThat(best.provenance().fact("step")).isNotEqualTo("40");
  }

  @Test
  void theLearningRateEndsAtZero() throws IOException {
    Settings settings =
        Runs.tiny("bfs", 40)
            .with(
                Map.of(
                    Setting.SCHEDULE, "cosine",
                    Setting.WARM_UP, "11",
                    Setting.LEARNING_RATE, "1e-3"));
    Runs.whole(folder.resolve("run"), settings, 1);
    // The 20th and the 40th of 40 steps: 9 and 29 thirtieths of the way down.
    assertThat(rates(folder.resolve("run")))
        .containsExactly(
            5e-4 * (1 + StrictMath.cos(Math.PI * (9 / 30.0))),
            5e-4 * (1 + StrictMath.cos(Math.PI * (29 / 30.0))));
  }

  @Test
  void aRunIsLengthenedAsIfItHadAlwaysBeenThatLong() throws IOException {
    Settings settings = Runs.tiny("bellman_ford", 10).with(Setting.SCHEDULE, "constant");
    Path whole = Runs.whole(folder.resolve("whole"), settings.with(Setting.STEPS, "15"), 1);
    Path longer = Runs.whole(folder.resolve("longer"), settings, 1);
    try (RunFolder run = RunFolder.open(longer, 15)) {
      assertThat(run.settings().steps()).isEqualTo(15);
      assertThat(Runs.go(run, 2, 100)).isTrue();
    }
    assertThat(
            Files.mismatch(longer.resolve("last.safetensors"), whole.resolve("last.safetensors")))
        .isEqualTo(-1);
    assertThat(kept(longer).provenance().fact("extended"))
        .isEqualTo("from 10 to 15 steps at step 10");
    try (RunFolder run = RunFolder.open(longer, 20)) {
      assertThat(run.provenance().fact("extended"))
          .isEqualTo("from 10 to 15 steps at step 10; from 15 to 20 steps at step 15");
    }
  }

  @Test
  void everyProgramThatTrainedARunIsNamed() throws IOException {
    Provenance first = new Provenance("0", "a1", "25", "vector (256 bits)");
    Provenance second = new Provenance("0", "b2", "25", "vector (256 bits)");
    Provenance wider = new Provenance("0", "b2", "25", "vector (512 bits)");
    Path path = folder.resolve("run");
    Settings settings = Runs.tiny("bfs", 10).with(Setting.KEEP, "last");
    RunFolder.create(path, settings, first).close();
    for (Provenance program : List.of(first, first, second, second, wider)) {
      try (RunFolder run = RunFolder.open(path)) {
        assertThat(Runs.go(run, 1, 2, program)).isEqualTo(program.equals(wider));
      }
    }
    String all =
        "begun by commit a1, kernels vector (256 bits); continued at step 4 by commit b2, kernels"
            + " vector (256 bits); continued at step 8 by commit b2, kernels vector (512 bits)";
    assertThat(kept(path).provenance().fact("trained")).isEqualTo(all);
    assertThat(kept(path).provenance().commits()).containsExactly("a1", "b2");
    assertThat(first.commits()).containsExactly("a1");
    try (RunFolder run = RunFolder.open(path)) {
      assertThat(Runs.go(run, 1, 2, first)).as("finished before").isTrue();
      assertThat(run.provenance().fact("trained")).isEqualTo(all);
    }
    try (RunFolder run = RunFolder.open(path)) {
      assertThat(run.provenance().fact("trained")).as("nothing was trained").isEqualTo(all);
      assertThat(run.provenance().fact("commit")).isEqualTo("a1");
    }
  }

  @Test
  void aLengthenedCosineContinuesAsThatOfALongerRun() throws IOException {
    Settings settings = Runs.tiny("bfs", 20).with(Setting.SCHEDULE, "cosine");
    Path run = Runs.whole(folder.resolve("run"), settings, 1);
    try (RunFolder longer = RunFolder.open(run, 40)) {
      Runs.go(longer, 1, 100);
    }
    LearningRate whole = LearningRate.fallingToZero(1e-3, 2, 40);
    assertThat(rates(run))
        .containsExactly(LearningRate.fallingToZero(1e-3, 2, 20).at(19), whole.at(39));
  }

  @Test
  void aRunDoesNotEndBeforeItsLatestStep() throws IOException {
    Path run = Runs.whole(folder.resolve("run"), Runs.tiny("bfs", 4), 1);
    String config = Files.readString(run.resolve("config.json"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunFolder.open(run, 3))
        .withMessageContainingAll("already trained on 4 steps", "cannot end at 3");
    assertThat(run.resolve("config.json")).hasContent(config.stripTrailing());
    RunFolder.open(run).close(); // the lock was released
  }

  @Test
  void trainingStopsWhenTheLossNoLongerFalls() throws IOException {
    // With such a high rate the loss goes up and down, so a validation is soon no better.
    Settings wild =
        Runs.tiny("bellman_ford", 400)
            .with(
                Map.of(
                    Setting.LEARNING_RATE, "0.3",
                    Setting.SCHEDULE, "constant",
                    Setting.PATIENCE, "2"));
    Path run = Runs.whole(folder.resolve("run"), wild, 1);
    List<Double> losses =
        RunFolder.readMetrics(run).stream()
            .flatMap(line -> Stream.ofNullable(line.values().get("validation_loss")))
            .toList();
    double best = losses.stream().mapToDouble(it -> it).min().orElseThrow();
    assertThat(losses.indexOf(best)).isEqualTo(losses.size() - 3);
    assertThat(losses).hasSizeLessThan(80);
    try (RunFolder again = RunFolder.open(run)) {
      assertThat(Runs.go(again, 1, 100)).isTrue(); // nothing more to do
    }
    assertThat(RunFolder.readMetrics(run).getLast().step()).isEqualTo(5 * losses.size());
    Path parts = folder.resolve("parts");
    Runs.create(parts, wild).close();
    boolean finished = false;
    while (!finished) {
      try (RunFolder again = RunFolder.open(parts)) {
        finished = Runs.go(again, 1, 7);
      }
    }
    assertSameRun(parts, run);
  }

  private static List<Double> rates(Path run) throws IOException {
    return RunFolder.readMetrics(run).stream()
        .flatMap(line -> Stream.ofNullable(line.values().get("learning_rate")))
        .toList();
  }

  private static Model kept(Path run) throws IOException {
    return Model.load(run.resolve("best.safetensors"));
  }
}
