// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.training.TrainingStep;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study of small networks: trained in parts, tested at every stage, and shown. */
class StudyTest {
  private static final Provenance PROVENANCE = new Provenance("0", "none", "25", "any");
  private static final TestData SMALL = new TestData(8, 4, 1, Optional.empty());

  @TempDir Path folder;

  private static Plan plan(int steps) {
    Map<Setting, String> small =
        Map.ofEntries(
            Map.entry(Setting.STEPS, Integer.toString(steps)),
            Map.entry(Setting.BATCH, "2"),
            Map.entry(Setting.WIDTH, "4"),
            Map.entry(Setting.TRAIN_NODES_MIN, "4"),
            Map.entry(Setting.TRAIN_NODES_MAX, "5"),
            Map.entry(Setting.VALIDATION_NODES, "5"),
            Map.entry(Setting.VALIDATION_COUNT, "3"),
            Map.entry(Setting.VALIDATE_EVERY, "4"),
            Map.entry(Setting.BUDGET, "5"),
            Map.entry(Setting.TEST_BUDGET, "6"));
    return new Plan(
        new Plan.Base(Preset.QUICK, small),
        List.of(Clrs.algorithm("floyd_warshall"), Clrs.algorithm("insertion_sort")),
        List.of(
            new Row("nar", "NAR", "steps", Map.of(Setting.MODE, "nar"), Map.of()),
            new Row("dear-relative", "DEAR", "equilibrium", Map.of(), Map.of())));
  }

  private Json table1(List<Cell> cells) throws IOException {
    return written(
        "table1.json",
        (workers, results) ->
            new Table1(folder.resolve("runs"), SMALL, PROVENANCE).write(cells, workers, results));
  }

  private interface Part {
    void write(Workers workers, ResultsFolder results) throws IOException;
  }

  private Json written(String name, Part part) throws IOException {
    Path results = folder.resolve("results");
    try (Workers workers = new Workers(2)) {
      part.write(workers, new ResultsFolder(results));
    }
    return Json.parse(Files.readString(results.resolve(name)));
  }

  private String page() throws IOException {
    Path page = folder.resolve("docs/results.md");
    ResultsPage.write(new ResultsFolder(folder.resolve("results")), page);
    return Files.readString(page);
  }

  private boolean train(List<Cell> cells, Duration budget, Campaign.Listener listener)
      throws IOException {
    return new Campaign(folder.resolve("runs"), PROVENANCE, 2, listener).train(cells, budget);
  }

  @Test
  void beforeAnyTrainingEverythingIsMissing() throws IOException {
    Json table = table1(plan(8).cells(1));
    assertThat(table.get("cells").values())
        .hasSize(4)
        .allMatch(cell -> cell.get("state").string().equals("MISSING") && !cell.has("test"));
    assertThat(page()).contains("not trained<br>*52.58 ± 1.08*", "dear reproduce table2");
    assertThat(folder.resolve("docs/results")).isEmptyDirectory();
  }

  @Test
  void aModelOfAnotherAlgorithmIsAskedOncePerSource() throws IOException {
    Plan rows = Plan.standard().withRows(List.of("dear-pairs", "reduction"));
    List<Cell> cells =
        rows.withAlgorithms(
                List.of(Clrs.algorithm("bellman_ford"), Clrs.algorithm("floyd_warshall")))
            .cells(1);
    List<Json> tested = table1(cells).get("cells").values();
    assertThat(tested).hasSize(3);
    Json reduction = tested.getLast();
    assertThat(reduction.get("algorithm").string()).isEqualTo("floyd_warshall");
    double once = tested.getFirst().get("test").get("evaluations").number();
    assertThat(reduction.get("test").get("evaluations").number())
        .isGreaterThan(SMALL.nodes() * once / 2);
    assertThat(reduction.get("differences").values()).isEmpty();
    assertThat(tested)
        .extracting(cell -> cell.get("total_steps").integer())
        .as("steps of all runs, as the pretrained models have them")
        .containsExactly(
            totalSteps("bellman_ford"), totalSteps("floyd_warshall"), totalSteps("bellman_ford"));
    assertThat(reduction.get("settings").get("near-ties").string())
        .as("those of the model")
        .isEqualTo("0.5");
    assertThat(totalSteps("bellman_ford")).isGreaterThan(reduction.get("steps").integer());
    assertThat(page()).contains("| n × Bellman–Ford (a reduction) | –<br>*–* | **");
  }

