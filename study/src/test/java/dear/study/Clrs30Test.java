// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Instance;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.shipped.ShippedModelsWriter;
import dear.reasoner.training.TrainingStep;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole benchmark with tiny models: trained in parts, tested in parts, and shown. */
class Clrs30Test {
  private static final Provenance PROVENANCE = new Provenance("0", "none", "25", "any");

  private static final Map<Setting, String> SMALL =
      Map.ofEntries(
          Map.entry(Setting.STEPS, "4"),
          Map.entry(Setting.BATCH, "2"),
          Map.entry(Setting.WIDTH, "4"),
          Map.entry(Setting.TRAIN_NODES_MAX, "5"),
          Map.entry(Setting.VALIDATION_NODES, "5"),
          Map.entry(Setting.VALIDATION_COUNT, "2"),
          Map.entry(Setting.VALIDATE_EVERY, "2"),
          Map.entry(Setting.CHECKPOINT_EVERY, "2"),
          Map.entry(Setting.APPLICATIONS_MAX, "4"),
          Map.entry(Setting.TEST_BUDGET, "4"));

  @TempDir Path folder;

  /** Collects what a study says about its tests. */
  private static final class Notes implements Clrs30.Listener {
    private final List<String> tests = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    @Override
    public void testing(Algorithm algorithm, String model, Protocol.Test test, int graphs) {
      String ways = test.ways() > 1 ? " in %d ways".formatted(test.ways()) : "";
      tests.add("%s %s %d %d%s".formatted(algorithm, model, test.size(), graphs, ways));
    }

    @Override
    public void missing(Algorithm algorithm) {
      missing.add(algorithm.name());
    }
  }

  private static Plan recipes(int steps) {
    return new Plan(
            new Plan.Base(Preset.PAIRS, SMALL),
            List.of(
                Clrs.algorithm("graham_scan"),
                Clrs.algorithm("floyd_warshall"),
                Clrs.algorithm("topological_sort")),
            List.of(new Row("tiny", "tiny", "tiny", Map.of(), Map.of())))
        .with(Setting.STEPS, Integer.toString(steps));
  }

  private Clrs30 study(Plan recipes, Optional<ShippedModels> shelf, String... algorithms)
      throws IOException {
    return study(recipes, shelf, 1, algorithms);
  }

  private Clrs30 study(Plan recipes, Optional<ShippedModels> shelf, int ways, String... algorithms)
      throws IOException {
    Benchmark benchmark =
        Benchmark.standard()
            .withAlgorithms(List.of(algorithms).stream().map(Clrs::algorithm).toList());
    return new Clrs30(
        folder.resolve("runs"),
        benchmark,
        recipes,
        shelf,
        new Protocol(3, 6, List.of(7), 3, 64, ways),
        PROVENANCE);
  }

  private Campaign campaign(Campaign.Listener listener) {
    return new Campaign(folder.resolve("runs"), PROVENANCE, 1, listener);
  }

  private boolean train(Clrs30 study, int seeds) throws IOException {
    return campaign(new Campaign.Listener() {}).train(study.toTrain(seeds), Duration.ofHours(1));
  }

  private Notes test(Clrs30 study, int seeds) throws IOException {
    Notes notes = new Notes();
    try (Workers workers = new Workers(2)) {
      study.write(seeds, workers, results(), notes);
    }
    return notes;
  }

  private ResultsFolder results() {
    return new ResultsFolder(folder.resolve("results"));
  }

  private String page() throws IOException {
    Path page = folder.resolve("docs/clrs30.md");
    BenchmarkPage.write(results(), page);
    return Files.readString(page);
  }

  @Test
  void withoutModelsEveryRowIsMissing() throws IOException {
    Clrs30 study = study(recipes(4), Optional.empty(), "graham_scan", "dfs");
    assertThat(test(study, 1).missing).containsExactly("dfs", "graham_scan");
    String page = page();
    assertThat(page)
        .contains("| Graham scan | no model yet | – | – | – | 97.67 G |", "0 of 30 algorithms")
        .contains("| **all** | 0 of 30 | – |")
        .doesNotContain("NaN", "## Larger graphs");
    assertThat(page.lines().filter(line -> line.contains("no model yet"))).hasSize(30);
  }

