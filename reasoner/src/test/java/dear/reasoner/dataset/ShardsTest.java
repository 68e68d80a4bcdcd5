// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.Instance;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetSource;
import dear.clrs.dataset.DatasetWriter;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.SamplerOptions;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sparse datasets: what is written comes back, and what is damaged is refused by name. */
class ShardsTest {
  @TempDir Path root;
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    folder = root.resolve("shards");
  }

  static Stream<String> algorithms() {
    return Clrs.algorithms().stream().map(Algorithm::name);
  }

  private static DatasetEntry entry(String name, int size, long k, boolean hints) {
    Algorithm algorithm = Clrs.algorithm(name);
    Samples samples = algorithm.samples(3).size(size);
    return new DatasetEntry(
        algorithm,
        size,
        "sampler",
        "sample " + k,
        k % 2 == 0 ? OptionalLong.of(3) : OptionalLong.empty(),
        (hints ? samples.withHints() : samples).get(k));
  }

  private void write(List<DatasetEntry> entries, long most) throws IOException {
    try (ShardWriter writer = new ShardWriter(folder, most)) {
      for (DatasetEntry entry : entries) {
        writer.write(entry);
      }
      writer.commit();
    }
  }

  private static List<DatasetEntry> read(Path path) throws IOException {
    List<DatasetEntry> entries = new ArrayList<>();
    try (DatasetSource source = Datasets.open(path)) {
      for (var entry = source.next(); entry.isPresent(); entry = source.next()) {
        entries.add(entry.get());
      }
    }
    return entries;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".safetensors"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void whatIsWrittenComesBack(String name) throws IOException {
    List<DatasetEntry> entries =
        List.of(entry(name, 5, 0, true), entry(name, 8, 1, true), entry(name, 6, 2, true));
    write(entries, ShardWriter.NUMBERS);
    assertThat(read(folder)).isEqualTo(entries);
    assertThat(read(folder.resolve("00000.safetensors"))).isEqualTo(entries);
  }

  @Test
  void aShardIsFullAtSomePointAndHoldsInstancesOfAKind() throws IOException {
    List<DatasetEntry> entries = new ArrayList<>();
    for (int k = 0; k < 6; k++) {
      entries.add(entry("bfs", 6, k, false));
    }
    entries.add(entry("bfs", 6, 6, true));
    entries.add(entry("insertion_sort", 4, 0, true));
    write(entries, 100);
    assertThat(files()).hasSizeGreaterThan(4);
    assertThat(read(folder)).isEqualTo(entries);
    write(entries, ShardWriter.NUMBERS); // in place of the other, of which nothing is left
    assertThat(files()).hasSize(3);
    assertThat(read(folder)).isEqualTo(entries);
  }

  /** A path of 20,000 nodes; the matrix of its edges would have 400 million numbers. */
  @Test
  void sizeGrowsWithTheEdges() throws IOException {
    int nodes = 20_000;
    Algorithm algorithm = Clrs.algorithm("bfs");
    Instance instance =
        algorithm
            .samples(1)
            .size(nodes)
            .options(SamplerOptions.DEFAULT.withGraphModel(GraphModel.SPARSE))
            .get(0);
    DatasetEntry entry =
        new DatasetEntry(algorithm, nodes, "sampler", "", OptionalLong.empty(), instance);
    write(List.of(entry), ShardWriter.NUMBERS);
    assertThat(read(folder)).containsExactly(entry);
    long perEdge = 2 * Integer.BYTES + Double.BYTES;
    long perNode = Double.BYTES + Integer.BYTES;
    assertThat(Files.size(folder.resolve("00000.safetensors")))
        .isLessThan(perEdge * instance.inputs().edges() + perNode * nodes + 4096);
  }

  @Test
  void aDatasetThatWasCutShortIsNotTakenForAWholeOne() throws IOException {
    write(List.of(entry("bfs", 6, 0, false), entry("bfs", 6, 1, false)), 1);
    Files.delete(folder.resolve("00001.safetensors"));
    assertThatIOException()
        .isThrownBy(() -> read(folder))
        .withMessage(folder + " is incomplete: 00001.safetensors is missing");
    Files.delete(folder.resolve("00001.safetensors.sha256"));
    Files.copy(folder.resolve("00000.safetensors"), folder.resolve("00001.safetensors"));
    assertThatIOException()
        .isThrownBy(() -> read(folder))
        .withMessageContaining("this is shard 0, from instance 0 on, where shard 1");
    assertThatIOException()
        .isThrownBy(() -> read(root))
        .withMessage(root + " is a folder without a dataset: there is no 00000.safetensors");
  }

  @Test
  void withoutACommitNothingIsLeft() throws IOException {
    try (ShardWriter writer = new ShardWriter(folder, 1)) {
      writer.write(entry("bfs", 6, 0, false));
      writer.write(entry("bfs", 6, 1, false));
      assertThat(files()).hasSize(1);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatAKilledProcessLeftIsReplaced() throws IOException {
    Files.createDirectories(folder);
    String random = "123e4567-e89b-12d3-a456-426614174000";
    Files.writeString(folder.resolve(".00000.safetensors." + random + ".part"), "half");
    Files.writeString(folder.resolve(".00000.safetensors.sha256." + random + ".part"), "half");
    try (ShardWriter writer = new ShardWriter(folder)) {
      writer.write(entry("bfs", 6, 0, false));
      writer.commit();
    }
    assertThat(folder).isDirectoryNotContaining(file -> file.toString().endsWith(".part"));
    Path draft = Files.writeString(folder.resolve(".thesis.tex." + random + ".part"), "draft");
    assertThatIOException()
        .isThrownBy(() -> new ShardWriter(folder))
        .withMessageContaining("it has other files, such as .thesis.tex");
    assertThat(draft).exists();
  }

  @Test
  void otherFilesAreLeftAlone() throws IOException {
    Files.createDirectories(folder);
    Path thesis = Files.writeString(folder.resolve("thesis.tex"), "years of work");
    assertThatIOException()
        .isThrownBy(() -> new ShardWriter(folder))
        .withMessageContaining("it has other files, such as thesis.tex");
    assertThatIOException()
        .isThrownBy(() -> new ShardWriter(thesis))
        .withMessageContaining("this is a file");
    assertThat(thesis).hasContent("years of work");
  }

  @Test
  void questionsNeedNoOutputs() throws IOException {
    DatasetEntry solved = entry("bellman_ford", 6, 0, false);
    Instance question = new Instance(solved.instance().inputs(), List.of(), List.of(), 0);
    write(
        List.of(
            new DatasetEntry(solved.algorithm(), 6, "mine", "", OptionalLong.empty(), question)),
        ShardWriter.NUMBERS);
    assertThatIOException()
        .isThrownBy(() -> read(folder))
        .withMessageContaining("its instances have no outputs");
    try (DatasetSource source = Datasets.openQuestions(folder)) {
      assertThat(source.next().orElseThrow().instance()).isEqualTo(question);
    }
    Path lines = root.resolve("questions.jsonl");
    DatasetWriter.writeAll(lines, List.of(solved));
    Files.writeString(
        lines,
        Files.readString(lines).replaceFirst(",\"hints\":.*}", "}").replaceFirst("\"n\":6,", ""));
    assertThatIOException()
        .isThrownBy(() -> read(lines))
        .withMessageContaining("questions.jsonl:1: field n: the field is missing");
    try (DatasetSource source = Datasets.openQuestions(lines)) {
      DatasetEntry read = source.next().orElseThrow();
      assertThat(read.size()).isEqualTo(6);
      assertThat(read.instance()).isEqualTo(question);
    }
  }

  /** What a test changes in a shard before it is written again. */
  private static final class Changes {
    final Map<String, String> metadata;
    final Map<String, int[]> codes = new TreeMap<>();
    final Map<String, double[]> reals = new TreeMap<>();

    Changes(SafetensorsFile file) throws IOException {
      metadata = new TreeMap<>(file.metadata());
      for (String name : file.tensors().keySet()) {
        switch (file.entry(name).type()) {
          case F64 -> reals.put(name, file.doubles(name));
          default -> {
            long[] wide = file.longs(name);
            int[] values = new int[wide.length];
            for (int i = 0; i < wide.length; i++) {
              values[i] = (int) wide[i];
            }
            codes.put(name, values);
          }
        }
      }
    }

    void write(Path file) throws IOException {
      SafetensorsWriter writer = new SafetensorsWriter();
      metadata.forEach(writer::metadata);
      codes.forEach((name, values) -> writer.add(name, values, values.length));
      reals.forEach((name, values) -> writer.add(name, values, values.length));
      writer.write(file);
    }
  }

  private void assertRefused(Consumer<Changes> change, String message) throws IOException {
    write(List.of(entry("bellman_ford", 6, 0, false)), ShardWriter.NUMBERS);
    Path file = folder.resolve("00000.safetensors");
    Changes changes;
    try (SafetensorsFile good = SafetensorsFile.open(file)) {
      changes = new Changes(good);
    }
    change.accept(changes);
    changes.write(file);
    assertThatIOException()
        .isThrownBy(() -> read(folder))
        .withMessageStartingWith(file + ": ")
        .withMessageContaining(message);
  }

  @Test
  void damageIsNamed() throws IOException {
    assertRefused(it -> it.metadata.put("format", "other"), "not a dataset");
    assertRefused(it -> it.metadata.put("algorithm", "bellman"), "no algorithm \"bellman\"");
    assertRefused(it -> it.metadata.put("algorithm", "dfs"), "features are not those of dfs");
    assertRefused(it -> it.metadata.put("last", "maybe"), "\"maybe\" is not true or false");
    assertRefused(it -> it.metadata.remove("shard"), "the metadata \"shard\" is missing");
    assertRefused(it -> it.metadata.put("shard", "-1"), "\"-1\" is not a number");
    assertRefused(it -> it.metadata.put("entries", "[]"), "there are no instances");
    assertRefused(it -> it.metadata.put("entries", "[{}]"), "n is missing");
    assertRefused(it -> it.metadata.put("entries", "[{\"n\":7}]"), "7 does not go with 6 nodes");
    assertRefused(it -> it.codes.remove("outputs.pi"), "the tensor \"outputs.pi\" is missing");
    assertRefused(it -> it.codes.put("more", new int[1]), "bellman_ford has no tensor \"more\"");
    assertRefused(it -> it.codes.put("nodes", new int[] {0}), "0 is not an integer from 1");
    assertRefused(
        it -> it.codes.put("nodes", new int[] {6, 6}), "has 2 numbers, but the instances need 1");
    assertRefused(it -> it.codes.put("edges", new int[] {1 << 26}), "tensor \"edge_index\" has");
    assertRefused(
        it -> it.reals.put("inputs.pos", new double[5]), "has 5 numbers, but the instances need 6");
    assertRefused(it -> at(it.codes, "outputs.pi", 6), "6 is not an integer from 0 to 5");
    assertRefused(it -> at(it.codes, "inputs.s", -1), "inputs.s: -1 is not an integer from 0");
    assertRefused(it -> at(it.codes, "edge_index", 6), "edge 6 -> 0: nodes are 0 to 5");
    assertRefused(
        it -> {
          at(it.codes, "edge_index", 5);
          at(it.reals, "inputs.A", 1.0);
        },
        "is out of order");
    assertRefused(it -> at(it.reals, "inputs.A", Double.NaN), "has the weight NaN");
    assertRefused(
        it -> at(it.reals, "inputs.pos", Double.POSITIVE_INFINITY), "is not a finite number");
  }

  private static void at(Map<String, int[]> tensors, String name, int first) {
    int[] values = tensors.getOrDefault(name, new int[1]);
    values[0] = first;
  }

  private static void at(Map<String, double[]> tensors, String name, double first) {
    double[] values = tensors.getOrDefault(name, new double[1]);
    values[0] = first;
  }

  @Test
  void anInstanceThatNoReaderWouldTakeIsNotWritten() throws IOException {
    assertThat(ShardWriter.numbers(Clrs.algorithm("bfs"), 100_000, 9_000_000_000L))
        .isGreaterThan(ShardWriter.MOST_NUMBERS);
    assertThat(ShardWriter.numbers(Clrs.algorithm("floyd_warshall"), 1 << 24, 100))
        .isGreaterThan(ShardWriter.MOST_NUMBERS);
    Algorithm algorithm = Clrs.algorithm("bfs");
    DatasetEntry fine = entry("bfs", 4, 0, false);
    DatasetEntry endless =
        new DatasetEntry(
            algorithm,
            4,
            "",
            "",
            OptionalLong.empty(),
            new Instance(
                fine.instance().inputs(),
                algorithm.runWithHints(fine.instance().inputs()).hints(),
                fine.instance().outputs(),
                Integer.MAX_VALUE));
    try (ShardWriter writer = new ShardWriter(folder)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write(endless))
          .withMessageContaining("too large for a shard");
    }
  }
}