  private static int totalSteps(String model) throws IOException {
    return ShippedModels.ofProgram().named(model).orElseThrow().totalSteps().orElseThrow();
  }

  /** The model that is tested is of an earlier step than the run, and both continue another one. */
  @Test
  void stepsOfTheModelThatARunContinuesCount() throws IOException {
    Cell cell = plan(8).cells(1).getFirst();
    assertThat(train(List.of(cell), Duration.ofHours(1), new Campaign.Listener() {})).isTrue();
    Path file = folder.resolve("runs").resolve(cell.name()).resolve("best.safetensors");
    Model model = Model.load(file);
    Provenance continuing =
        model
            .provenance()
            .startingFrom("earlier", "0".repeat(64), OptionalInt.of(100))
            .with("step", "4");
    new Model(model.settings(), model.network(), model.parameters(), continuing).save(file);
    Json tested = table1(List.of(cell)).get("cells").values().getFirst();
    assertThat(tested.get("steps").integer()).isEqualTo(8);
    assertThat(tested.get("total_steps").integer()).isEqualTo(108);
    assertThat(page()).contains("| 108 (8, tested: 4) |");
  }

  @Test
  void trainsInPartsAndShowsWhatThereIs() throws IOException {
    List<Cell> cells = plan(12).cells(2);
    Campaign[] campaign = new Campaign[1];
    Campaign.Listener interrupting =
        new Campaign.Listener() {
          @Override
          public void stepped(Cell cell, TrainingStep step) {
            if (step.step() == 8) { // validated twice, whatever the other thread has done
              campaign[0].stop();
            }
          }
        };
    campaign[0] = new Campaign(folder.resolve("runs"), PROVENANCE, 2, interrupting);
    assertThat(campaign[0].train(cells, Duration.ofHours(1))).isFalse();
    Json stopped = table1(cells);
    List<String> states = states(stopped);
    assertThat(states).contains("STOPPED", "MISSING");
    assertThat(page()).contains("(1 seed, stopped at ", " of 12", "not trained");

    List<String> finished = Collections.synchronizedList(new ArrayList<>());
    Campaign.Listener noting =
        new Campaign.Listener() {
          @Override
          public void finished(Cell cell) {
            finished.add(cell.name());
          }
        };
    assertThat(train(cells, Duration.ofHours(1), noting)).isTrue();
    assertThat(finished)
        .doesNotHaveDuplicates()
        .isSubsetOf(cells.stream().map(Cell::name).toList());
    byte[] model = Files.readAllBytes(folder.resolve("runs/nar-insertion_sort-1/best.safetensors"));
    assertThat(train(cells, Duration.ofHours(1), noting)).isTrue();
    assertThat(folder.resolve("runs/nar-insertion_sort-1/best.safetensors"))
        .hasBinaryContent(model);

    Json whole = table1(cells);
    assertThat(states(whole)).containsOnly("FINISHED").hasSize(8);
    for (Json cell : whole.get("cells").values()) {
      assertThat(cell.get("curve").values()).hasSize(3);
      assertThat(cell.get("test").get("graphs").integer()).isEqualTo(4);
      assertThat(cell.get("differences").values()).isEmpty();
      assertThat(cell.get("settings").get("mode").string())
          .isEqualTo(cell.get("row").string().equals("nar") ? "nar" : "dear");
      assertThat(cell.has("all_pairs"))
          .isEqualTo(cell.get("algorithm").string().equals("floyd_warshall"));
    }
    Json times =
        written(
            "table2.json",
            (workers, results) ->
                new Table2(folder.resolve("runs"), SMALL, PROVENANCE)
                    .write(cells, workers, results));
    for (Json cell : times.get("cells").values()) {
      assertThat(cell.get("seconds").number()).isPositive();
      assertThat(cell.has("seconds_decoding_every_step"))
          .isEqualTo(cell.get("row").string().equals("nar"));
    }
    String page = page();
    assertThat(page)
        .contains("(2 seeds)", "### Floyd–Warshall", "all pairs", "decoding at every step")
        .doesNotContain("not trained", "NaN", "null");
    assertThat(page.lines().filter(line -> line.startsWith("| NAR, "))).hasSize(4);
    Documents.xml(Files.readString(folder.resolve("docs/results/accuracy.svg")));
  }