  @Test
  void withoutADocumentThereIsNoPage() throws IOException {
    BenchmarkPage.write(results(), folder.resolve("docs/clrs30.md"));
    assertThat(folder.resolve("docs")).doesNotExist();
  }

  @Test
  void trainsTestsAndSharesModels() throws IOException {
    Clrs30 study =
        study(recipes(4), Optional.empty(), "graham_scan", "jarvis_march", "floyd_warshall", "dfs");
    assertThat(study.toTrain(1))
        .extracting(Cell::name)
        .as("one for both hulls, none for what has no recipe, none for what was not asked for")
        .containsExactly("tiny-graham_scan-1", "tiny-floyd_warshall-1");
    assertThat(train(study, 1)).isTrue();
    Notes notes = test(study, 1);
    assertThat(notes.missing).containsExactly("dfs");
    assertThat(notes.tests)
        .containsExactly(
            "floyd_warshall tiny-floyd_warshall-1 6 3",
            "floyd_warshall tiny-floyd_warshall-1 7 1",
            "graham_scan tiny-graham_scan-1 6 3",
            "graham_scan tiny-graham_scan-1 7 1");
    BenchmarkTable table = results().benchmark().orElseThrow();
    assertThat(table.of("jarvis_march").getFirst().results())
        .as("the same points, the same answers")
        .isEqualTo(table.of("graham_scan").getFirst().results())
        .hasSize(2);
    BenchmarkTable.Subject model = table.of("jarvis_march").getFirst().subject().orElseThrow();
    assertThat(model.pretrained()).isFalse();
    assertThat(model.training().steps()).isEqualTo(4);
    assertThat(model.training().seconds()).isPresent();
    assertThat(model.training().settings())
        .isEqualTo(RecordedSettings.of(study.toTrain(1).getFirst().settings()));
    assertThat(model.training().settings().values()).containsEntry("width", "4");
    assertThat(page())
        .contains("that of Graham scan", "3 of 30 algorithms", "2 model files")
        .contains("## Larger graphs", "| **all** | 3 of 30 |")
        .doesNotContain("NaN", "null");
  }

  /** The page shows the step of the model, so the minutes are not those of the whole run. */
  @Test
  void minutesAreThoseOfTheModelsStep() throws IOException {
    Clrs30 study = study(recipes(40), Optional.empty(), "floyd_warshall");
    Cell cell = study.toTrain(1).getFirst();
    assertThat(
            campaign(new Campaign.Listener() {})
                .trainInOrder(List.of(new Stint(cell, 3)), Duration.ofHours(1)))
        .isTrue();
    Files.writeString(
        folder.resolve("runs").resolve(cell.name()).resolve("metrics.jsonl"),
        """
        {"step":1,"samples_per_second":RATE,"training_seconds":210}
        {"step":2,"validation_loss":1,"validation_accuracy":0.5,"training_seconds":420}
        {"step":3,"samples_per_second":RATE,"training_seconds":630}
        """
            .replace("RATE", Double.toString(cell.settings().batch() / 210.0)));
    test(study, 1);
    assertThat(page()).contains("| 2 of 40 | 7 |");
  }

