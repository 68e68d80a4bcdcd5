// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.equilibrium.StopReason;
import dear.reasoner.evaluation.EvaluationSummary;
import dear.reasoner.score.Estimate;
import dear.reasoner.settings.Provenance;
import dear.reasoner.training.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page hides nothing that its reader needs to judge a number. */
class TruthfulPageTest {
  private static final String OLD = "a".repeat(40);
  private static final String NEW = "b".repeat(40);
  private static final Provenance PROVENANCE = new Provenance("0", NEW, "25", "any");

  @TempDir Path folder;

  private static EvaluationSummary summary(double accuracy, int converged) {
    Estimate value = new Estimate(accuracy, accuracy - 0.015, accuracy + 0.015);
    return new EvaluationSummary(
        100,
        List.of(new EvaluationSummary.Output("pi", value, value, value, 0.35)),
        accuracy,
        value,
        Optional.of(new Estimate(0.25, 0.2, 0.3)),
        1,
        new EvaluationSummary.Effort(
            160,
            160,
            0.2,
            converged == 0
                ? Map.of(StopReason.BUDGET, 100)
                : Map.of(StopReason.CONVERGED, converged, StopReason.BUDGET, 100 - converged),
            1));
  }

  private static AccuracyTable.Entry entry(
      String row, int steps, String tested, double accuracy, int converged) {
    return entry(row, steps, tested, accuracy, converged, Optional.empty());
  }

  private static AccuracyTable.Entry entry(
      String row,
      int steps,
      String tested,
      double accuracy,
      int converged,
      Optional<FallBacks> fallBacks) {
    boolean searches = !row.startsWith("nar");
    return new AccuracyTable.Entry(
        new TablePlace(
            row,
            row.toUpperCase(java.util.Locale.ROOT),
            "floyd_warshall",
            1,
            steps < 12000 ? CellRun.State.STOPPED : CellRun.State.FINISHED),
        "words",
        Optional.of(
            new AccuracyTable.Training(
                steps,
                12000,
                OptionalInt.empty(),
                32,
                searches,
                List.of(),
                new RecordedSettings(Map.of("backward-tolerance", "1e-4")),
                fallBacks)),
        Optional.of(
            new AccuracyTable.Examined(
                600,
                new AccuracyTable.Origin(tested, OLD, NEW),
                summary(accuracy, converged),
                OptionalDouble.empty(),
                Optional.empty(),
                List.of())));
  }

  /** The same model with earlier runs behind it. */
  private static AccuracyTable.Entry continuing(AccuracyTable.Entry entry, int totalSteps) {
    AccuracyTable.Training last = entry.training().orElseThrow();
    return new AccuracyTable.Entry(
        entry.place(),
        entry.words(),
        Optional.of(
            new AccuracyTable.Training(
                last.steps(),
                last.planned(),
                OptionalInt.of(totalSteps),
                last.batch(),
                last.searches(),
                last.differences(),
                last.settings(),
                last.fallBacks())),
        entry.examined());
  }

  private static AccuracyTable table(AccuracyTable.Entry... entries) {
    return new AccuracyTable(64, 100, TestData.STREAM, PROVENANCE, List.of(entries));
  }

  private String page() throws IOException {
    Path page = folder.resolve("page.md");
    ResultsPage.write(new ResultsFolder(folder), page);
    return Files.readString(page);
  }

  @Test
  void noneConvergedIsZeroPercentAndARolloutHasNone() throws IOException {
    new ResultsFolder(folder)
        .add(
            table(
                entry("nar", 12000, "12000", 0.5, 0),
                entry("dear-absolute", 12000, "12000", 0.5, 0)));
    assertThat(row("| DEAR-ABSOLUTE, 1")).contains("160.0 (most 160) | 0 % |");
    assertThat(row("| NAR, 1")).contains("160.0 (most 160) | – |");
  }

  @Test
  void validityStandsBesideAccuracy() throws IOException {
    new ResultsFolder(folder).add(table(entry("nar", 12000, "12000", 0.5, 0)));
    assertThat(row("| model, seed")).contains("| whole graphs | valid | evaluations |");
    assertThat(row("| NAR, 1")).contains("| 50.00 | 25.00 | 160.0 (most 160) |");
    assertThat(page())
        .contains("judged over all pairs, while accuracy and whole graphs count edges");
  }