  @Test
  void allSettingsAreRecordedButNotShown() throws IOException {
    Cell cell = plan(8).cells(1).getFirst();
    assertThat(train(List.of(cell), Duration.ofHours(1), new Campaign.Listener() {})).isTrue();
    table1(List.of(cell));
    ResultsFolder results = new ResultsFolder(folder.resolve("results"));
    AccuracyTable read = results.accuracy().orElseThrow();
    RecordedSettings recorded = read.cells().getFirst().training().orElseThrow().settings();
    assertThat(recorded).isEqualTo(RecordedSettings.of(cell.settings()));
    assertThat(recorded.values())
        .hasSize(Setting.values().length)
        .containsEntry("mode", "nar")
        .containsEntry("width", "4");
    assertThat(page()).doesNotContain("checkpoint-every");
    Path file = folder.resolve("results/table1.json");
    String before = Files.readString(file).replaceAll("(?s)\\s*\"settings\": \\{[^}]*\\},", "");
    assertThat(before).doesNotContain("\"width\"");
    Files.writeString(file, before);
    read = results.accuracy().orElseThrow();
    assertThat(read.cells().getFirst().training().orElseThrow().settings())
        .as("a document of an earlier program")
        .isEqualTo(RecordedSettings.NONE);
    results.add(read);
    assertThat(file).hasContent(before);
  }

  @Test
  void everyCellFinishesALapBeforeAnyBeginsTheNext() throws IOException {
    List<Cell> cells = plan(8).cells(1);
    Schedule schedule = new Schedule(List.of(4), rowsOf("dear-relative", "nar"));
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    Campaign.Listener noting =
        new Campaign.Listener() {
          @Override
          public void starting(Stint stint, Campaign.Outlook outlook) {
            assertThat(outlook.secondsPerStep()).isPositive();
            assertThat(outlook.steps()).isEqualTo(4);
            assertThat(outlook.later()).isEqualTo(8 - stint.until());
            assertThat(outlook.seconds()).isEqualTo(4 * outlook.secondsPerStep());
            events.add(stint.cell().name() + " to " + stint.until());
          }

          @Override
          public void reached(Stint stint) {
            events.add(stint.cell().name() + " at " + stint.until());
          }
        };
    Campaign campaign = new Campaign(folder.resolve("runs"), PROVENANCE, 1, noting);
    assertThat(campaign.trainInOrder(schedule.stints(cells), Duration.ofHours(1))).isTrue();
    assertThat(events)
        .containsExactly(
            "dear-relative-floyd_warshall-1 to 4",
            "dear-relative-floyd_warshall-1 at 4",
            "dear-relative-insertion_sort-1 to 4",
            "dear-relative-insertion_sort-1 at 4",
            "nar-floyd_warshall-1 to 4",
            "nar-floyd_warshall-1 at 4",
            "nar-insertion_sort-1 to 4",
            "nar-insertion_sort-1 at 4",
            "dear-relative-floyd_warshall-1 to 8",
            "dear-relative-insertion_sort-1 to 8",
            "nar-floyd_warshall-1 to 8",
            "nar-insertion_sort-1 to 8");
    assertThat(states(table1(cells))).containsOnly("FINISHED");
    // Laps leave no trace in the result.
    Path once = folder.resolve("once");
    assertThat(
            new Campaign(once, PROVENANCE, 1, new Campaign.Listener() {})
                .train(cells, Duration.ofHours(1)))
        .isTrue();
    for (Cell cell : cells) {
      assertThat(folder.resolve("runs").resolve(cell.name()).resolve("last.safetensors"))
          .hasSameBinaryContentAs(once.resolve(cell.name()).resolve("last.safetensors"));
    }
  }

