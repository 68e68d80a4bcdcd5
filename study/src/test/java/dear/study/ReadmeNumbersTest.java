// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The numbers of the README are those of the results and of the pretrained models. */
class ReadmeNumbersTest {
  private static final Path ROOT = Path.of("..");
  private static final String PAGE = "docs/clrs30.md";
  private static final String INDEX = "the pretrained models' index.json";

  /** The rows of the README's table, by the names of their models. */
  private static final Map<String, String> ROWS =
      Map.of(
          "floyd_warshall", "Floyd-Warshall",
          "insertion_sort", "insertion sort",
          "bellman_ford", "Bellman-Ford",
          "strongly_connected_components_local", "strongly connected components (local)");

  /** The words of the README's list, by the names of their models. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          entry("minimum", "minimum"),
          entry("binary_search", "binary search"),
          entry("activity_selector", "activity selection"),
          entry("bridges", "bridges"),
          entry("naive_string_matcher", "string matching"),
          entry("articulation_points", "articulation points"),
          entry("segments_intersect", "segments"),
          entry("task_scheduling", "task scheduling"),
          entry("dfs", "depth-first search"),
          entry("graham_scan", "convex hulls"),
          entry("bfs", "breadth-first search"),
          entry("topological_sort", "topological sort"),
          entry("quickselect", "quickselect"),
          entry("mst_kruskal", "Kruskal"),
          entry("dag_shortest_paths", "paths in acyclic graphs"),
          entry("matrix_chain_order", "matrix chains"),
          entry("mst_prim", "Prim"),
          entry("lcs_length", "common subsequences"),
          entry("strongly_connected_components", "components (CLRS-30's target)"),
          entry("optimal_bst", "optimal search trees"),
          entry("find_maximum_subarray_kadane", "maximum subarray"));

  private static String readme;
  private static ShippedModels shelf;

  @BeforeAll
  static void read() throws IOException {
    readme = Files.readString(ROOT.resolve("README.md")).replaceAll("\\s+", " ");
    shelf = ShippedModels.ofProgram();
  }

  /**
   * Checks a number in a sentence.
   *
   * @param sentence the sentence, with # for the number
   * @param source where the right number is from
   */
  private static void assertSaid(String sentence, String number, String source) {
    assertThat(said(Pattern.quote(sentence).replace("#", "\\E([0-9.]+)\\Q"), sentence))
        .as("# in \"%s\" of README.md, according to %s", sentence, source)
        .isEqualTo(number);
  }

