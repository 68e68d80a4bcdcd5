// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.inference.Inference;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows and columns of the tables. */
class PlanTest {
  @TempDir Path folder;

  @Test
  void everyCellOfThePaperIsPlanned() throws IOException {
    Plan plan = Plan.standard();
    Json paper = Resource.json("paper.json").get("table1");
    List<Cell> cells = plan.cells(3);
    assertThat(cells).extracting(Cell::name).doesNotHaveDuplicates();
    long trained = plan.rows().stream().filter(Row::trained).count();
    int pretrainedOnly =
        plan.rows().stream()
            .filter(row -> !row.trained())
            .mapToInt(row -> row.pretrained().size())
            .sum();
    assertThat(cells).hasSize((int) (3 * trained * plan.algorithms().size() + pretrainedOnly));
    for (String row : paper.members().keySet()) {
      if (!row.equals("triplet-mpnn")) { // another architecture, which the paper only cites
        assertThat(plan.rows()).extracting(Row::name).contains(row);
        assertThat(paper.get(row).members().keySet())
            .containsExactlyElementsOf(plan.algorithms().stream().map(Algorithm::name).toList());
      }
    }
    assertThat(cells.getFirst().settings().seed()).isEqualTo(1);
    assertThat(cells.getLast().settings().seed()).isEqualTo(3);
  }

  @Test
  void algorithmsWithTheSameTaskShareARecipe() throws IOException {
    Plan recipes = Plan.recipes();
    for (Cell cell : recipes.cells(1)) {
      assertThat(recipes.recipe(cell.settings().algorithm())).contains(cell.settings());
    }
    Settings heapsort = recipes.recipe(Clrs.algorithm("heapsort")).orElseThrow();
    Settings insertion = recipes.recipe(Clrs.algorithm("insertion_sort")).orElseThrow();
    assertThat(heapsort.algorithm().name()).isEqualTo("heapsort");
    for (Setting setting : Setting.values()) {
      assertThat(heapsort.text(setting)).isEqualTo(insertion.text(setting));
    }
    assertThat(recipes.recipe(Clrs.algorithm("strongly_connected_components_local"))).isEmpty();
  }

  @Test
  void aRowThatIsNotTrainedHasItsPretrainedModelsOnly() throws IOException {
    Plan plan = Plan.standard().withRows(List.of("reduction", "dear-pairs"));
    List<Cell> cells = plan.cells(3);
    assertThat(cells)
        .extracting(Cell::name)
        .contains("reduction-floyd_warshall-1", "dear-pairs-bellman_ford-1")
        .doesNotContain("reduction-bellman_ford-1", "reduction-floyd_warshall-2")
        .hasSize(5);
    assertThat(plan.training(cells)).isEmpty();
    assertThat(plan.with(Setting.STEPS, "77").cells(1)).hasSize(5);

    String without =
        """
        {"preset": "quick", "settings": {}, "algorithms": ["bfs"],
         "rows": [{"name": "a", "label": "A", "words": "", "trained": false, "settings": {},
                   "algorithms": {}}]}
        """;
    Path file = Files.writeString(folder.resolve("without.json"), without);
    assertThatThrownBy(() -> Plan.read(file))
        .hasMessageContainingAll("without.json", "row a is not trained", "no pretrained model");
  }

  @Test
  void rowsDifferAsTheySay() throws IOException {
    List<Cell> cells = Plan.standard().with(Setting.STEPS, "77").cells(1);
    assertThat(cells).allMatch(cell -> cell.settings().steps() == 77);
    assertThat(cell(cells, "nar-bellman_ford-1").mode()).isEqualTo(Choices.Mode.NAR);
    assertThat(cell(cells, "nar-bellman_ford-1").inference().jacobianWeight()).isZero();
    assertThat(cell(cells, "nar-jacobian-bellman_ford-1").inference().jacobianWeight())
        .isPositive();
    assertThat(cell(cells, "dear-absolute-insertion_sort-1").text(Setting.RESIDUAL))
        .isEqualTo("absolute");
    assertThat(cell(cells, "dear-relative-insertion_sort-1").tolerance()).isEqualTo(0.1);
  }

