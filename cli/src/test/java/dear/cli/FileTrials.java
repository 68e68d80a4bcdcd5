// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Clrs;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.DatasetSource;
import dear.clrs.text.NumberLines;
import dear.reasoner.dataset.Datasets;
import dear.reasoner.model.Model;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.RunSummary;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;

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
  private volatile String latest = "";

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
    for (String algorithm : List.of("bellman_ford", "lcs_length", "bridges")) {
      addShard(algorithm, scratch.resolve(algorithm + ".shards"));
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
    addGraphs();
    add(
        "numbers",
        "5 2 4\n# keys\n3.25e1,-1\n".getBytes(StandardCharsets.UTF_8),
        it -> NumberLines.readNumbers("x", new ByteArrayInputStream(it)));
    add(
        "pairs",
        "1,2\n3.5,4\n-1 2e3\n".getBytes(StandardCharsets.UTF_8),
        it -> NumberLines.readPairs("x", new ByteArrayInputStream(it)));
  }

  private void addShard(String algorithm, Path folder) throws IOException {
    Invocation made =
        Invocation.of(
            ("sample " + algorithm + " --nodes 5 --count 2 --hints --format shards --out " + folder)
                .split(" ", -1));
    if (made.code() != 0) {
      throw new IllegalStateException(made.err());
    }
    Path file = folder.resolve("00000.safetensors");
    byte[] good = Files.readAllBytes(file);
    Path damaged = folder.resolveSibling(algorithm + ".safetensors"); // without a checksum
    add(
        algorithm + ".safetensors",
        good,
        bytes -> {
          Files.write(damaged, bytes);
          try (DatasetSource source = Datasets.open(damaged)) {
            while (source.next().isPresent()) {}
          }
        });
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

  /** One graph in every format, and one of them gzipped. */
  private void addGraphs() throws IOException {
    String csv = "# roads\nsource,target,weight\nBonn,\"Köln, Hbf\",1.5\nKöln,Aachen,2e-3\n7,7,0\n";
    addGraph(GraphFormat.CSV, csv);
    addGraph(GraphFormat.TSV, "source\ttarget\nBonn\tKöln Hbf\nKöln\tAachen\t2e-3\n7\t7\t0\n");
    addGraph(GraphFormat.DIMACS, "c roads\np sp 3 3\na 1 2 4\na 2 3 1.5\na 3 1 7\n");
    addGraph(
        GraphFormat.MTX,
        "%%MatrixMarket matrix coordinate real symmetric\n% roads\n3 3 2\n2 1 4\n3 2 1.5\n");
    addGraph(
        GraphFormat.JSON,
        """
        {"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "Bonn"}, {"id": 7}],
         "links": [{"source": "Bonn", "target": 7, "weight": 2.5}, {"source": 7, "target": "Bonn"}]}
        """);
    addGraph(
        GraphFormat.GRAPHML,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <key id="d0" for="edge" attr.name="weight" attr.type="double"/>
          <graph id="G" edgedefault="directed"><node id="Bonn"/><node id="Köln"/>
            <edge source="Bonn" target="Köln"><data key="d0">27.5</data></edge>
          </graph>
        </graphml>
        """);
    addGraph(
        GraphFormat.GEXF,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
          <graph mode="static" defaultedgetype="directed">
            <nodes><node id="0" label="Bonn"/><node id="1" label="Köln"/></nodes>
            <edges><edge id="0" source="0" target="1" weight="27.5"/></edges>
          </graph>
        </gexf>
        """);
    addGraph(
        GraphFormat.GML,
        """
        graph [ directed 1 node [ id 3 label "Bonn" ] node [ id 5 label "Köln" ]
          edge [ source 3 target 5 weight 27.5 ] ]
        """);
    addGraph(GraphFormat.DOT, "digraph g { Bonn -> \"Köln Hbf\" [weight=27.5]; a -> b -> c; }\n");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(csv.getBytes(StandardCharsets.UTF_8));
    }
    add("graph.csv.gz", packed.toByteArray(), it -> readGraph(GraphFormat.CSV, it));
  }

  private void addGraph(GraphFormat format, String good) {
    add(
        "graph." + format.name().toLowerCase(Locale.ROOT),
        good.getBytes(StandardCharsets.UTF_8),
        bytes -> readGraph(format, bytes));
  }

  private static void readGraph(GraphFormat format, byte[] bytes) throws IOException {
    format.read(Path.of("x"), new ByteArrayInputStream(bytes), false);
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
    latest = "%s, trial %d of seed %d".formatted(format.name(), number, seed);
    byte[] bytes = mutator.mutate(format.good());
    try {
      format.reader().read(bytes);
    } catch (IOException | IllegalArgumentException e) {
      refused++;
      if (String.valueOf(e.getMessage()).isBlank()) {
        defects.add(latest + ": no message");
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      defects.add(latest + ": " + e);
    }
  }

  /** The file that is being tried. */
  String latest() {
    return latest;
  }

  List<String> defects() {
    return defects;
  }

  @Override
  public String toString() {
    return "%s, of which %d were refused".formatted(tried, refused);
  }
}