  /** Asking in several ways is a test of its own beside those that ask once. */
  @Test
  void questionsAskedInSeveralWaysAreScoredApart() throws IOException {
    String[] both = {"graham_scan", "floyd_warshall"};
    Clrs30 once = study(recipes(4), Optional.empty(), 1, both);
    assertThat(train(once, 1)).isTrue();
    test(once, 1);
    assertThat(page()).doesNotContain("Asked in several ways");
    BenchmarkTable before = results().benchmark().orElseThrow();

    Clrs30 often = study(recipes(4), Optional.empty(), 3, both);
    assertThat(test(often, 1).tests)
        .containsExactly(
            "floyd_warshall tiny-floyd_warshall-1 6 3 in 3 ways",
            "graham_scan tiny-graham_scan-1 6 3 in 3 ways");
    assertThat(test(often, 1).tests).isEmpty();
    BenchmarkTable after = results().benchmark().orElseThrow();
    for (String name : both) {
      BenchmarkTable.Entry entry = after.of(name).getFirst();
      BenchmarkTable.Result asked = entry.at(6).orElseThrow();
      assertThat(asked).isEqualTo(before.of(name).getFirst().at(6).orElseThrow());
      BenchmarkTable.Result askedOften = entry.averagedAt(6).orElseThrow();
      assertThat(askedOften.test().ways()).isEqualTo(3);
      assertThat(askedOften.graphs()).isEqualTo(asked.graphs());
      assertThat(askedOften.effort().evaluations()).isGreaterThan(2 * asked.effort().evaluations());
      assertThat(askedOften.valid()).isPresent();
      assertThat(page())
          .contains(
              "| %s | %s | 3 | **%s** |"
                  .formatted(
                      Clrs.algorithm(name).title(),
                      Cells.text(100 * asked.score().value(), 2),
                      Cells.text(100 * askedOften.score().value(), 2)));
    }
    assertThat(page()).contains("## Asked in several ways").doesNotContain("NaN", "null");
  }

  /** What lets one test serve several algorithms. */
  @Test
  void tasksWithTheSameDataHaveTheSameSamplesAndAnswers() throws IOException {
    Protocol protocol = new Protocol(3, 9, List.of(), 4, 64, 1);
    List<Benchmark.Task> tasks = Benchmark.standard().tasks();
    List<String> pairs = new ArrayList<>();
    for (Benchmark.Task one : tasks) {
      for (Benchmark.Task two : tasks) {
        if (!one.equals(two) && one.sameDataAs(two)) {
          pairs.add(one.algorithm() + " " + two.algorithm());
          List<Instance> ours = protocol.instances(one, 9, 4);
          List<Instance> theirs = protocol.instances(two, 9, 4);
          for (int k = 0; k < 4; k++) {
            assertThat(ours.get(k).inputs()).isEqualTo(theirs.get(k).inputs());
            assertThat(ours.get(k).outputs()).isEqualTo(theirs.get(k).outputs());
          }
        }
      }
    }
    assertThat(pairs)
        .as("both ways: six pairs of sorts, shortest paths, hulls, matchers")
        .hasSize(18)
        .contains("heapsort quicksort", "dijkstra bellman_ford");
  }

  @Test
  void aTestIsNotRepeatedByTheSameProgram() throws IOException {
    Clrs30 study = study(recipes(4), Optional.empty(), "graham_scan", "topological_sort");
    train(study, 1);
    assertThat(test(study, 1).tests).hasSize(4);
    byte[] written = Files.readAllBytes(folder.resolve("results/clrs30.json"));
    assertThat(test(study, 1).tests).isEmpty();
    assertThat(folder.resolve("results/clrs30.json")).hasBinaryContent(written);

    // Killed between two tests: only what is missing is done.
    BenchmarkTable whole = results().benchmark().orElseThrow();
    BenchmarkTable.Entry last = whole.entries().getLast();
    List<BenchmarkTable.Entry> cut = new ArrayList<>(whole.entries());
    cut.set(
        1,
        new BenchmarkTable.Entry(
            last.algorithm(), last.subject(), last.provenance(), last.results().subList(0, 1)));
    results().write(new BenchmarkTable(whole.seed(), whole.nodes(), whole.larger(), cut));
    assertThat(test(study, 1).tests).containsExactly("graham_scan tiny-graham_scan-1 7 1");

    // Another call keeps what it was not asked for, and another program tests again.
    study(recipes(4), Optional.empty(), "dfs");
    test(study(recipes(4), Optional.empty(), "dfs"), 1);
    assertThat(results().benchmark().orElseThrow().entries())
        .extracting(BenchmarkTable.Entry::algorithm)
        .containsExactly("dfs", "topological_sort", "graham_scan");
    Clrs30 later =
        new Clrs30(
            folder.resolve("runs"),
            Benchmark.standard().withAlgorithms(List.of(Clrs.algorithm("graham_scan"))),
            recipes(4),
            Optional.empty(),
            new Protocol(3, 6, List.of(7), 3, 64, 1),
            new Provenance("1", "none", "25", "any"));
    assertThat(test(later, 1).tests).hasSize(2);
  }

