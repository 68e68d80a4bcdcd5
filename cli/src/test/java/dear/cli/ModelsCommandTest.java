// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models without files: those that are shipped, and those that are not. */
class ModelsCommandTest {
  @TempDir Path folder;

  @Test
  void shippedModelsAreListed() throws IOException {
    Invocation list = Invocation.of("models");
    assertThat(list.code()).as(list.err()).isZero();
    Json json = Json.parse(Invocation.of("models", "--json").out());
    assertThat(json.get("models").values()).hasSameSizeAs(ShippedModels.ofProgram().all());
    for (Json model : json.get("models").values()) {
      assertThat(list.out()).contains(model.get("name").string());
      assertThat(model.get("settings").has("learning-rate")).isTrue();
      assertThat(model.get("provenance").has("commit")).isTrue();
      assertThat(model.get("score").get("accuracy").number()).isBetween(0.0, 1.0);
    }
  }

  @Test
  void aShippedModelIsFoundByItsNameAndItsAlgorithm() throws IOException {
    ShippedModel model = ShippedModels.ofProgram().all().getFirst();
    for (String word : new String[] {model.name(), model.algorithm().name()}) {
      Invocation inspected = Invocation.of("inspect", word);
      assertThat(inspected.code()).as(inspected.err()).isZero();
      assertThat(inspected.out())
          .startsWith(model.name() + " (pretrained) for " + model.algorithm());
      Invocation scored = Invocation.of("evaluate", word, "--nodes", "6", "--count", "2");
      assertThat(scored.code()).as(scored.err()).isZero();
      assertThat(scored.out()).contains("model " + model.name() + " (pretrained)");
    }
  }

  @Test
  void solvingTakesTheShippedModel() throws IOException {
    Path roads = Files.writeString(folder.resolve("roads.csv"), "a,b,1\nb,c,2\na,c,5\n");
    Invocation solved =
        Invocation.of(
            "solve", "bellman_ford", "--graph", roads.toString(), "--undirected", "--certify");
    assertThat(solved.code()).as(solved.out() + solved.err()).isZero();
    assertThat(solved.out()).contains("model bellman_ford (pretrained)", "certified");
  }

  @Test
  void smallKeysBesideALargeOneAreNoObstacle() {
    Invocation sorted = Invocation.of("solve", "insertion_sort", "1234567.5", "2", "0.1");
    assertThat(sorted.code()).as(sorted.out()).isZero(); // and so certified right
    assertThat(sorted.out()).startsWith("sorted: 0.1 2 1234567.5" + System.lineSeparator());
  }

  @Test
  void equalKeysAreNoObstacle() {
    Invocation sorted = Invocation.of("solve", "insertion_sort", "3", "3", "1", "1", "2");
    assertThat(sorted.code()).as(sorted.out()).isZero(); // and so certified right
    assertThat(sorted.out()).startsWith("sorted: 1 1 2 3 3" + System.lineSeparator());
    for (String algorithm : List.of("heapsort", "minimum", "quickselect")) {
      Invocation solved = Invocation.of("solve", algorithm, "4", "4", "4", "2", "2", "7", "7");
      assertThat(solved.code()).as(solved.out()).isZero();
    }
  }

  @Test
  void theReadmesFirstExamplesAreAnsweredAsItSays() throws IOException {
    Path module = Path.of("").toAbsolutePath();
    String readme = Files.readString(module.resolveSibling("README.md"));
    Invocation sorted = Invocation.of("solve", "insertion_sort", "5", "2", "4", "3", "1");
    assertThat(sorted.out()).startsWith("sorted: 1 2 3 4 5" + System.lineSeparator());
    assertThat(readme).contains("./dear solve insertion_sort 5 2 4 3 1 ", ": sorted: 1 2 3 4 5");
    String command = "solve bellman_ford --graph docs/roads.csv --undirected --source Aachen";
    assertThat(readme).contains("./dear " + command);
    Invocation paths =
        Invocation.of(
            command.replace("docs", module.resolveSibling("docs").toString()).split(" ", -1));
    assertThat(paths.code()).isZero(); // and so certified right
    String found = paths.out().lines().takeWhile(line -> !line.isEmpty()).collect(joining("\n"));
    assertThat(readme).contains("```text\n" + found + "\n```");
  }

