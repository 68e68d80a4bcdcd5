// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dear.spark.TestCluster.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Datasets that executors write have the bytes of {@code dear sample}. */
class SampleOnSparkTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "bellman_ford --nodes 7 --count 50 --seed 9007199254740993 --p 0.3 --hints, 1",
    "bellman_ford --nodes 7 --count 50 --seed 9007199254740993 --p 0.3 --hints, 3",
    "bfs --count 20 --graph sparse --directed --random-pos --split test, 7",
    "kmp_matcher --nodes 12 --count 9 --needle 3, 2",
  })
  void thePartsAreTheFileOfOneMachine(String options, int partitions) throws IOException {
    Path file = folder.resolve("one.jsonl");
    Path parts = folder.resolve("parts");
    assertThat(run("sample " + options + " --out " + file).code()).isZero();
    Invocation spread =
        run(
            "spark sample %s --partitions %d --out %s"
                .formatted(options, partitions, TestCluster.elsewhere(parts)));
    assertThat(spread.err()).isEmpty();
    assertThat(spread.code()).isZero();
    assertThat(parts(parts)).hasSize(partitions);
    assertThat(text(parts)).isEqualTo(Files.readString(file));
  }

  @Test
  void anExistingFolderIsKept() throws IOException {
    Path old = Files.createDirectory(folder.resolve("old"));
    Invocation again = run("spark sample bfs --out " + old);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).isEqualTo("dear: " + old + " exists already; choose another folder\n");
  }

  @Test
  void wrongUseIsToldBeforeAnythingStarts() {
    assertThat(run("spark sample bfs --count 0 --out x").err()).contains("--count 0 is too small");
    assertThat(run("spark sample bfz --out x").err()).contains("did you mean bfs?");
    assertThat(run("spark sample kmp_matcher --nodes 8 --needle 4 --out x").err())
        .contains("needle")
        .doesNotContain("internal error");
  }

  static Invocation run(String line) {
    return Invocation.of(line.split(" ", -1));
  }

  private static List<Path> parts(Path folder) throws IOException {
    return files(folder, ".txt");
  }

  /** The files of a folder whose names end so, in order; none of Spark's hidden ones. */
  static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(it -> it.getFileName().toString().endsWith(end))
          .filter(it -> !it.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static String text(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path part : parts(folder)) {
      text.append(Files.readString(part));
    }
    return text.toString();
  }
}