  private static Metrics line(int step, double all) {
    return new Metrics(step, Map.of("one_step_instead", all));
  }

  private static Metrics line(int step, double noEquilibrium, double notSolved) {
    return new Metrics(
        step,
        Map.of(
            "one_step_instead",
            noEquilibrium + notSolved,
            "one_step_no_equilibrium",
            noEquilibrium,
            "one_step_not_solved",
            notSolved));
  }

  /** Returns the sentence about the gradients of a run with these metrics. */
  private String fellBack(Metrics... metrics) throws IOException {
    Optional<FallBacks> counted = FallBacks.of(List.of(metrics));
    Files.deleteIfExists(folder.resolve("table1.json"));
    ResultsFolder results = new ResultsFolder(folder);
    results.add(
        table(
            entry("dear-relative", 12000, "12000", 0.5, 3),
            entry("dear-implicit", 12000, "12000", 0.5, 3, counted)));
    assertThat(results.accuracy().orElseThrow().cells().getLast().training().orElseThrow())
        .extracting(AccuracyTable.Training::fallBacks)
        .isEqualTo(counted);
    assertThat(page()).doesNotContain("DEAR-RELATIVE, 1:");
    return page()
        .lines()
        .filter(it -> it.startsWith("DEAR-IMPLICIT, 1:"))
        .findFirst()
        .orElse("none");
  }

  @Test
  void gradientsThatFellBackAreCountedByReason() throws IOException {
    assertThat(fellBack(line(20, 0.25, 0.5), line(40, 0, 0.5)))
        .isEqualTo(
            "DEAR-IMPLICIT, 1: 62.5 % of the gradients in the logged batches (50.0 % in the last"
                + " third of the steps) were those of one step: 12.5 % because no equilibrium was"
                + " found, 50.0 % because the linear system of the implicit gradient was not"
                + " solved; the backward solver's tolerance is 1e-4.");
    assertThat(fellBack(line(20, 0, 0))).contains("0.0 % of the gradients in the logged batches");
    assertThat(fellBack(new Metrics(20, Map.of("loss", 1.0)))).isEqualTo("none");
  }

  @Test
  void earlierMetricsDoNotTellTheReason() throws IOException {
    assertThat(fellBack(line(20, 0.125), line(40, 0.375)))
        .contains("DEAR-IMPLICIT, 1: 25.0 % of the gradients in the logged batches (37.5 % in")
        .contains(
            " were those of one step, where no equilibrium was found or the linear system of the"
                + " implicit gradient was not solved;");
    assertThat(fellBack(line(20, 0.5), line(40, 0.25, 0)))
        .as("a run that was continued")
        .contains("37.5 % of the gradients in the logged batches (25.0 % in")
        .contains(
            " were those of one step: 12.5 % because no equilibrium was found, 0.0 % because the"
                + " linear system of the implicit gradient was not solved, 25.0 % for one of these"
                + " reasons (not recorded which);");
  }

  @Test
  void theLastThirdOfTheStepsIsCountedApart() throws IOException {
    // Those after step 80 of 120: the lines may begin late or be unevenly spaced.
    Metrics[] lines = {line(60, 0, 0), line(80, 0, 1), line(100, 0.25, 0.5), line(120, 0, 1)};
    assertThat(fellBack(lines)).contains("68.8 % of", " (87.5 % in the last third of the steps)");
  }

  @Test
  void earlierDocumentsHaveNeitherLastThirdNorTolerance() throws IOException {
    fellBack(line(20, 0.25, 0.5), line(40, 0, 0.5));
    Path file = folder.resolve("table1.json");
    String before =
        Files.readString(file)
            .replaceAll(",\\s*\"one_step_last_third\": [0-9.]+", "")
            .replaceAll("\\s*\"settings\": \\{[^}]*\\},", "");
    assertThat(before).doesNotContain("last_third", "backward-tolerance");
    Files.writeString(file, before);
    assertThat(row("DEAR-IMPLICIT, 1:"))
        .startsWith(
            "DEAR-IMPLICIT, 1: 62.5 % of the gradients in the logged batches were those of one")
        .endsWith("implicit gradient was not solved.");
    ResultsFolder results = new ResultsFolder(folder);
    results.add(results.accuracy().orElseThrow());
    assertThat(file).hasContent(before);
  }

