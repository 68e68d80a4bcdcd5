// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.io.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands about data: algorithms, sample, show. */
class DataCommandsTest {
  @TempDir Path folder;

  static Stream<String> names() {
    return Clrs.algorithms().stream().map(Algorithm::name);
  }

  @Test
  void algorithmsListsAll() {
    Invocation list = Invocation.of("algorithms");
    assertThat(list.code()).isZero();
    assertThat(list.out().lines()).hasSize(1 + Clrs.algorithms().size());
    names().forEach(name -> assertThat(list.out()).contains(name));
  }

  @Test
  void algorithmsAsJson() throws IOException {
    List<Json> all = Json.parse(Invocation.of("algorithms", "--json").out()).values();
    assertThat(all.stream().map(a -> a.get("name").string()))
        .containsExactlyElementsOf(names().toList());
    Json one = Json.parse(Invocation.of("algorithms", "heapsort", "--json").out()).values().get(0);
    assertThat(one.get("features").values()).hasSize(Clrs.algorithm("heapsort").features().size());
  }

  @ParameterizedTest
  @MethodSource("names")
  void detailsAndStepsOfEveryAlgorithm(String name) {
    Invocation details = Invocation.of("algorithms", name);
    assertThat(details.code()).isZero();
    assertThat(details.out()).contains("equilibrium", "input", "output", "hint");

    Invocation shown = Invocation.of("show", name, "--nodes", "5", "--steps", "3");
    assertThat(shown.err()).isEmpty();
    assertThat(shown.code()).isZero();
    assertThat(shown.out()).contains(name + " on ", "step   0", "answer ");
  }

  @Test
  void readmeShowsWhatTheProgramPrints() throws IOException {
    Path readme = Path.of("").toAbsolutePath().resolveSibling("README.md");
    String printed = Invocation.of("show", "insertion_sort", "--nodes", "5").out();
    assertThat(Files.readString(readme)).contains("```text\n" + printed + "```");
  }

  @Test
  void sampleWritesWhatTheLibraryDraws() throws IOException {
    Path file = folder.resolve("bf.jsonl.gz");
    Invocation sampled =
        Invocation.of(
            "sample",
            "bellman_ford",
            "--nodes",
            "7",
            "--count",
            "5",
            "--seed",
            "9",
            "--hints",
            "--out",
            file.toString(),
            "--json");
    assertThat(sampled.code()).isZero();
    Json report = Json.parse(sampled.out());
    assertThat(report.get("count").integer()).isEqualTo(5);
    assertThat((long) report.get("bytes").number()).isEqualTo(Files.size(file));

    List<DatasetEntry> entries = DatasetReader.readAll(file);
    assertThat(entries).hasSize(5);
    var samples = Clrs.algorithm("bellman_ford").samples(9).split("train").size(7).withHints();
    for (int k = 0; k < 5; k++) {
      assertThat(entries.get(k).instance()).isEqualTo(samples.get(k));
    }

    Invocation third = Invocation.of("show", file.toString(), "--line", "3", "--json");
    assertThat(Json.parse(third.out()).get("note").string()).contains("sample 2");
    assertThat(Invocation.of("show", file.toString(), "--line", "3").out())
        .contains("bellman_ford on 7 nodes");
  }

  @Test
  void samplesOfTheSameSeedAreTheSameFile() throws IOException {
    Path first = folder.resolve("a.jsonl");
    Path second = folder.resolve("b.jsonl");
    Path other = folder.resolve("c.jsonl");
    Invocation.of("sample", "dfs", "--count", "3", "--out", first.toString());
    Invocation.of("sample", "dfs", "--count", "3", "--out", second.toString());
    Invocation.of("sample", "dfs", "--count", "3", "--seed", "2", "--out", other.toString());
    assertThat(Files.readString(second)).isEqualTo(Files.readString(first));
    assertThat(Files.readString(other)).isNotEqualTo(Files.readString(first));
  }

  @Test
  void theShardsOfSeveralMachinesAreTheFileOfOne() throws IOException {
    Path whole = folder.resolve("whole.jsonl");
    Invocation.of("sample", "dfs", "--count", "7", "--out", whole.toString());
    StringBuilder shards = new StringBuilder();
    for (int k = 1; k <= 3; k++) {
      Path file = folder.resolve(k + ".jsonl");
      Invocation part =
          Invocation.of(
              "sample", "dfs", "--count", "7", "--shard", k + "/3", "--out", file.toString());
      assertThat(part.code()).as(part.err()).isZero();
      assertThat(Files.readAllLines(file)).hasSizeBetween(2, 3);
      shards.append(Files.readString(file));
    }
    assertThat(shards).hasToString(Files.readString(whole));
    Invocation numpy =
        Invocation.of("sample", "dfs", "--shard", "1/2", "--rng", "numpy", "--out", "x");
    assertThat(numpy.code()).isEqualTo(2);
    assertThat(numpy.err()).contains("--shard needs samples that do not depend on each other");
  }

