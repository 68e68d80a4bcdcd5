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
  void devicesAreNoDatasets() {
    Invocation refused = Invocation.of("show", "--data", "/dev/zero");
    assertThat(refused.code()).isNotZero();
    Invocation evaluated = Invocation.of("evaluate", "bfs", "--data", "/dev/zero");
    assertThat(evaluated.code()).isEqualTo(1);
    assertThat(evaluated.err()).contains("/dev/zero is not a regular file");
  }
}
