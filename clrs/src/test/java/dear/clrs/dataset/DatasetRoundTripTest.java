// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Golden;
import dear.clrs.data.Instance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read back, completely or not at all, in constant memory. */
class DatasetRoundTripTest {
  @TempDir Path folder;

  static List<Path> datasets() {
    return Golden.datasets();
  }

  @ParameterizedTest
  @ValueSource(strings = {"all.jsonl", "all.jsonl.gz"})
  void everyAlgorithm(String name) throws IOException {
    List<DatasetEntry> entries = new ArrayList<>();
    for (Algorithm algorithm : Clrs.algorithms()) {
      for (int k = 0; k < 6; k++) {
        var samples = algorithm.samples(-5).split("test").size(4 + k);
        Instance instance = k % 2 == 0 ? samples.get(k) : samples.withHints().get(k);
        entries.add(
            new DatasetEntry(
                algorithm,
                4 + k,
                "sampler",
                "nöte \"" + k + "\"\n",
                k == 3 ? OptionalLong.empty() : OptionalLong.of(Long.MIN_VALUE + k),
                instance));
      }
    }
    Path file = folder.resolve(name);
    DatasetWriter.writeAll(file, entries);
    assertThat(DatasetReader.readAll(file)).isEqualTo(entries);
    boolean packed = Files.readAllBytes(file)[0] == 0x1f;
    assertThat(packed).isEqualTo(name.endsWith(".gz"));
  }

  @ParameterizedTest
  @MethodSource("datasets")
  void goldenFilesAreWrittenAgain(Path golden) throws IOException {
    List<DatasetEntry> entries = DatasetReader.readAll(golden);
    Path file = folder.resolve("again.jsonl");
    DatasetWriter.writeAll(file, entries);
    assertThat(DatasetReader.readAll(file)).isEqualTo(entries);
  }

  @Test
  void namesOfFilesDoNotMatterToTheReader() throws IOException {
    Path packed = folder.resolve("a.jsonl.gz");
    DatasetWriter.writeAll(packed, List.of(entry(0)));
    Path renamed = Files.move(packed, folder.resolve("a.jsonl"));
    assertThat(DatasetReader.readAll(renamed)).containsExactly(entry(0));
  }

  @Test
  void blankLinesAndLineEndings() throws IOException {
    Path file = folder.resolve("a.jsonl");
    DatasetWriter.writeAll(file, List.of(entry(0), entry(1)));
    String text = Files.readString(file);
    List<DatasetEntry> both = List.of(entry(0), entry(1));
    for (String variant :
        List.of(
            text.strip(), text.replace("\n", "\r\n"), "\n \n" + text.replace("\n", "\n\n\t\n"))) {
      Files.writeString(file, variant);
      assertThat(DatasetReader.readAll(file)).isEqualTo(both);
    }
    for (String empty : List.of("", "\n", " \r\n\n")) {
      Files.writeString(file, empty);
      assertThat(DatasetReader.readAll(file)).isEmpty();
    }
  }

  @Test
  void unknownFieldsAreIgnored() throws IOException {
    Path file = folder.resolve("a.jsonl");
    DatasetWriter.writeAll(file, List.of(entry(0)));
    String text = Files.readString(file, StandardCharsets.UTF_8);
    Files.writeString(
        file, text.replace("{\"algorithm\"", "{\"kwargs\":{\"p\":[0.5]},\"algorithm\""));
    assertThat(DatasetReader.readAll(file)).containsExactly(entry(0));
  }

  @Test
  void anAbandonedWriterLeavesNothing() throws IOException {
    for (String name : List.of("a.jsonl", "a.jsonl.gz")) {
      Path file = folder.resolve(name);
      try (DatasetWriter writer = new DatasetWriter(file)) {
        for (int k = 0; k < 500; k++) {
          writer.write(entry(k));
        }
        assertThat(file).doesNotExist();
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aLineThatFailedIsNotCommitted() throws IOException {
    Path file = folder.resolve("a.jsonl");
    try (DatasetWriter writer = new DatasetWriter(file)) {
      writer.write(entry(0));
      DatasetEntry wrong =
          new DatasetEntry(
              Clrs.algorithm("bfs"), 3, "", "", OptionalLong.empty(), entry(0).instance());
      assertThatIllegalArgumentException().isThrownBy(() -> writer.write(wrong));
      assertThatIllegalStateException().isThrownBy(writer::commit);
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void memoryDoesNotGrowWithTheLines() throws IOException {
    int lines = 20_000;
    int warm = 2_000;
    Path file = folder.resolve("many.jsonl.gz");
    long early = 0;
    DatasetEntry entry = entry(0);
    try (DatasetWriter writer = new DatasetWriter(file)) {
      for (int k = 0; k < lines; k++) {
        if (k == warm) {
          early = usedMemory();
        }
        writer.write(entry);
      }
      assertThat(usedMemory() - early).isLessThan(4L << 20);
      writer.commit();
    }
    int count = 0;
    try (DatasetReader reader = new DatasetReader(file)) {
      while (reader.next().isPresent()) {
        if (++count == warm) {
          early = usedMemory();
        }
      }
      assertThat(usedMemory() - early).isLessThan(4L << 20); // 20,000 entries are more than ten
    }
    assertThat(count).isEqualTo(lines);
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static DatasetEntry entry(int k) {
    Algorithm algorithm = Clrs.algorithm("minimum");
    return new DatasetEntry(
        algorithm, 2, "", "", OptionalLong.of(k), algorithm.samples(1).size(2).get(k));
  }
}