  @Test
  void failureLeavesTheOldFile() throws IOException {
    Path file = folder.resolve("old.jsonl");
    Files.writeString(file, "precious");
    // A needle as long as the text cannot be drawn: the sampler fails after the file was started.
    Invocation failed =
        Invocation.of(
            "sample", "kmp_matcher", "--nodes", "8", "--needle", "4", "--out", file.toString());
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err()).contains("needle");
    assertThat(Files.readString(file)).isEqualTo("precious");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void badFilesAreNamed() throws IOException {
    Path broken = folder.resolve("broken.jsonl");
    Files.writeString(broken, "{\"algorithm\": \"bfs\", \"num_nodes\": \"many\"}\n");
    Invocation shown = Invocation.of("show", broken.toString());
    assertThat(shown.code()).isEqualTo(1);
    assertThat(shown.err()).contains(broken + ":1", "num_nodes");

    Invocation tooFar = Invocation.of("show", broken.toString(), "--line", "0");
    assertThat(tooFar.code()).isEqualTo(2);

    Invocation aFolder = Invocation.of("sample", "bfs", "--out", folder.toString());
    assertThat(aFolder.code()).isEqualTo(1);
    assertThat(aFolder.err()).contains("folder");
  }

  @Test
  void aGraphThatNoReaderTakesIsNotWritten(@TempDir Path large) {
    Path out = large.resolve("x.jsonl");
    Invocation refused =
        Invocation.of(
            "sample", "bfs", "--graph", "gnp", "--nodes", "100000", "--out", out.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("10,000,000,000 numbers", "at most 11585 nodes fit");
    assertThat(out).doesNotExist();
  }

  @Test
  void oneSampleIsNotCalledSamples() {
    String out = folder.resolve("one.jsonl").toString();
    assertThat(Invocation.of("sample", "bfs", "--nodes", "4", "--count", "1", "--out", out).out())
        .startsWith("1 sample of bfs");
    assertThat(Invocation.of("show", out).out().lines().findFirst())
        .contains("bfs on 4 nodes, solved in 1 snapshot");
  }

  /** The same samples in both forms are the same to every command that reads them. */
  @Test
  void shardsAreReadLikeLines() throws IOException {
    String lines = folder.resolve("bf.jsonl").toString();
    String shards = folder.resolve("bf").toString();
    String sample = "sample bellman_ford --nodes 7 --count 3 --hints ";
    assertThat(Invocation.of((sample + "--out " + lines).split(" ", -1)).code()).isZero();
    Invocation written = Invocation.of((sample + "--format shards --out " + shards).split(" ", -1));
    assertThat(written.code()).as(written.err()).isZero();
    assertThat(written.out()).contains("3 samples of bellman_ford, 7 nodes, in " + shards);
    for (String form : List.of("", " --json")) {
      assertThat(Invocation.of(("show " + shards + " --line 3" + form).split(" ", -1)))
          .isEqualTo(Invocation.of(("show " + lines + " --line 3" + form).split(" ", -1)));
    }
    for (String asked :
        List.of("evaluate bellman_ford --json --data ", "solve bellman_ford --data ")) {
      Invocation ofShards = Invocation.of((asked + shards).split(" ", -1));
      assertThat(ofShards.code()).as(ofShards.err()).isZero();
      assertThat(timeless(ofShards.out()))
          .isEqualTo(timeless(Invocation.of((asked + lines).split(" ", -1)).out()));
    }
    assertThat(Invocation.of("show", shards, "--line", "4").err()).contains("fewer than 4");
    assertThat(Invocation.of("show", folder.toString()).err())
        .contains("is a folder without a dataset");
  }

  private static String timeless(String out) {
    return out.replaceAll("(?m)^.*(milli|second|ms|[0-9.]+ s,).*$", "");
  }

  @Test
  void aLargeGraphTakesAsMuchSpaceAsItsEdges(@TempDir Path large) throws IOException {
    Path out = large.resolve("x");
    String sample = "sample bfs --graph gnp --nodes 100000 --count 1 --format shards --out " + out;
    Invocation refused = Invocation.of(sample.split(" ", -1));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("edges and", "--p 0.0001", "no shard takes more than");
    assertThat(out).doesNotExist();
    Invocation written = Invocation.of((sample + " --p 0.00001").split(" ", -1));
    assertThat(written.code()).as(written.err()).isZero();
    assertThat(Files.size(out.resolve("00000.safetensors"))).isBetween(2_000_000L, 8_000_000L);
    assertThat(Invocation.of("show", out.toString(), "--steps", "0").out())
        .contains("bfs on 100000 nodes");
  }

  @Test
  void questionsNeedNoAnswers() throws IOException {
    Path file = folder.resolve("questions.jsonl");
    Invocation sampled =
        Invocation.of(
            "sample", "bellman_ford", "--nodes", "6", "--count", "1", "--out", file.toString());
    assertThat(sampled.code()).isZero();
    Invocation before = Invocation.of("solve", "bellman_ford", "--data", file.toString());
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst(",\"hints\":.*}", "}")
            .replaceFirst("\"n\":6,", "")
            .replaceFirst("\"source\":[^,]*,", ""));
    assertThat(Files.readString(file)).doesNotContain("outputs", "length");
    Invocation solved = Invocation.of("solve", "bellman_ford", "--data", file.toString());
    assertThat(solved.err()).isEmpty();
    assertThat(timeless(solved.out())).isEqualTo(timeless(before.out()));
    Invocation evaluated = Invocation.of("evaluate", "bellman_ford", "--data", file.toString());
    assertThat(evaluated.code()).isEqualTo(1);
    assertThat(evaluated.err()).contains("field", "is missing");
  }

  @Test
  void devicesAreNoDatasets() {
    Invocation refused = Invocation.of("show", "--data", "/dev/zero");
    assertThat(refused.code()).isNotZero();
    Invocation evaluated = Invocation.of("evaluate", "bfs", "--data", "/dev/zero");
    assertThat(evaluated.code()).isEqualTo(1);
    assertThat(evaluated.err()).contains("/dev/zero is not a regular file");
  }
}