  @Test
  void aStoppedTrainingIsShownAndGoesOnWithTheModelThatWasStarted() throws IOException {
    Clrs30 study = study(recipes(6), Optional.empty(), "graham_scan", "topological_sort");
    List<String> order = new ArrayList<>();
    Campaign[] campaign = new Campaign[1];
    AtomicInteger steps = new AtomicInteger();
    campaign[0] =
        campaign(
            new Campaign.Listener() {
              @Override
              public void stepped(Cell cell, TrainingStep step) {
                order.add(cell.name());
                if (steps.incrementAndGet() == 9) {
                  campaign[0].stop();
                }
              }
            });
    List<Cell> cells = study.toTrain(1);
    assertThat(campaign[0].train(cells, Duration.ofHours(1))).isFalse();
    assertThat(order.subList(0, 6)).as("finished first").containsOnly("tiny-graham_scan-1");
    assertThat(order.subList(6, 9)).containsOnly("tiny-topological_sort-1");
    test(study, 1);
    assertThat(page()).contains(" 2 of 6 |");

    List<Cell> more = new ArrayList<>(recipes(6).cells(2));
    List<String> resumed = new ArrayList<>();
    Campaign.Listener noting =
        new Campaign.Listener() {
          @Override
          public void finished(Cell cell) {
            resumed.add(cell.name());
          }
        };
    assertThat(campaign(noting).train(more, Duration.ofHours(1))).isTrue();
    assertThat(resumed.getFirst()).as("what was started").isEqualTo("tiny-topological_sort-1");
    test(study, 2);
    assertThat(page()).doesNotContain(" 2 of 6 |").contains("± over 2 seeds");
  }

  @Test
  void pretrainedModelsComeFirst() throws IOException {
    Settings settings = Settings.of(Clrs.algorithm("jarvis_march"), Preset.PAIRS).with(SMALL);
    Path file = folder.resolve("hull.safetensors");
    new Model(
            settings,
            settings.network(),
            settings.network().initial(1),
            PROVENANCE.with("step", "1234"))
        .save(file);
    ShippedModelsWriter packed = new ShippedModelsWriter(folder.resolve("shelf"));
    try (Workers workers = new Workers(2)) {
      packed.add("hull", file, workers);
    }
    Optional<ShippedModels> shelf = Optional.of(ShippedModels.in(folder.resolve("shelf")));
    Clrs30 study = study(recipes(4), shelf, "graham_scan", "topological_sort");
    assertThat(study.toTrain(1)).extracting(Cell::name).containsExactly("tiny-topological_sort-1");
    Notes notes = test(study, 1);
    assertThat(notes.tests).first().isEqualTo("graham_scan hull 6 3");
    assertThat(notes.missing).containsExactly("topological_sort");
    assertThat(page()).contains("| 1,234 | – | that of Jarvis");
    assertThat(study(recipes(4), Optional.empty(), "graham_scan").toTrain(2))
        .extracting(Cell::name)
        .containsExactly("tiny-graham_scan-1", "tiny-graham_scan-2");
  }

  /** Floyd-Warshall answers for all pairs, edges or not, and topological sort has two outputs. */
  @Test
  void theProtocolScoresAllPairsAndAllOutputs() throws IOException {
    Clrs30 study = study(recipes(4), Optional.empty(), "floyd_warshall", "topological_sort");
    train(study, 1);
    Benchmark.Task paths = Benchmark.standard().task("floyd_warshall").orElseThrow();
    Protocol protocol = new Protocol(3, 6, List.of(), 3, 64, 1);
    Model model = Model.load(folder.resolve("runs/tiny-floyd_warshall-1/best.safetensors"));
    List<Problem> problems = protocol.problems(paths, model, 6);
    List<Instance> instances = protocol.instances(paths, 6, 3);
    assertThat(problems).hasSize(3);
    for (int k = 0; k < 3; k++) {
      assertThat(problems.get(k).targets().getFirst().truth())
          .isEqualTo(instances.get(k).output("Pi").codes())
          .hasSize(36);
      assertThat(problems.get(k).nodeInputs().getFirst())
          .as("positions as drawn")
          .startsWith(0f, 1f / 6);
    }
    test(study, 1);
    BenchmarkTable.Result result =
        results().benchmark().orElseThrow().of("topological_sort").getFirst().at(6).orElseThrow();
    assertThat(result.outputs())
        .extracting(BenchmarkTable.Output::name)
        .containsExactly("topo", "topo_head");
    double mean = (result.outputs().get(0).score() + result.outputs().get(1).score()) / 2;
    assertThat(result.score().value()).isCloseTo(mean, within(1e-12));
  }