  private static String said(String pattern, String sentence) {
    Matcher matcher = Pattern.compile(pattern).matcher(readme);
    assertThat(matcher.find()).as("README.md says \"%s\"", sentence).isTrue();
    return matcher.group(1);
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String accuracy(ShippedModel model) {
    return percent(100 * model.score().accuracy());
  }

  /** Returns a cell of a table of the page on CLRS-30, by its row and the head of its column. */
  private static double cell(String row, String column) throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve(PAGE));
    List<String> head = List.of();
    for (String line : lines) {
      List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
      if (cells.contains(column)) {
        head = cells;
      } else if (line.startsWith("| " + row + " |") && !head.isEmpty()) {
        return Double.parseDouble(cells.get(head.indexOf(column)).replace("*", ""));
      }
    }
    throw new AssertionError("%s has no row %s with a column %s".formatted(PAGE, row, column));
  }

  @Test
  void thePapersFourAreThoseOfThePretrainedModels() throws IOException {
    PaperNumbers paper = PaperNumbers.load();
    for (Map.Entry<String, String> row : ROWS.entrySet()) {
      String ours = accuracy(shelf.named(row.getKey()).orElseThrow());
      String theirs = percent(paper.bestAccuracy(row.getKey()).orElseThrow());
      assertSaid("| %s | pairs | # |".formatted(row.getValue()), ours, INDEX);
      assertSaid("| %s | pairs | %s | # |".formatted(row.getValue(), ours), theirs, "paper.json");
    }
  }

  @Test
  void thePapersFourAreThoseOfTable1() throws IOException {
    AccuracyTable results = new ResultsFolder(ROOT.resolve("results")).accuracy().orElseThrow();
    PaperNumbers paper = PaperNumbers.load();
    Map<String, String> tested = new TreeMap<>();
    for (AccuracyTable.Entry cell : results.cells()) {
      if (cell.place().row().equals("dear-pairs")) {
        String algorithm = cell.place().algorithm();
        double accuracy = cell.examined().orElseThrow().test().first().accuracy().value();
        tested.put(
            ROWS.getOrDefault(algorithm, algorithm),
            "%s, %s"
                .formatted(
                    percent(100 * accuracy), percent(paper.bestAccuracy(algorithm).orElseThrow())));
      }
    }
    Map<String, String> said = new TreeMap<>();
    Matcher rows =
        Pattern.compile("\\| ([^|]+) \\| pairs \\| ([0-9.]+) \\| ([0-9.]+) \\|").matcher(readme);
    while (rows.find()) {
      said.put(rows.group(1), rows.group(2) + ", " + rows.group(3));
    }
    assertThat(said).as("README.md's table, according to results/table1.json").isEqualTo(tested);
    assertThat(said.keySet()).containsExactlyInAnyOrderElementsOf(ROWS.values());
  }

  @Test
  void theOthersAreThoseOfThePretrainedModels() {
    Map<String, String> expected = new TreeMap<>();
    for (ShippedModel model : shelf.all()) {
      boolean usual = shelf.of(model.algorithm()).orElseThrow().equals(model);
      if (usual && !ROWS.containsKey(model.name())) {
        assertThat(OTHERS).as("the README's words for models").containsKey(model.name());
        expected.put(OTHERS.getOrDefault(model.name(), ""), accuracy(model));
      }
    }
    Map<String, String> listed = new TreeMap<>();
    for (String item : said("The others: (.+?\\d)\\. ", "The others: ...").split(", ", -1)) {
      int space = item.lastIndexOf(' ');
      listed.put(item.substring(0, space), item.substring(space + 1));
    }
    Set<String> names = new TreeSet<>(expected.keySet());
    names.addAll(listed.keySet());
    assertThat(names)
        .filteredOn(name -> !Objects.equals(listed.get(name), expected.get(name)))
        .extracting(name ->
            "%s: README.md says %s, %s %s"
                .formatted(
                    name,
                    listed.getOrDefault(name, "nothing"),
                    INDEX,
                    expected.getOrDefault(name, "nothing")))
        .as("differences in the list \"The others\"")
        .isEmpty();
  }

  @Test
  void modelsAreAsManyAndAsLargeAsItSays() throws IOException {
    Set<String> files = new HashSet<>();
    for (Benchmark.Task task : Benchmark.standard().tasks()) {
      files.add(shelf.of(task.algorithm()).orElseThrow().sha256());
    }
    assertSaid("thirty algorithms: # networks", Integer.toString(files.size()), INDEX);
    long bytes = 0;
    for (ShippedModel model : shelf.all()) {
      bytes += shelf.bytes(model);
    }
    assertSaid("they take # MB", Long.toString(Math.round(bytes / 1e6)), "the model files");
  }

  @Test
  void theMeansAreThoseOfTheBenchmarkPage() throws IOException {
    assertSaid("the mean over all thirty is # %", percent(cell("**all**", "mean score")), PAGE);
    assertSaid("and # % on instances of size 256", percent(cell("**mean**", "n = 256")), PAGE);
  }

  @Test
  void floydWarshallHasItsScoreOverAllPairs() throws IOException {
    BenchmarkTable results = new ResultsFolder(ROOT.resolve("results")).benchmark().orElseThrow();
    BenchmarkTable.Result result =
        results.of("floyd_warshall").getFirst().at(results.nodes()).orElseThrow();
    assertSaid(
        "Floyd-Warshall has # % over all pairs",
        percent(100 * result.score().value()), "results/clrs30.json");
  }
}
