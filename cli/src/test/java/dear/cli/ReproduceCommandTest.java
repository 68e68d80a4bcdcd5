// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole way from no run at all to the page. */
class ReproduceCommandTest {
  private static final String PLAN =
      """
      {"preset": "quick",
       "settings": {"steps": "6", "batch": "2", "width": "4", "train-nodes-min": "4",
         "train-nodes-max": "5", "validation-nodes": "5", "validation-count": "3",
         "validate-every": "3", "budget": "5", "test-budget": "6"},
       "algorithms": ["bellman_ford"],
       "rows": [
         {"name": "nar", "label": "NAR", "words": "w", "settings": {"mode": "nar"}, "algorithms": {}},
         {"name": "dear-relative", "label": "DEAR", "words": "w", "settings": {},
          "algorithms": {"bellman_ford": {"hits": "2"}}}]}
      """;

  @TempDir Path folder;

  private Invocation reproduce(String... more) throws IOException {
    Path plan = folder.resolve("plan.json");
    if (!Files.exists(plan)) {
      Files.writeString(plan, PLAN);
    }
    List<String> arguments = new ArrayList<>(List.of("reproduce", "--plan", plan.toString()));
    arguments.addAll(List.of("--runs", folder.resolve("runs").toString()));
    arguments.addAll(List.of("--out", folder.resolve("results").toString()));
    arguments.addAll(List.of("--page", folder.resolve("docs/results.md").toString()));
    arguments.addAll(List.of("--nodes", "8", "--count", "3"));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  private Json results(String name) throws IOException {
    return Json.parse(Files.readString(folder.resolve("results").resolve(name)));
  }

  @Test
  void trainsExaminesTimesAndDraws() throws Exception {
    Invocation empty = reproduce("table1", "--budget", "0s", "--seeds", "1");
    assertThat(empty.code()).as(empty.err()).isZero();
    assertThat(Files.readString(folder.resolve("docs/results.md"))).contains("not trained");

    Path data = Files.createDirectory(folder.resolve("data"));
    String file = data.resolve("bellman_ford.jsonl").toString();
    Invocation sampled =
        Invocation.of("sample", "bellman_ford", "--nodes", "8", "--count", "2", "--out", file);
    assertThat(sampled.code()).isZero();
    Invocation done =
        reproduce("table1", "table2", "--budget", "10m", "--seeds", "2", "--data", data.toString());
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.err()).contains("nar-bellman_ford-2: finished");
    String model = folder.resolve("runs/dear-relative-bellman_ford-1/best.safetensors").toString();
    String shelf = folder.resolve("shelf").toString();
    Invocation packed =
        Invocation.of("models", "pack", model, "--out", shelf, "--name", "bellman_ford_nodes");
    assertThat(packed.code()).as(packed.err()).isZero();
    Invocation drawn = reproduce("figures", "--models", shelf, "--sizes", "5,9");
    assertThat(drawn.code()).as(drawn.err()).isZero();
    for (Json cell : results("table1.json").get("cells").values()) {
      assertThat(cell.get("state").string()).isEqualTo("FINISHED");
      assertThat(cell.get("data").get("graphs").integer()).isEqualTo(2);
    }
    assertThat(results("table2.json").get("cells").values()).allMatch(it -> it.has("seconds"));
    assertThat(results("figures.json").get("models").values()).isNotEmpty();
    String page = Files.readString(folder.resolve("docs/results.md"));
    assertThat(page).contains("## Other starts", "| bellman_ford_nodes | 9 | 40 | 4 | ");
    for (String name : List.of("accuracy", "residual", "diameter", "spread")) {
      assertThat(page).contains("](results/" + name + ".svg)");
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(folder.resolve("docs/results/" + name + ".svg").toFile());
    }
    assertThat(page).contains("others' data", "*97.03 ± 0.10*", "decoding at every step");
  }

  @Test
  void machinesShareTheWork() throws IOException {
    String plan = Files.writeString(folder.resolve("plan.json"), PLAN).toString();
    for (int k = 1; k <= 2; k++) {
      String runs = folder.resolve("machine" + k).toString();
      Invocation part =
          Invocation.of(
              ("reproduce table1 --seeds 1 --budget 10m --nodes 8 --count 3 --shard " + k + "/2")
                  .concat(" --plan " + plan + " --runs " + runs)
                  .split(" "));
      assertThat(part.code()).as(part.err()).isZero();
      assertThat(part.err())
          .contains(
              k == 1 ? "nar-bellman_ford-1: starting 6 steps" : "dear-relative-bellman_ford-1")
          .contains("in a rehearsal")
          .doesNotContain(k == 1 ? "dear-relative" : "nar-bellman_ford");
      assertThat(folder.resolve("machine" + k).resolve("results.md")).exists();
    }
    String packed = folder.resolve("packed").toString();
    Invocation pack =
        Invocation.of(
            "reproduce", "pack", "--runs", folder.resolve("machine2").toString(), "--out", packed);
    assertThat(pack.code()).as(pack.err()).isZero();
    assertThat(pack.out()).contains("dear-relative-bellman_ford-1: step 6, finished", "1 runs");
    Invocation join =
        Invocation.of(
            "reproduce",
            "join",
            folder.resolve("machine1").toString(),
            packed,
            "--runs",
            folder.resolve("joined").toString());
    assertThat(join.code()).as(join.err()).isZero();
    assertThat(join.out()).contains("2 runs taken, 0 kept");
    Invocation whole =
        Invocation.of(
            ("reproduce table1 --seeds 1 --budget 10m --nodes 8 --count 3 --plan " + plan)
                .concat(" --runs " + folder.resolve("joined"))
                .split(" "));
    assertThat(whole.code()).as(whole.err()).isZero();
    assertThat(whole.err()).doesNotContain("starting");
    assertThat(Files.readString(folder.resolve("joined/table1.json")))
        .contains("FINISHED")
        .doesNotContain("MISSING");
  }

