// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;

import dear.reasoner.score.Estimate;
import dear.reasoner.settings.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on CLRS-30 says about scores, beside the scores. */
class BenchmarkPageTest {
  private static final String TRAINED = "a".repeat(40);
  private static final String TESTED = "b".repeat(40);

  @TempDir Path folder;

  private static BenchmarkTable.Result result(int nodes, double low, double score, double high) {
    return result(nodes, new Estimate(score, low, high), OptionalDouble.empty());
  }

  private static BenchmarkTable.Result result(int nodes, Estimate score, OptionalDouble valid) {
    return new BenchmarkTable.Result(
        new Protocol.Test(nodes, 1),
        nodes == 64 ? 32 : 8,
        score,
        List.of(new BenchmarkTable.Output("pi", score.value())),
        valid,
        0,
        new BenchmarkTable.Effort(12, 13, 1));
  }

  private static BenchmarkTable.Entry entry(String algorithm, BenchmarkTable.Result... results) {
    return entry(algorithm, 400, results);
  }

  private static BenchmarkTable.Entry entry(
      String algorithm, int total, BenchmarkTable.Result... results) {
    return new BenchmarkTable.Entry(
        algorithm,
        Optional.of(
            new BenchmarkTable.Subject(
                algorithm,
                true,
                algorithm,
                "0".repeat(64),
                1000,
                new BenchmarkTable.Training(
                    1,
                    400,
                    400,
                    OptionalInt.of(total),
                    OptionalDouble.of(60),
                    TRAINED,
                    RecordedSettings.NONE))),
        new Provenance("0", TESTED, "25", "any"),
        List.of(results));
  }

  private String page(BenchmarkTable.Entry... entries) throws IOException {
    ResultsFolder results = new ResultsFolder(folder);
    results.write(new BenchmarkTable(3, 64, List.of(128), List.of(entries)));
    BenchmarkPage.write(results, folder.resolve("clrs30.md"));
    return Files.readString(folder.resolve("clrs30.md"));
  }

  /** Published with hints: 100 for Dijkstra and for breadth-first search, 56.32 and 99.06. */
  @Test
  void scoresBelowThoseWithHintsAreMarkedAndClearOnesCounted() throws IOException {
    String page =
        page(
            entry("bfs", result(64, 1, 1, 1)),
            entry("dijkstra", result(64, 0.99, 0.995, 0.999)),
            entry("floyd_warshall", result(64, 0.9, 0.91, 0.92)),
            entry("segments_intersect", result(64, 0.9906, 0.992, 0.994)));
    assertThat(page)
        .contains("with hints: 3 of 27, 1 of them with the whole interval above it")
        .contains(
            "| Dijkstra | **99.50**† | 99.00 to 99.90 |", "| Breadth-first search | **100.00** |")
        .contains("\n† below the best verified score with hints", "(experiments.md#");
    assertThat(page(entry("bfs", result(64, 1, 1, 1)))).doesNotContain("†");
  }

  @Test
  void intervalsOfLargerGraphsAreShown() throws IOException {
    assertThat(page(entry("bfs", result(64, 0.9, 0.95, 1), result(128, 0.1296, 0.5, 0.8704))))
        .contains(
            "| Breadth-first search | **95.00**, 12.0, 32 | **50.00** (13.0 to 87.0), 12.0, 8 |")
        .contains("score, its 95 % interval unless no answer was wrong");
  }

  /** An interval without width would look like certainty. */
  @Test
  void whereNothingIsWrongThereIsNoIntervalOfLargerGraphs() throws IOException {
    assertThat(page(entry("bfs", result(64, 1, 1, 1), result(128, 1, 1, 1))))
        .contains("| **100.00**, 12.0, 32 | **100.00**, 12.0, 8 |");
  }

  @Test
  void thePageSaysWhichCommitsTestedAndTrained() throws IOException {
    assertThat(page(entry("bfs", result(64, 1, 1, 1))))
        .contains("Tested by commit `bbbbbbbbbb`; models trained by commit `aaaaaaaaaa`.");
  }

  @Test
  void stepsAreThoseOfAllRuns() throws IOException {
    String page =
        page(
            entry("bfs", result(64, 1, 1, 1)),
            entry("dijkstra", 1500, result(64, 0.99, 0.995, 0.999)));
    assertThat(page).contains("| steps (last run) | minutes (last run) |");
    assertThat(page).contains("| 12.0 (most 13) | 400 | 1 |");
    assertThat(page).contains("| 12.0 (most 13) | 1,500 (400) | 1 |");
  }

  @Test
  void validityStandsBesideTheScore() throws IOException {
    Estimate score = new Estimate(0.5, 0.4, 0.6);
    String page =
        page(
            entry("bfs", result(64, score, OptionalDouble.of(0.96875))),
            entry("dfs", result(64, score, OptionalDouble.empty())),
            entry("mst_prim", result(64, score, OptionalDouble.of(0.5))),
            entry("mst_prim", result(64, score, OptionalDouble.of(0.75))),
            entry("mst_kruskal", result(64, score, OptionalDouble.of(0.5))),
            entry("mst_kruskal", result(64, score, OptionalDouble.empty())));
    assertThat(page)
        .contains("| algorithm | ours | 95 % | valid | best without hints |")
        .contains("| Breadth-first search | **50.00**† | 40.00 to 60.00 | 96.88 | N not verified |")
        .contains("| Depth-first search | **50.00**† | 40.00 to 60.00 | – | N not verified |")
        .contains("| Spanning tree, Prim | **50.00 ± 0.00**† | ± over 2 seeds | 62.50 |")
        .contains("| Spanning tree, Kruskal | **50.00 ± 0.00**† | ± over 2 seeds | – |");
  }

  @Test
  void thePageSaysWhatVerifiedMeans() throws IOException {
    assertThat(page(entry("bfs", result(64, 1, 1, 1))))
        .contains("read it in its source or in a paper that cites it")
        .contains("4 of the 4 best verified scores without hints, and 0 of the 27 with hints.")
        .contains("Of ReNAR (A) and FloydNet (F) only the means over all thirty are known to us");
  }
}