  private String row(String start) throws IOException {
    return page().lines().filter(it -> it.startsWith(start)).findFirst().orElseThrow();
  }

  @Test
  void theModelThatWasTestedMayBeOlderThanTheRun() throws IOException {
    new ResultsFolder(folder)
        .add(
            table(
                entry("nar", 6000, "5800", 0.5, 0),
                entry("dear-absolute", 12000, "12000", 0.5, 3)));
    assertThat(row("| NAR, 1")).contains("| 6,000 of 12,000, tested: 5,800 | 10 |");
    assertThat(row("| DEAR-ABSOLUTE, 1")).contains("| 3 % | 12,000 | 10 |");
    assertThat(page())
        .contains("(1 seed, stopped at 6,000 steps)")
        .contains("trained for different numbers of steps, so only rows of the same length are")
        .contains("comparable: 6,000 (NAR), 12,000 (DEAR-ABSOLUTE)");
    Files.delete(folder.resolve("table1.json"));
    new ResultsFolder(folder).add(table(entry("nar", 6000, "5800", 0.5, 0)));
    assertThat(page()).doesNotContain("comparable");
  }

  /** A model of step 8,200 with validations there and at the end. */
  private static AccuracyTable.Entry validated(String row, double tested, double last) {
    AccuracyTable.Entry entry = entry(row, 12000, "8200", 0.5, 0);
    AccuracyTable.Examined examined = entry.examined().orElseThrow();
    return new AccuracyTable.Entry(
        entry.place(),
        entry.words(),
        entry.training(),
        Optional.of(
            new AccuracyTable.Examined(
                examined.seconds(),
                examined.model(),
                examined.test(),
                examined.allPairs(),
                examined.data(),
                List.of(
                    new AccuracyTable.Validation(8000, 500, 0.99),
                    new AccuracyTable.Validation(8200, 510, tested),
                    new AccuracyTable.Validation(12000, 600, last)))));
  }

  @Test
  void aRunThatGotMuchWorseSaysSo() throws IOException {
    new ResultsFolder(folder)
        .add(
            table(
                validated("nar", 0.86, 0.82),
                validated("dear-absolute", 0.82, 0.86),
                validated("dear-relative", 0.908, 0.806)));
    assertThat(page())
        .containsOnlyOnce("the validation accuracy was")
        .contains(
            "DEAR-RELATIVE, 1: the validation accuracy was 90.8 % at step 8,200, whose model was"
                + " tested, but 80.6 % at step 12,000, the last validation.");
  }

  @Test
  void stepsAreThoseOfAllRuns() throws IOException {
    ResultsFolder results = new ResultsFolder(folder);
    results.add(
        table(
            entry("nar", 12000, "12000", 0.5, 0),
            continuing(entry("dear-absolute", 12000, "12000", 0.5, 3), 25000),
            continuing(entry("dear-relative", 6000, "5800", 0.5, 3), 12000)));
    assertThat(results.accuracy().orElseThrow().cells())
        .extracting(it -> it.training().orElseThrow().total())
        .containsExactly(OptionalInt.empty(), OptionalInt.of(25000), OptionalInt.of(12000));
    assertThat(row("| model, seed")).contains("| steps (last run) | minutes (last run) |");
    assertThat(row("| NAR, 1")).contains("| 12,000 | 10 |");
    assertThat(row("| DEAR-ABSOLUTE, 1")).contains("| 25,000 (12,000) | 10 |");
    assertThat(row("| DEAR-RELATIVE, 1"))
        .contains("| 12,000 (6,000 of 12,000, tested: 5,800) | 10 |");
    assertThat(page())
        .contains("12,000 (NAR; DEAR-RELATIVE), 25,000 (DEAR-ABSOLUTE).")
        .contains("(1 seed, stopped at 6,000 steps)");
  }

