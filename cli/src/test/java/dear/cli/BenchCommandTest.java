// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.study.Cell;
import dear.study.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the workloads print; how fast they are is nothing for a test. */
class BenchCommandTest {
  /** What does not belong to training, or would take too long. */
  private static final Set<Setting> OF_THE_MEASUREMENT =
      Set.of(
          Setting.BATCH,
          Setting.STEPS,
          Setting.AVERAGING,
          Setting.VALIDATION_NODES,
          Setting.VALIDATION_COUNT,
          Setting.CHECKPOINT_EVERY);

  private static Invocation bench(String workload, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "bench %s --algorithm bellman_ford --nodes 6 --batch 3 --threads 2 --seconds 0.01"
                    .formatted(workload)
                    .split(" ", -1)));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"step", "solve", "train"})
  void oneLineTellsWhatWasMeasured(String workload) throws IOException {
    Invocation done = bench(workload);
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out().strip().lines()).hasSize(1);
    Json line = Json.parse(done.out());
    assertThat(line.get("workload").string()).isEqualTo(workload);
    assertThat(line.get("nodes").integer()).isEqualTo(6);
    assertThat(line.get("batch").integer()).isEqualTo(3);
    assertThat(line.get("edges").integer()).isBetween(3 * 6, 3 * 36);
    assertThat(line.get("best_ms").number()).isPositive();
    assertThat(line.get("median_ms").number()).isGreaterThanOrEqualTo(line.get("best_ms").number());
  }

  @Test
  void graphsHaveAsManyEdgesAsAskedFor() throws IOException {
    for (int edges : new int[] {30, 50, 70}) {
      Invocation done = bench("step", "--edges", Integer.toString(edges));
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(Json.parse(done.out()).get("edges").integer()).isBetween(edges - 1, edges + 1);
    }
    Invocation impossible = bench("step", "--edges", "200");
    assertThat(impossible.code()).isEqualTo(2);
    assertThat(impossible.err()).contains("--edges 200");
  }

  @Test
  void workloadsThatCannotBe() {
    assertThat(Invocation.of("bench").code()).isEqualTo(2);
    assertThat(bench("step", "--evaluations", "2").code()).isEqualTo(2);
    assertThat(bench("train", "--jacobian-share", "--no-jacobian").code()).isEqualTo(2);
    assertThat(Invocation.of("bench", "step", "--threads", "9999999").err())
        .startsWith("dear: --threads 9999999");
    for (String workload : List.of("step", "gemm", "compose")) {
      for (String seconds : List.of("0", "-1", "NaN", "1e308")) {
        Invocation refused = Invocation.of("bench", workload, "--seconds", seconds);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("is not in the range 0 to 86,400");
      }
    }
  }

  @Test
  void compositionsAreComparedWithTheirPeak() throws IOException {
    Invocation done =
        Invocation.of("bench", "compose", "--nodes", "7", "--channels", "9", "--seconds", "0.01");
    assertThat(done.code()).as(done.err()).isZero();
    Json line = Json.parse(done.out());
    assertThat(line.get("giga_sums").number()).isPositive();
    assertThat(line.get("share_of_peak").number()).isPositive();
    assertThat(Invocation.of("bench", "compose", "--nodes", "0").code()).isEqualTo(2);
  }

  private static Invocation accuracy(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                ("bench accuracy minimum --steps 6 --every 2 --batch 2 --validation-nodes 6"
                        + " --validation-count 3 --threads 1")
                    .split(" ", -1)));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @Test
  void trainingIsTimedUntilTheTargetIsReached() throws IOException {
    Invocation easy = accuracy("--target", "1e-9", "--width", "8");
    assertThat(easy.code()).as(easy.err()).isIn(0, 1); // an accuracy of zero reaches nothing
    Json line = Json.parse(easy.out());
    assertThat(line.get("seconds").number()).isNotNegative();
    assertThat(line.get("reached").bool()).isEqualTo(easy.code() == 0);
    Invocation hard = accuracy("--target", "100", "--width", "8", "--learning-rate", "1e-9");
    assertThat(hard.code()).isEqualTo(1);
    assertThat(Json.parse(hard.out()).get("steps").integer()).isEqualTo(6);
    assertThat(Json.parse(hard.out()).get("reached").bool()).isFalse();
  }

  /** The options without which Bellman-Ford was measured to miss the paper's accuracy. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "dijkstra"})
  void whatIsTimedIsTheRecipeOfTheAlgorithm(String name) throws IOException {
    Settings settings = AccuracyBenchCommand.defaults(Clrs.algorithm(name));
    assertThat(settings.algorithm().name()).isEqualTo(name);
    assertThat(settings.text(Setting.NEAR_TIES)).isEqualTo("0.5");
    assertThat(settings.text(Setting.EDGE_PROBABILITIES)).isEqualTo("0.3,0.5,0.6,0.7,0.8,0.9,1");
    assertThat(settings.steps()).isEqualTo(2500);
    Settings recipe =
        Plan.recipes().cells(1).stream()
            .map(Cell::settings)
            .filter(it -> it.algorithm().name().equals("bellman_ford"))
            .findFirst()
            .orElseThrow();
    for (Setting setting : Setting.values()) {
      if (!OF_THE_MEASUREMENT.contains(setting)) {
        assertThat(settings.text(setting)).as(setting.key()).isEqualTo(recipe.text(setting));
      }
    }
  }

  @Test
  void aShortRecipeIsNotLengthened() throws IOException {
    assertThat(AccuracyBenchCommand.defaults(Clrs.algorithm("insertion_sort")).steps())
        .isEqualTo(1200);
  }

  @Test
  void withoutARecipeAModelIsTrainedByThePreset() throws IOException {
    Algorithm local = Clrs.algorithm("strongly_connected_components_local");
    Settings settings = AccuracyBenchCommand.defaults(local);
    assertThat(settings.steps()).isEqualTo(1500);
    Settings preset = Settings.of(local, Preset.PAIRS);
    for (Setting setting : Setting.values()) {
      if (!OF_THE_MEASUREMENT.contains(setting)) {
        assertThat(settings.text(setting)).as(setting.key()).isEqualTo(preset.text(setting));
      }
    }
  }

  @Test
  void whatIsGivenGoesBeforeTheRecipe() {
    Invocation given = accuracy("--target", "100", "--width", "8", "--applications-max", "2");
    assertThat(given.code()).isEqualTo(2);
    assertThat(given.err()).contains("setting applications-min: 3 is greater than");
    assertThat(Invocation.of("bench", "accuracy", "--help").out().replaceAll("\\s+", " "))
        .contains("(default 1500 or the recipe's, up to 2500)", "(default 0.98)");
  }

  @Test
  void targetsMustBeKnownAndPossible() {
    Invocation unknown = accuracy();
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("minimum is not in the paper's table", "--target");
    assertThat(accuracy("--target", "101").code()).isEqualTo(2);
    assertThat(accuracy("--target", "90", "--steps", "none").code()).isEqualTo(2);
  }
}
