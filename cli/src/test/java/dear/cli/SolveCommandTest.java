// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions to models that have learned nothing: the form of the answers, and the errors. */
class SolveCommandTest {
  @TempDir Path folder;

  private String model(String algorithm) throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK).with(Setting.WIDTH, "8");
    Path file = folder.resolve(algorithm + ".safetensors");
    var network = settings.network();
    new Model(settings, network, network.initial(1), new Provenance(Map.of("step", "0")))
        .save(file);
    return file.toString();
  }

  private String graph(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return file.toString();
  }

  @Test
  void namesAModelForWhatAStateOnPairsCannotHold() {
    List<String> words = new ArrayList<>(List.of("solve", "insertion_sort"));
    for (int i = 0; i <= 512; i++) {
      words.add(Integer.toString(i));
    }
    Invocation refused = Invocation.of(words.toArray(String[]::new));
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("at most 512 nodes, not 513", "--model insertion_sort_nodes");
  }

  @Test
  void sortsNumbersOfTheLine() throws IOException {
    Invocation solved =
        Invocation.of(
            "solve",
            "insertion_sort",
            "5",
            "2",
            "4",
            "3",
            "1",
            "--model",
            model("insertion_sort"),
            "--json",
            "--certify");
    Json answer = Json.parse(solved.out());
    assertThat(answer.get("outputs").get("pred").values()).hasSize(5);
    assertThat(answer.get("evaluations").integer()).isPositive();
    assertThat(answer.get("mode").string()).isEqualTo("dear");
    assertThat(answer.get("stop_reason").string())
        .isIn("converged", "budget", "stalled", "not_finite");
    boolean right = answer.get("certificate").get("verdict").string().equals("right");
    assertThat(solved.code()).isEqualTo(right ? 0 : 1);
  }

  @Test
  void findsPathsInAGraphOfOnesOwn() throws IOException {
    String roads = graph("roads.csv", "source,target,weight\nBonn,Köln,30\nKöln,Trier,160\n");
    Invocation solved =
        Invocation.of(
            "solve",
            "bellman_ford",
            "--graph",
            roads,
            "--undirected",
            "--source",
            "Köln",
            "--model",
            model("bellman_ford"),
            "--certify");
    assertThat(solved.err()).isEmpty();
    assertThat(solved.out()).contains("paths from Köln", "evaluations", "residual");
    assertThat(solved.out()).containsAnyOf("certified", "the answer is wrong in");
  }

  @Test
  void readsDimacs() throws IOException {
    String arcs = graph("g.gr", "c tiny\np sp 3 2\na 1 2 4\na 2 3 5\n");
    Invocation solved = Invocation.of("solve", "bfs", "--graph", arcs, "--model", model("bfs"));
    assertThat(solved.code()).isZero();
    assertThat(solved.out()).contains("paths from 1");
  }

  @Test
  void namesComponents() throws IOException {
    String ring = graph("ring.csv", "a,b\nb,c\nc,a\nd,a\n");
    Invocation solved =
        Invocation.of(
            "solve",
            "strongly_connected_components_local",
            "--graph",
            ring,
            "--model",
            model("strongly_connected_components_local"));
    assertThat(solved.code()).isZero();
    assertThat(solved.out()).contains("components");
  }

  @Test
  void solvesAnInstanceOfADataset() throws IOException {
    Path data = folder.resolve("bf.jsonl");
    Invocation.of("sample", "bellman_ford", "--count", "2", "--nodes", "6", "--out", "" + data);
    Invocation solved =
        Invocation.of(
            "solve",
            "bellman_ford",
            "--data",
            "" + data,
            "--line",
            "2",
            "--model",
            model("bellman_ford"));
    assertThat(solved.code()).isZero();
    assertThat(
            Invocation.of(
                    "solve",
                    "bellman_ford",
                    "--data",
                    "" + data,
                    "--line",
                    "3",
                    "--model",
                    model("bellman_ford"))
                .err())
        .contains("fewer than 3 lines");
  }

  @Test
  void aModelOfAnotherAlgorithmIsNamed() throws IOException {
    Invocation wrong =
        Invocation.of("solve", "minimum", "3", "1", "2", "--model", model("insertion_sort"));
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("is a model of insertion_sort, not of minimum");
  }

  @Test
  void wrongUse() throws IOException {
    String sort = model("insertion_sort");
    String paths = model("bellman_ford");
    String roads = graph("roads.csv", "a,b,1\n");
    assertThat(Invocation.of("solve", "insertion_sort", "--model", sort).code()).isEqualTo(2);
    assertThat(Invocation.of("solve", "insertion_sort", "1", "x", "--model", sort).code())
        .isEqualTo(2);
    assertThat(Invocation.of("solve", "insertion_sort", "--graph", roads, "--model", sort).err())
        .contains("does not take a graph");
    assertThat(Invocation.of("solve", "bellman_ford", "1", "2", "--model", paths).err())
        .contains("does not take one sequence of numbers");
    Invocation nowhere =
        Invocation.of("solve", "bellman_ford", "--graph", roads, "--source", "z", "--model", paths);
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err()).contains("no node \"z\"");
    assertThat(Invocation.of("solve", "insertion_sort", "1", "2", "--model", "none").err())
        .contains("none");
  }

  @ParameterizedTest
  @CsvSource({"--line, 0", "--line, -3", "--threads, 0", "--threads, -2"})
  void numbersBelowOneAreWrongUse(String option, String value) throws IOException {
    Path data = folder.resolve("bf.jsonl");
    Invocation.of("sample", "bellman_ford", "--count", "2", "--nodes", "6", "--out", "" + data);
    String paths = model("bellman_ford");
    Invocation wrong =
        Invocation.of(
            "solve", "bellman_ford", "--data", "" + data, "--model", paths, option, value);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(option + " " + value + " is too small; the minimum is 1");
  }

  @Test
  void badGraphsAreNamed() throws IOException {
    String model = model("dijkstra");
    String twice = graph("twice.csv", "a,b,1\na,b,2\n");
    assertThat(Invocation.of("solve", "dijkstra", "--graph", twice, "--model", model).err())
        .contains("twice.csv:2");
    String nan = graph("nan.csv", "a,b,NaN\n");
    assertThat(Invocation.of("solve", "dijkstra", "--graph", nan, "--model", model).err())
        .contains("nan.csv:1");
    String negative = graph("negative.csv", "a,b,-1\n");
    assertThat(Invocation.of("solve", "dijkstra", "--graph", negative, "--model", model).err())
        .contains("not negative");
  }
}
