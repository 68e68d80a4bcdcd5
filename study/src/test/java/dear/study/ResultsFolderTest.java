// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.reasoner.settings.Provenance;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The project's own results, read and rewritten. */
class ResultsFolderTest {
  private static final Path OURS = Path.of("..", "results");

  @TempDir Path folder;

  @Test
  void whatIsReadIsWrittenWithTheSameBytes() throws IOException {
    ResultsFolder ours = new ResultsFolder(OURS);
    ResultsFolder copies = new ResultsFolder(folder);
    copies.add(ours.accuracy().orElseThrow());
    copies.add(ours.speed().orElseThrow());
    copies.write(ours.observations().orElseThrow());
    for (String name : new String[] {"table1.json", "table2.json", "figures.json"}) {
      assertThat(folder.resolve(name)).hasSameBinaryContentAs(OURS.resolve(name));
    }
  }

  @Test
  void aModelThatIsTestedAgainStaysInItsPlace() throws IOException {
    AccuracyTable all = new ResultsFolder(OURS).accuracy().orElseThrow();
    AccuracyTable.Entry tested =
        all.cells().stream().filter(AccuracyTable.Entry::filled).reduce((a, b) -> b).orElseThrow();
    ResultsFolder copies = new ResultsFolder(folder);
    copies.add(all);
    copies.add(
        new AccuracyTable(all.nodes(), all.count(), all.seed(), all.provenance(), List.of(tested)));
    assertThat(copies.accuracy().orElseThrow().cells()).isEqualTo(all.cells());
  }

  @Test
  void modelsThatCannotBeAddedAreNotMeasuredFirst() throws IOException {
    ResultsFolder ours = new ResultsFolder(OURS);
    ResultsFolder copies = new ResultsFolder(folder);
    copies.add(ours.accuracy().orElseThrow());
    copies.add(ours.speed().orElseThrow());
    List<Cell> cells = Plan.standard().cells(1);
    TestData other = new TestData(8, 2, 7, Optional.empty());
    Workers gone = new Workers(2); // any attempt to measure would fail otherwise
    gone.close();
    assertThatThrownBy(() -> new Table1(folder, other, Provenance.NONE).write(cells, gone, copies))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("table1.json")
        .hasMessageContaining("use another folder, or remove it");
    assertThatThrownBy(() -> new Table2(folder, other, Provenance.NONE).write(cells, gone, copies))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("table2.json")
        .hasMessageContaining("use another folder, or remove it");
  }

  /** A cell that was tested again must not keep the time of another run of it. */
  @Test
  void timesAreThoseOfThePackedRuns() throws IOException {
    new SharedRuns(folder).join(OURS.resolve("runs"));
    Map<String, CellRun> runs = new HashMap<>();
    for (Cell cell : Plan.standard().cells(3)) {
      runs.put(cell.name(), CellRun.of(folder, cell));
    }
    Map<String, Double> published = new TreeMap<>();
    Map<String, Double> packed = new TreeMap<>();
    for (AccuracyTable.Entry cell : new ResultsFolder(OURS).accuracy().orElseThrow().cells()) {
      TablePlace place = cell.place();
      String name = "%s-%s-%d".formatted(place.row(), place.algorithm(), place.seed());
      CellRun run = runs.get(name);
      if (run != null
          && run.settings().isPresent()
          && cell.training().orElseThrow().steps() == run.step()) {
        published.put(name, cell.examined().orElseThrow().seconds());
        packed.put(name, run.secondsAt(run.step()));
      }
    }
    assertThat(packed).isNotEmpty();
    assertThat(published)
        .as("seconds in table1.json, according to the runs in results/runs")
        .isEqualTo(packed);
  }

  @Test
  void thePageIsThatOfTheResults() throws IOException {
    Path page = folder.resolve("results.md");
    ResultsPage.write(new ResultsFolder(OURS), page);
    Path docs = Path.of("..", "docs");
    assertThat(page).hasSameTextualContentAs(docs.resolve("results.md"));
    for (String name : new String[] {"accuracy", "residual", "diameter", "spread"}) {
      assertThat(folder.resolve("results/" + name + ".svg"))
          .hasSameTextualContentAs(docs.resolve("results/" + name + ".svg"));
    }
  }

  @Test
  void thePageOfTheBenchmarkIsThatOfTheResults() throws IOException {
    Path page = folder.resolve("clrs30.md");
    BenchmarkPage.write(new ResultsFolder(OURS), page);
    assertThat(page).hasSameTextualContentAs(Path.of("..", "docs", "clrs30.md"));
  }

  @Test
  void whatIsNotThereIsEmpty() throws IOException {
    ResultsFolder none = new ResultsFolder(folder.resolve("nowhere"));
    assertThat(none.accuracy()).isEmpty();
    assertThat(none.speed()).isEmpty();
    assertThat(none.observations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "table1.json | \"cells\" | \"cell\" | no member \"cells\"",
        "table1.json | \"FINISHED\" | \"HALTED\" | HALTED",
        "table1.json | \"CONVERGED\" | \"MONEY\" | MONEY",
        "table2.json | \"threads\" | \"processes\" | no member \"threads\"",
        "table2.json | \"seed\": 1 | \"seed\": 1.5 | not an integer",
        "figures.json | \"models\" | \"model\" | no member \"models\"",
        "figures.json | \"tolerance\": 0.1 | \"tolerance\": \"0.1\" | not a number",
      })
  void aSpoiltDocumentIsNamed(String name, String right, String wrong, String message)
      throws IOException {
    String text = Files.readString(OURS.resolve(name));
    assertThat(text).contains(right);
    Files.writeString(folder.resolve(name), text.replace(right, wrong));
    ResultsFolder spoilt = new ResultsFolder(folder);
    assertThatThrownBy(
            () -> {
              spoilt.accuracy();
              spoilt.speed();
              spoilt.observations();
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(message);
  }
}