  /**
   * The authors apply the processor once more to the state that their search returns. A rollout has
   * no such choice: it decodes its last state.
   */
  @ParameterizedTest
  @CsvSource({
    "nar, false",
    "nar-jacobian, false",
    "dear-absolute, true",
    "dear-relative, true",
    "dear-implicit, true"
  })
  void thePapersSearchesDecodeTheNextState(String row, boolean search) throws IOException {
    List<Cell> cells = Plan.standard().withRows(List.of(row)).cells(1);
    assertThat(cells).hasSize(4);
    for (Cell cell : cells) {
      Inference inference = cell.settings().inference();
      boolean next =
          inference instanceof Inference.Equilibrium searching
              && searching.decoded() == Inference.Decoded.NEXT;
      assertThat(next).as(cell.name()).isEqualTo(search);
      assertThat(inference instanceof Inference.Rollout).as(cell.name()).isEqualTo(!search);
    }
  }

  private static Settings cell(List<Cell> cells, String name) {
    return cells.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow().settings();
  }

  @Test
  void rowsAndColumnsCanBeChosen() throws IOException {
    Plan plan =
        Plan.standard().withRows(List.of("nar")).withAlgorithms(List.of(Clrs.algorithm("bfs")));
    assertThat(plan.cells(2)).extracting(Cell::name).containsExactly("nar-bfs-1", "nar-bfs-2");
    assertThatThrownBy(() -> Plan.standard().withRows(List.of("naar")))
        .hasMessageContainingAll("no row \"naar\"", "dear-relative");
  }

  @Test
  void aGridTriesAllCombinations() throws IOException {
    String plan =
        """
        {"preset": "quick", "settings": {}, "algorithms": ["bfs"],
         "grid": {"width": ["8", "16"], "learning-rate": ["0.001", "0.002"]},
         "rows": [{"name": "a", "label": "A", "words": "", "settings": {"batch": "4"},
                   "algorithms": {}}]}
        """;
    Path file = Files.writeString(folder.resolve("grid.json"), plan);
    Plan grid = Plan.read(file);
    assertThat(grid.rows()).extracting(Row::name).containsExactly("a-1", "a-2", "a-3", "a-4");
    assertThat(grid.rows().get(1).label()).isEqualTo("A, width 8, learning-rate 0.002");
    Settings third = cell(grid.cells(1), "a-3-bfs-1");
    assertThat(third.width()).isEqualTo(16);
    assertThat(third.learningRate()).isEqualTo(0.001);
    assertThat(third.batch()).isEqualTo(4);
    Files.writeString(file, plan.replace("[\"8\", \"16\"]", "[]"));
    assertThatThrownBy(() -> Plan.read(file)).hasMessageContaining("the grid has 0 rows");
    Files.writeString(file, plan.replace("\"width\"", "\"breadth\""));
    assertThatThrownBy(() -> Plan.read(file)).hasMessageContaining("no setting \"breadth\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "paper | papers | no preset \"papers\"",
        "\"mode\" | \"mood\" | no setting \"mood\"",
        "\"nar\" | \"none\" | row a: setting mode",
        "bfs | sfb | sfb",
        "\"a\" | \"A b\" | not a valid row name",
        "\"b\" | \"a\" | is listed twice",
        "\"rows\" | \"lines\" | no member \"rows\"",
        "{ | [ | plan.json",
      })
  void aSpoiltPlanIsRefused(String right, String wrong, String message) throws IOException {
    String text =
        """
        {"preset": "paper", "settings": {}, "algorithms": ["bfs"], "rows": [
         {"name": "a", "label": "A", "words": "", "settings": {"mode": "nar"}, "algorithms": {}},
         {"name": "b", "label": "B", "words": "", "settings": {}, "algorithms": {}}]}
        """;
    Path file = Files.writeString(folder.resolve("plan.json"), text);
    assertThat(Plan.read(file).cells(1)).hasSize(2);
    assertThat(text).contains(right);
    Files.writeString(file, text.replace(right, wrong));
    assertThatThrownBy(() -> Plan.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("plan.json")
        .hasMessageContaining(message);
  }
}