  private static List<Schedule.Group> rowsOf(String... rows) {
    return java.util.Arrays.stream(rows).map(row -> new Schedule.Group(row, List.of())).toList();
  }

  @Test
  void neitherTurnsNorCompanyShow() throws IOException {
    List<Cell> cells = plan(8).cells(1);
    assertThat(train(cells, Duration.ofHours(1), new Campaign.Listener() {})).isTrue();
    Cell last = cells.getLast();
    Path alone = folder.resolve("alone");
    assertThat(
            new Campaign(alone, PROVENANCE, 1, new Campaign.Listener() {})
                .train(List.of(last), Duration.ofHours(1)))
        .isTrue();
    assertThat(folder.resolve("runs").resolve(last.name()).resolve("best.safetensors"))
        .hasSameBinaryContentAs(alone.resolve(last.name()).resolve("best.safetensors"));
  }

  @Test
  void theBudgetEndsTraining() throws IOException {
    List<Cell> cells = plan(1_000_000).cells(1);
    long start = System.nanoTime();
    assertThat(train(cells, Duration.ofMillis(1500), new Campaign.Listener() {})).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThat(states(table1(cells))).doesNotContain("FINISHED");
    assertThat(page()).contains(" of 1,000,000"); // and, unless it is the same, the step tested
  }

  @Test
  void aFolderThatIsNotACellsIsNotTakenForOne() throws IOException {
    List<Cell> cells = plan(8).cells(2);
    assertThat(train(cells, Duration.ofHours(1), new Campaign.Listener() {})).isTrue();
    Path runs = folder.resolve("runs");
    Path first = runs.resolve("nar-insertion_sort-1");
    Files.move(first, runs.resolve("aside"));
    Files.move(runs.resolve("nar-insertion_sort-2"), first);
    assertThatThrownBy(() -> table1(cells))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(first.toString(), "seed is 2");
  }

  @Test
  void aRunThatWasTrainedOtherwiseSaysSo() throws IOException {
    assertThat(train(plan(8).cells(1), Duration.ofHours(1), new Campaign.Listener() {})).isTrue();
    table1(plan(12).cells(1));
    assertThat(page()).contains("settings differ from their row", "steps 8 (row: 12)");
  }

  @Test
  void minutesAreThoseOfTheStepsBesideThem() throws IOException {
    Cell cell = plan(100).cells(1).getFirst();
    assertThat(
            new Campaign(folder.resolve("runs"), PROVENANCE, 1, new Campaign.Listener() {})
                .trainInOrder(List.of(new Stint(cell, 24)), Duration.ofHours(1)))
        .isTrue();
    // Two samples a minute, two samples a batch: the four steps after step 20 took four minutes.
    // The last line is of steps that the checkpoint does not know and that will be repeated.
    Files.writeString(
        folder.resolve("runs").resolve(cell.name()).resolve("metrics.jsonl"),
        """
        {"step":4,"validation_loss":1,"validation_accuracy":0.5,"training_seconds":300}
        {"step":20,"samples_per_second":%s,"training_seconds":1200}
        {"step":40,"samples_per_second":1,"training_seconds":9000}
        """
            .formatted(2 / 60.0));
    Json tested = table1(List.of(cell)).get("cells").values().getFirst();
    assertThat(tested.get("steps").integer()).isEqualTo(24);
    assertThat(tested.get("seconds").number()).isCloseTo(1440, within(1e-9));
    assertThat(page()).containsPattern("\\| 24 of 100(, tested: \\d+)? \\| 24 \\|");
  }

  private static List<String> states(Json table) {
    return table.get("cells").values().stream().map(cell -> cell.get("state").string()).toList();
  }
}