  @Test
  void rowsEndAtTheSameStep() throws IOException {
    String[] half = {"table1", "--seeds", "1", "--until", "3", "--budget", "10m"};
    Invocation first = reproduce(half);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err())
        .contains("nar-bellman_ford-1: starting 3 steps")
        .doesNotContain("not all runs");
    assertThat(results("table1.json").get("cells").values())
        .extracting(cell -> cell.get("steps").integer())
        .containsExactly(3, 3);
    assertThat(reproduce(half).err()).doesNotContain("starting");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "table3 | table3",
        "table1 --budget soon | soon",
        "table1 --budget 2 | is not a duration",
        "table1 --budget 1w | not a duration",
        "table1 --algorithms belman_ford | did you mean bellman_ford?",
        "table1 --rows naar | no row \"naar\"",
        "table1 --seeds 0 | --seeds 0",
        "table1 --threads 0 | --threads 0",
        "table1 --steps 0 | setting steps",
        "table1 --until 0 | --until 0",
        "table1 --shard 3/2 | is not a shard",
        "table1 --shard 0/2 | is not a shard",
        "table1 --publish | leave out --out and --page",
        "table1 --data nowhere | --data nowhere",
        "figures --sizes 3 | --sizes 3",
        "clrs30 --sizes 3 | --sizes 3",
        "clrs30 --sizes 600 | size 600",
        "clrs30 --seeds 0 | --seeds 0",
        "clrs30 --steps 0 | setting steps",
        "clrs30 --budget never | never",
        "clrs30 --algorithms strongly_connected_components_local | not one of the thirty",
      })
  void wrongUseSaysWhatIsWrong(String arguments, String message) throws IOException {
    Invocation wrong = reproduce(arguments.split(" ", -1));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(message).contains("--help");
    assertThat(folder.resolve("runs")).doesNotExist();
    assertThat(folder.resolve("results")).doesNotExist();
  }

  private static final String RECIPES =
      """
      {"preset": "pairs",
       "settings": {"steps": "4", "batch": "2", "width": "4", "train-nodes-max": "5",
         "validation-nodes": "5", "validation-count": "2", "validate-every": "2",
         "applications-max": "4", "test-budget": "4"},
       "algorithms": ["bellman_ford", "minimum"],
       "rows": [{"name": "tiny", "label": "tiny", "words": "w", "settings": {}, "algorithms": {}}]}
      """;

  @Test
  void trainsAndScoresTheBenchmark() throws IOException {
    Path recipes = Files.writeString(folder.resolve("recipes.json"), RECIPES);
    String[] arguments = {
      "clrs30",
      "--train",
      "--algorithms",
      "dijkstra,dfs",
      "--sizes",
      "9",
      "--budget",
      "10m",
      "--recipes",
      recipes.toString()
    };
    Invocation done = reproduce(arguments);
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.err())
        .contains("tiny-bellman_ford-1: finished", "dfs: no model yet")
        .contains("dijkstra: testing tiny-bellman_ford-1 on 3 graphs of size 8")
        .doesNotContain("minimum");
    assertThat(done.out()).contains("clrs30.md");
    assertThat(results("clrs30.json").get("entries").values()).hasSize(2);
    assertThat(folder.resolve("docs/results.md")).as("not asked for").doesNotExist();
    String page = Files.readString(folder.resolve("docs/clrs30.md"));
    assertThat(page).contains("that of Bellman", "seed=3", "1 of 30 algorithms have a model");
    Invocation again = reproduce(arguments);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.err()).doesNotContain("testing", "step ");
  }

  @Test
  void thePretrainedModelsAreScored() throws IOException {
    Invocation done =
        reproduce("clrs30", "--algorithms", "heapsort", "--sizes", "9", "--budget", "0s");
    assertThat(done.code()).as(done.err()).isZero();
    Json entry = results("clrs30.json").get("entries").values().getFirst();
    assertThat(entry.get("model").get("pretrained").bool()).isTrue();
    assertThat(entry.get("model").get("algorithm").string()).isEqualTo("insertion_sort");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  @Test
  void sizesThatTheBenchmarkDoesNotHaveAreRefused() {
    Invocation small = Invocation.of("reproduce", "clrs30", "--nodes", "3");
    assertThat(small.code()).isEqualTo(2);
    assertThat(small.err()).contains("size 3 is not possible");
    Invocation absent = Invocation.of("reproduce", "clrs30", "--recipes", "nowhere.json");
    assertThat(absent.code()).isEqualTo(1);
    assertThat(absent.err()).contains("nowhere.json");
  }

  @Test
  void aPlanThatCannotBeReadIsNamed() throws IOException {
    Files.writeString(folder.resolve("plan.json"), PLAN.replace("\"hits\"", "\"hats\""));
    Invocation wrong = reproduce("table1");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("plan.json", "no setting \"hats\"");
  }

  @Test
  void spoiltResultsAreNamed() throws IOException {
    Files.createDirectory(folder.resolve("results"));
    Files.writeString(folder.resolve("results/table2.json"), "{");
    Invocation wrong = reproduce("table1", "--budget", "0s");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("table2.json").doesNotContain("internal error");
  }

  @Test
  void timesAreRead() {
    var converter = new DurationConverter();
    assertThat(converter.convert("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(converter.convert("1h30m")).isEqualTo(Duration.ofMinutes(90));
    assertThat(converter.convert("2h")).isEqualTo(Duration.ofHours(2));
  }
}
