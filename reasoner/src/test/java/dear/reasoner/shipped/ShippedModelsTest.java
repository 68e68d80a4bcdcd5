// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.shipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Instance;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.model.Model;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Models shipped with the program are intact and achieve their recorded scores. */
class ShippedModelsTest {
  @TempDir static Path packed;
  @TempDir Path folder;

  static List<ShippedModel> shipped() throws IOException {
    return ShippedModels.ofProgram().all();
  }

  /**
   * Other SIMD widths sum in another order. Where two candidates are nearly equal, that may flip an
   * answer, and where a residual is close to the tolerance, a graph may take one evaluation more or
   * less. Hence the tolerance of one answer, one graph and one evaluation, and no more.
   */
  @ParameterizedTest
  @MethodSource("shipped")
  void scoresWhatIsRecorded(ShippedModel shipped) throws IOException {
    Model model = ShippedModels.ofProgram().load(shipped);
    assertThat(model.provenance().facts()).containsKeys("step", "commit", "validation_loss");
    RecordedScore recorded = shipped.check();
    List<Problem> problems =
        TestGraphs.drawn(model, recorded.nodes(), recorded.count(), recorded.seed());
    EvaluationReport report;
    try (Workers workers = new Workers(2)) {
      report = TestGraphs.examine(model, problems, workers);
    }
    RecordedScore now =
        RecordedScore.of(report, recorded.nodes(), recorded.count(), recorded.seed());
    int places = problems.stream().mapToInt(p -> p.targets().getFirst().truth().length).sum();
    assertThat(now.accuracy()).isCloseTo(recorded.accuracy(), within(1.0001 / places));
    double oneGraph = 1.0001 / recorded.count();
    assertThat(now.exact()).isCloseTo(recorded.exact(), within(oneGraph));
    assertThat(now.evaluations()).isCloseTo(recorded.evaluations(), within(oneGraph));
    assertThat(now.accuracy())
        .as("better than trivial answers")
        .isGreaterThan(report.trivial().outputs().getFirst().accuracy().value());
  }

  @Test
  void aShelfIsReadBack() throws IOException {
    ShippedModels shelf = shelf();
    assertThat(shelf.algorithms()).isEqualTo("bfs, mst_prim");
    ShippedModel bfs = shelf.of(Clrs.algorithm("bfs")).orElseThrow();
    assertThat(bfs.name()).isEqualTo("first");
    assertThat(bfs.score().nodes()).isEqualTo(64);
    assertThat(shelf.load(bfs).settings().width()).isEqualTo(4);
    assertThat(shelf.named("second").map(ShippedModel::algorithm))
        .contains(Clrs.algorithm("mst_prim"));
    assertThat(shelf.named("third")).isEmpty();
    assertThat(shelf.of(Clrs.algorithm("dfs"))).isEmpty();
  }

  @Test
  void aModelAnswersForAlgorithmsWithTheSameTask() throws IOException {
    ShippedModelsWriter folderShelf = new ShippedModelsWriter(folder.resolve("shelf"));
    try (Workers workers = new Workers(1)) {
      folderShelf.add("hulls", model("graham_scan", 1), workers);
      folderShelf.add("march", model("jarvis_march", 1), workers);
      folderShelf.add("sorts", model("quicksort", 1), workers);
    }
    ShippedModels shelf = ShippedModels.in(folder.resolve("shelf"));
    assertThat(shelf.of(Clrs.algorithm("heapsort")).map(ShippedModel::name)).contains("sorts");
    assertThat(shelf.answering(Clrs.algorithm("jarvis_march")))
        .as("its own comes first")
        .extracting(ShippedModel::name)
        .containsExactly("march", "hulls");
    assertThat(shelf.of(Clrs.algorithm("quickselect"))).isEmpty();
    assertThat(shelf.algorithms())
        .isEqualTo("insertion_sort, bubble_sort, heapsort, quicksort, graham_scan, jarvis_march");
    // The Graham scan has no chain among its inputs, the march has one; questions suit both.
    Model hulls = shelf.load(shelf.named("hulls").orElseThrow());
    Instance march = Clrs.algorithm("jarvis_march").samples(1).size(6).get(0);
    assertThat(hulls.answers(Clrs.algorithm("jarvis_march"))).isTrue();
    assertThat(hulls.solve(march.inputs()).output("in_hull").codes()).hasSize(6);
  }

  @Test
  void aModelOfTheSameNameIsReplaced() throws IOException {
    shelf();
    try (Workers workers = new Workers(1)) {
      new ShippedModelsWriter(folder.resolve("shelf")).add("first", model("bfs", 2), workers);
    }
    ShippedModels shelf = ShippedModels.in(folder.resolve("shelf"));
    assertThat(shelf.all()).extracting(ShippedModel::name).containsExactly("first", "second");
    assertThat(shelf.load(shelf.all().getFirst()).settings().seed()).isEqualTo(2);
  }

  /** A file on the shelf has left its run, where the time of training is known. */
  @Test
  void aModelThatIsScoredAnewKeepsItsTrainingTime() throws IOException {
    shelf();
    Path index = folder.resolve("shelf/index.json");
    String text = Files.readString(index);
    int end = text.indexOf('}', text.indexOf("\"check\"")) + 1;
    Files.writeString(
        index, text.substring(0, end) + ", \"training_seconds\": 12.5" + text.substring(end));
    ShippedModelsWriter writer = new ShippedModelsWriter(folder.resolve("shelf"));
    try (Workers workers = new Workers(1)) {
      Path same = folder.resolve("shelf/first.safetensors");
      assertThat(writer.add("first", same, workers).trainingSeconds()).hasValue(12.5);
      Map<Setting, String> search = Map.of(Setting.TEST_BUDGET, "3");
      ShippedModel brief = writer.add("brief", same, search, workers);
      assertThat(brief.trainingSeconds()).hasValue(12.5);
      assertThat(brief.score().evaluations()).isLessThanOrEqualTo(3);
      assertThat(
              ShippedModels.in(folder.resolve("shelf"))
                  .load(brief)
                  .settings()
                  .text(Setting.TEST_BUDGET))
          .isEqualTo("3");
      assertThat(writer.add("first", model("bfs", 2), workers).trainingSeconds()).isEmpty();
    }
  }