  /** Of four sorts with one model; Floyd-Warshall's paths, of which an untrained one gets none. */
  @Test
  void answersAreCheckedByCertificates() throws IOException {
    Protocol protocol = new Protocol(3, 8, List.of(), 3, 64, 1);
    ShippedModels shelf = ShippedModels.ofProgram();
    Protocol.Test test = new Protocol.Test(8, 1);
    try (Workers workers = new Workers(1)) {
      for (String name : List.of("heapsort", "minimum", "floyd_warshall", "bridges")) {
        Benchmark.Task task = Benchmark.standard().task(name).orElseThrow();
        Model model = shelf.load(shelf.of(task.algorithm()).orElseThrow());
        BenchmarkTable.Result trained = protocol.examine(task, model, test, workers);
        assertThat(trained.score().value()).as(name).isEqualTo(1);
        assertThat(trained.valid()).as(name).hasValue(1);
        Network network = model.network();
        Model untrained = new Model(model.settings(), network, network.initial(1), Provenance.NONE);
        BenchmarkTable.Result guessed = protocol.examine(task, untrained, test, workers);
        assertThat(guessed.score().value()).as(name).isLessThan(1);
        assertThat(guessed.valid()).as(name).isPresent();
        assertThat(guessed.valid().getAsDouble()).as(name).isLessThan(1);
      }
    }
  }

  @Test
  void theDocumentIsReadAsItIsWritten() throws IOException {
    Clrs30 study = study(recipes(4), Optional.empty(), "graham_scan", "dfs");
    train(study, 1);
    test(study, 1);
    Path file = folder.resolve("results/clrs30.json");
    byte[] written = Files.readAllBytes(file);
    assertThat(results().benchmark().orElseThrow().of("graham_scan").getFirst().results())
        .allMatch(result -> result.valid().isPresent());
    results().write(results().benchmark().orElseThrow());
    assertThat(file).hasBinaryContent(written);
    String text = Files.readString(file);
    assertThat(Json.parse(text).get("table").string()).isEqualTo("clrs30");
    Files.writeString(file, text.replace("\"sha256\"", "\"sha255\""));
    assertThatThrownBy(() -> results().benchmark())
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("clrs30.json", "no member \"sha256\"");
  }

  /** Documents of earlier programs. */
  @Test
  void whatWasNotRecordedIsShownAsSuch() throws IOException {
    Clrs30 study = study(recipes(4), Optional.empty(), "graham_scan");
    train(study, 1);
    test(study, 1);
    Path file = folder.resolve("results/clrs30.json");
    String text = Files.readString(file);
    String before =
        text.replaceAll("\\s*\"valid\": [0-9.]+,", "")
            .replaceAll("(?s),\\s*\"settings\": \\{[^}]*\\}", "");
    assertThat(text).contains("\"valid\"", "\"width\"");
    assertThat(before).doesNotContain("\"valid\"", "\"width\"");
    Files.writeString(file, before);
    assertThat(page())
        .containsPattern("\\| Graham scan \\| [^|]+ \\| [^|]+ \\| – \\| – \\| 97.67 G");
    results().write(results().benchmark().orElseThrow());
    assertThat(file).hasContent(before);
  }

  @Test
  void recipesHaveOneRow() throws IOException {
    assertThatThrownBy(() -> study(Plan.standard(), Optional.empty(), "dfs"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exactly one row");
  }
}