  @Test
  void answersWithoutThoughtAreNamed() throws IOException {
    new ResultsFolder(folder)
        .add(
            table(
                entry("nar", 12000, "12000", 0.34, 0),
                entry("nar-jacobian", 12000, "12000", 0.36, 0),
                entry("dear-absolute", 12000, "12000", 0.38, 0)));
    String note = " (1 seed, not clearly better than trivial answers)";
    assertThat(page())
        .as("an interval of 1.5 points on either side, and trivial answers with 35")
        .contains("**34.00**" + note, "**36.00**" + note, "**38.00** (1 seed)");
  }

  @Test
  void commitsAreThoseOfTheNumbers() throws IOException {
    new ResultsFolder(folder).add(table(entry("nar", 12000, "12000", 0.5, 0)));
    assertThat(page())
        .contains("seed 2026, which no setting was chosen on")
        .contains("Tested by commit `bbbbbbbbbb`; models trained by commit `aaaaaaaaaa`.")
        .contains("A run that was continued may have been trained by several commits");
  }

  @Test
  void everyCommitThatTrainedAModelIsNamed() throws IOException {
    AccuracyTable.Entry once = entry("nar", 12000, "12000", 0.5, 0);
    AccuracyTable.Examined examined = once.examined().orElseThrow();
    AccuracyTable.Entry continued =
        new AccuracyTable.Entry(
            once.place(),
            once.words(),
            once.training(),
            Optional.of(
                new AccuracyTable.Examined(
                    examined.seconds(),
                    new AccuracyTable.Origin("12000", OLD + ", " + NEW, NEW),
                    examined.test(),
                    examined.allPairs(),
                    examined.data(),
                    examined.curve())));
    new ResultsFolder(folder).add(table(continued));
    assertThat(page()).contains("models trained by commit `aaaaaaaaaa`, `bbbbbbbbbb`.");
  }

  @Test
  void laterResultsAreAddedAndNoneIsLost() throws IOException {
    ResultsFolder results = new ResultsFolder(folder);
    results.add(
        table(entry("nar", 6000, "6000", 0.4, 0), entry("dear-absolute", 6000, "6000", 0.5, 0)));
    AccuracyTable.Entry absent =
        new AccuracyTable.Entry(
            new TablePlace("dear-absolute", "D", "floyd_warshall", 1, CellRun.State.MISSING),
            "words",
            Optional.empty(),
            Optional.empty());
    results.add(table(absent, entry("nar", 12000, "12000", 0.6, 0)));
    assertThat(results.accuracy().orElseThrow().cells())
        .extracting(it -> it.examined().orElseThrow().test().clrs())
        .containsExactly(0.5, 0.6);
    AccuracyTable other =
        new AccuracyTable(
            64, 20, TestData.STREAM, PROVENANCE, List.of(entry("nar", 12000, "12000", 0.1, 0)));
    byte[] before = Files.readAllBytes(folder.resolve("table1.json"));
    assertThatThrownBy(() -> results.add(other))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("table1.json", "100 graphs of 64 nodes from stream 2026");
    assertThat(folder.resolve("table1.json")).hasBinaryContent(before);
  }

  private static SpeedTable.Entry timed(String row, CellRun.State state, int steps) {
    return new SpeedTable.Entry(
        new TablePlace(row, row, "floyd_warshall", 1, state),
        steps,
        Optional.of(
            new SpeedTable.Timing(
                0.010,
                Optional.of(new SpeedTable.Range(0.009, 0.012)),
                OptionalDouble.of(0.015),
                63,
                100,
                OptionalDouble.empty())));
  }

  @Test
  void timesSayWhatWasTimed() throws IOException {
    new ResultsFolder(folder)
        .add(
            new SpeedTable(
                64,
                100,
                2,
                PROVENANCE,
                List.of(
                    timed("nar", CellRun.State.MISSING, 0),
                    timed("dear-relative", CellRun.State.STOPPED, 6000),
                    timed("dear-improved", CellRun.State.FINISHED, 9000))));
    assertThat(page())
        .contains("each of 2 threads has a graph of its own", "one answer when all threads")
        .contains("Differences within such a range are noise", "commit `bbbbbbbbbb`")
        .contains("| **10.0** [9.0 to 12.0], one answer 15.0 (untrained)<br>")
        .contains("| **10.0** [9.0 to 12.0], one answer 15.0 (stopped at 6,000 steps)<br>")
        .contains("| **10.0** [9.0 to 12.0], one answer 15.0<br>");
  }
}