  /** A model packed before files told how long the model they continue was trained. */
  @Test
  void stepsOfTheModelsItContinuesCount() throws IOException {
    ShippedModelsWriter writer = new ShippedModelsWriter(folder.resolve("shelf"));
    try (Workers workers = new Workers(1)) {
      Path first = model("bfs", 3, new Provenance(Map.of("step", "20")));
      ShippedModel alone = writer.add("first", first, workers);
      assertThat(alone.totalSteps()).hasValue(20);
      Provenance unknown =
          Provenance.NONE
              .with("step", "7")
              .startingFrom("first", alone.sha256(), OptionalInt.empty());
      Path file = model("bfs", 4, unknown);
      ShippedModel continued = writer.add("first", file, workers);
      assertThat(continued.totalSteps()).as("the shelf knows").hasValue(27);
      assertThat(writer.add("first", file, workers).totalSteps())
          .as("the first is gone, but the same file was on the shelf")
          .hasValue(27);
      Path known =
          model("bfs", 5, unknown.startingFrom("first", continued.sha256(), OptionalInt.of(27)));
      assertThat(writer.add("third", known, workers).totalSteps()).hasValue(34);
      Path lost =
          model("bfs", 6, unknown.startingFrom("lost", "0".repeat(64), OptionalInt.empty()));
      assertThat(writer.add("lost", lost, workers).totalSteps()).isEmpty();
      assertThat(ShippedModels.in(folder.resolve("shelf")).all())
          .extracting(ShippedModel::totalSteps)
          .containsExactly(OptionalInt.of(27), OptionalInt.of(34), OptionalInt.empty());
    }
  }

  @Test
  void allThirtyHaveAModelAndAllFilesAreSmallTogether() throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    List<String> thirty =
        Clrs.algorithms().stream()
            .map(Algorithm::name)
            .filter(name -> !name.equals("strongly_connected_components_local")) // DEAR's own
            .toList();
    assertThat(thirty).hasSize(30);
    assertThat(thirty).allMatch(name -> shelf.of(Clrs.algorithm(name)).isPresent());
    long bytes = 0;
    for (ShippedModel model : shelf.all()) {
      bytes += shelf.bytes(model);
    }
    assertThat(bytes).isLessThan(25_000_000);
  }

  @Test
  void damageIsNoticed() throws IOException {
    ShippedModels shelf = shelf();
    ShippedModel first = shelf.all().getFirst();
    Path file = folder.resolve("shelf").resolve(first.file());
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> shelf.load(first))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(file.toString(), "SHA-256", "damaged or replaced");
    Files.delete(file);
    assertThatThrownBy(() -> shelf.load(first))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"bfs\" | \"dfs\" | says dfs",
        "\"bfs\" | \"bsf\" | bsf",
        "\"first\" | \"../first\" | not a valid model name",
        "\"first\" | \"second\" | is listed twice",
        "\"nodes\": 64 | \"nodes\": -1 | cannot be drawn",
        "\"nodes\": 64 | \"nodes\": \"x\" | not a number",
        "\"accuracy\": | \"accuracy\": 1 | index.json",
        "\"score\" | \"scare\" | no member \"score\"",
        "\"models\" | \"modles\" | no member \"models\"",
        "] | } | index.json",
      })
  void aSpoiltIndexIsRefused(String right, String wrong, String message) throws IOException {
    shelf();
    Path index = folder.resolve("shelf/index.json");
    String text = Files.readString(index);
    assertThat(text).contains(right);
    Files.writeString(index, text.replace(right, wrong));
    assertThatThrownBy(
            () -> {
              ShippedModels shelf = ShippedModels.in(folder.resolve("shelf"));
              shelf.load(shelf.all().getFirst());
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("index.json")
        .hasMessageContaining(message);
  }

  /** Two untrained models. */
  @BeforeAll
  static void pack() throws IOException {
    ShippedModelsWriter writer = new ShippedModelsWriter(packed);
    try (Workers workers = new Workers(2)) {
      writer.add("first", model("bfs", 1), workers);
      writer.add("second", model("mst_prim", 1), workers);
    }
  }

  private ShippedModels shelf() throws IOException {
    Files.createDirectories(folder.resolve("shelf"));
    for (String name : List.of("index.json", "first.safetensors", "second.safetensors")) {
      Files.copy(packed.resolve(name), folder.resolve("shelf").resolve(name));
    }
    return ShippedModels.in(folder.resolve("shelf"));
  }

  private static Path model(String algorithm, int seed) throws IOException {
    return model(algorithm, seed, new Provenance(Map.of("step", "0")));
  }

  private static Path model(String algorithm, int seed, Provenance provenance) throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "4", Setting.TEST_BUDGET, "4", Setting.SEED, "" + seed));
    Path file = packed.resolve(algorithm + seed + ".safetensors");
    new Model(settings, settings.network(), settings.network().initial(seed), provenance)
        .save(file);
    return file;
  }
}
