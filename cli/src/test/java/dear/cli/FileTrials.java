// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Clrs;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.GraphFile;
import dear.clrs.text.NumberLines;
import dear.reasoner.model.Model;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.RunSummary;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Damaged files of every format that the program reads. A reader may accept a file or refuse it
 * with a message; anything else is a defect.
 */
final class FileTrials {
  /** Reads a file of some format. */
  private interface Reader {
    void read(byte[] bytes) throws IOException;
  }

  /** A format: a good file and its reader. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Format(String name, byte[] good, Reader reader) {}

  private final List<Format> formats = new ArrayList<>();
  private final Map<String, Integer> tried = new LinkedHashMap<>();
  private final List<String> defects = new ArrayList<>();
  private final RandomGenerator random;
  private final long seed;
  private final FileMutator mutator;
  private int refused;

  /**
   * Prepares good files.
   *
   * @param run the folder of a finished training run
   * @param scratch an empty folder
   */
  FileTrials(Path run, Path scratch, long seed) throws IOException {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.mutator = new FileMutator(random);
    for (String algorithm : List.of("bellman_ford", "insertion_sort", "lcs_length", "dfs")) {
      for (String name : List.of(algorithm + ".jsonl", algorithm + ".jsonl.gz")) {
        String out = scratch.resolve(name).toString();
        Invocation made =
            Invocation.of(
                "sample", algorithm, "--nodes", "5", "--count", "2", "--hints", "--out", out);
        if (made.code() != 0) {
          throw new IllegalStateException(made.err());
        }
        add(name, Files.readAllBytes(Path.of(out)), FileTrials::readDataset);
      }
    }
    add("model", Files.readAllBytes(run.resolve("best.safetensors")), it -> Model.parse(it, "x"));
    add("checkpoint", Files.readAllBytes(run.resolve("last.safetensors")), FileTrials::readTensors);
    Path folder = Files.createDirectory(scratch.resolve("run"));
    addFile("config", run.resolve("config.json"), folder, RunSummary::of);
    addFile(
        "metrics",
        run.resolve("metrics.jsonl"),
        folder,
        it -> {
          Files.write(
              folder.resolve("config.json"), Files.readAllBytes(run.resolve("config.json")));
          RunSummary.of(it);
          RunFolder.readMetrics(it);
        });
    Path shelf = Files.createDirectory(scratch.resolve("shelf"));
    byte[] index = resource("/dear/reasoner/shipped/index.json");
    add(
        "index",
        index,
        bytes -> {
          Files.write(shelf.resolve("index.json"), bytes);
          ShippedModels.in(shelf).all();
        });
    String graph =
        "# roads\nsource,target,weight\nBonn,\"Köln, Hbf\",1.5\nKöln,Aachen,2e-3\n7,7,0\n";
    addGraph("graph.csv", graph, scratch);
    addGraph("graph.gr", "c roads\np sp 3 3\na 1 2 4\na 2 3 1.5\na 3 1 7\n", scratch);
    add(
        "numbers",
        "5 2 4\n# keys\n3.25e1,-1\n".getBytes(StandardCharsets.UTF_8),
        it -> NumberLines.readNumbers("x", new ByteArrayInputStream(it)));
    add(
        "pairs",
        "1,2\n3.5,4\n-1 2e3\n".getBytes(StandardCharsets.UTF_8),
        it -> NumberLines.readPairs("x", new ByteArrayInputStream(it)));
  }

  /** Reads the folder of a damaged file. */
  private interface FolderReader {
    void read(Path folder) throws IOException;
  }

  private void addFile(String name, Path good, Path folder, FolderReader reader)
      throws IOException {
    add(
        name,
        Files.readAllBytes(good),
        bytes -> {
          Files.write(folder.resolve(String.valueOf(good.getFileName())), bytes);
          reader.read(folder);
        });
  }

  private void addGraph(String name, String good, Path scratch) {
    Path file = scratch.resolve(name);
    add(
        name,
        good.getBytes(StandardCharsets.UTF_8),
        bytes -> {
          Files.write(file, bytes);
          GraphFile.at(file).read();
        });
  }

  private void add(String name, byte[] good, Reader reader) {
    formats.add(new Format(name, good, reader));
  }

  private static byte[] resource(String name) throws IOException {
    try (var in = Clrs.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return in.readAllBytes();
    }
  }

  private static void readDataset(byte[] bytes) throws IOException {
    try (DatasetReader reader = new DatasetReader(new ByteArrayInputStream(bytes), "x")) {
      while (reader.next().isPresent()) {}
    }
  }

  private static void readTensors(byte[] bytes) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.parse(bytes, "x")) {
      for (String name : file.tensors().keySet()) {
        switch (file.entry(name).type()) {
          case F64 -> file.doubles(name);
          case F32, F16, BF16 -> file.floats(name);
          default -> file.longs(name);
        }
      }
    }
  }

  /** Makes one more trial. */
  void next() {
    Format format = formats.get(random.nextInt(formats.size()));
    int number = tried.merge("files", 1, Integer::sum);
    tried.merge(format.name(), 1, Integer::sum);
    byte[] bytes = mutator.mutate(format.good());
    try {
      format.reader().read(bytes);
    } catch (IOException | IllegalArgumentException e) {
      refused++;
      if (String.valueOf(e.getMessage()).isBlank()) {
        defects.add("%s, trial %d of seed %d: no message".formatted(format.name(), number, seed));
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      defects.add("%s, trial %d of seed %d: %s".formatted(format.name(), number, seed, e));
    }
  }

  List<String> defects() {
    return defects;
  }

  @Override
  public String toString() {
    return "%s, of which %d were refused".formatted(tried, refused);
  }
}