  @Test
  void whereNoneIsShippedTheErrorSaysWhatToDo() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    ShippedModels.writeIndex(empty, List.of());
    assertThatThrownBy(() -> NamedModel.shipped(Clrs.algorithm("bfs"), ShippedModels.in(empty)))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("no pretrained model for bfs", "only for: none", "dear train bfs");
    ShippedModels shelf = ShippedModels.ofProgram();
    Optional<Algorithm> missing =
        Clrs.algorithms().stream()
            .filter(a -> a.isGraphAlgorithm() && shelf.of(a).isEmpty())
            .findFirst();
    if (missing.isPresent()) { // as long as there is one
      Algorithm without = missing.get();
      Path roads = Files.writeString(folder.resolve("roads.csv"), "a,b,1\n");
      Invocation solved = Invocation.of("solve", without.name(), "--graph", roads.toString());
      Invocation scored = Invocation.of("evaluate", without.name());
      for (Invocation none : new Invocation[] {solved, scored}) {
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err())
            .contains(
                "no pretrained model for " + without, shelf.algorithms(), "dear train " + without);
      }
    }
    Invocation mistyped = Invocation.of("inspect", "bellmann_ford");
    assertThat(mistyped.code()).isEqualTo(1);
    assertThat(mistyped.err()).contains("did you mean bellman_ford?", "dear models");
  }

  @Test
  void aModelAnswersForAllAlgorithmsWithItsTask() {
    Invocation sorted = Invocation.of("solve", "heapsort", "3", "1", "2");
    assertThat(sorted.code()).as(sorted.err()).isZero();
    assertThat(sorted.out()).contains("1", "2", "3", "model insertion_sort (pretrained)");
    Invocation scored = Invocation.of("evaluate", "dijkstra", "--nodes", "8", "--count", "2");
    assertThat(scored.code()).as(scored.err()).isZero();
  }

  @Test
  void modelsArePackedWithTheirScores() throws IOException {
    assertThat(Runs.run(Runs.train("bfs", folder.resolve("run"))).code()).isZero();
    String file = folder.resolve("run/best.safetensors").toString();
    String shelf = folder.resolve("shelf").toString();
    Invocation packed = Invocation.of("models", "pack", file, "--out", shelf, "--name", "mine");
    assertThat(packed.code()).as(packed.err()).isZero();
    assertThat(packed.out()).contains("mine: ", "on 100 graphs of 64 nodes");
    assertThat(ShippedModels.in(folder.resolve("shelf")).all())
        .extracting(ShippedModel::name)
        .containsExactly("mine");
    assertThat(ShippedModels.in(folder.resolve("shelf")).all().getFirst().trainingSeconds())
        .as("the file is in its run folder")
        .isPresent();
    String[] brief = {"models", "pack", file, "--out", shelf, "--name", "brief", "--test-budget"};
    assertThat(Invocation.of(with(brief, "3")).code()).isZero();
    assertThat(
            ShippedModels.in(folder.resolve("shelf"))
                .named("brief")
                .orElseThrow()
                .score()
                .evaluations())
        .isLessThanOrEqualTo(3);
    Invocation never = Invocation.of(with(brief, "0"));
    assertThat(never.code()).isEqualTo(2);
    assertThat(never.err()).contains("setting test-budget: \"0\" is not from");
    Invocation badName = Invocation.of("models", "pack", file, "--out", shelf, "--name", "A/B");
    assertThat(badName.code()).isEqualTo(1);
    assertThat(badName.err()).contains("not a valid model name");
    assertThat(Invocation.of("models", "pack", file, file, "--out", shelf, "--name", "x").code())
        .isEqualTo(2);
    assertThat(Invocation.of("models", "pack", file).code()).isEqualTo(2);
    Invocation noModel = Invocation.of("models", "pack", shelf + "/index.json", "--out", shelf);
    assertThat(noModel.code()).isEqualTo(1);
    assertThat(noModel.err()).contains("index.json");
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }
}
