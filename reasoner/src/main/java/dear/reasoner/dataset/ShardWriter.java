// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.dataset;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.dataset.DatasetEntry;
import dear.io.AtomicFile;
import dear.io.JsonWriter;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes a dataset as a folder of shards, safetensors files with edge lists ({@link ShardLayout}),
 * whose size grows with the edges of graphs, not with the square of their nodes.
 *
 * <p>A shard appears as a whole. The last one says that it is the last, so that a dataset whose
 * writing was cut short is told from a complete one; closing before {@link #commit} removes what
 * was written. Memory holds one shard, or one instance if that is larger.
 */
public final class ShardWriter implements Closeable {
  /** The most numbers of an instance: a gigabyte of doubles. */
  public static final long MOST_NUMBERS = ShardLayout.MOST_NUMBERS;

  /** A new shard begins before there are more numbers than this, some 32 megabytes. */
  static final long NUMBERS = 1 << 22;

  private static final Pattern OURS = Pattern.compile("[0-9]{5}\\.safetensors(\\.sha256)?");

  private final Path folder;
  private final long most;
  private final List<DatasetEntry> waiting = new ArrayList<>();
  private long numbers;
  private long written;
  private int shards;
  private boolean committed;

  /**
   * The numbers that a sample of an algorithm has without hints.
   *
   * @param edges an estimate of its edges, self-loops included
   */
  public static long numbers(Algorithm algorithm, int size, long edges) {
    int nodes = algorithm.traits().input().nodesOf(size);
    return ShardLayout.numbers(ShardLayout.stored(algorithm, false, true), nodes, edges, 1);
  }

  /** Starts a dataset in a new or empty folder, or in place of one that is already there. */
  public ShardWriter(Path folder) throws IOException {
    this(folder, NUMBERS);
  }

  ShardWriter(Path folder, long most) throws IOException {
    this.folder = folder;
    this.most = most;
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException(
          "cannot write " + folder + ": shards need a folder, and this is a file");
    }
    Files.createDirectories(folder);
    removeOld();
  }

  /**
   * Removes what an earlier dataset, or a killed process, has left here. Without its first shard a
   * dataset cannot be read, so that goes first.
   */
  private void removeOld() throws IOException {
    List<Path> old;
    try (Stream<Path> files = Files.list(folder)) {
      old = files.sorted().toList();
    }
    for (Path file : old) {
      String name = String.valueOf(file.getFileName());
      if (!OURS.matcher(AtomicFile.unfinished(file).orElse(name)).matches()) {
        throw new IOException(
            "cannot write shards to %s: it has other files, such as %s; name a folder of its own"
                .formatted(folder, name));
      }
    }
    for (Path file : old) {
      Files.delete(file);
    }
  }

  /** Adds an instance. */
  public void write(DatasetEntry entry) throws IOException {
    Instance instance = entry.instance();
    long more =
        ShardLayout.numbers(
            stored(entry), instance.nodes(), instance.inputs().edges(), instance.length());
    if (more > ShardLayout.MOST_NUMBERS) {
      throw new IllegalArgumentException(
          "an instance of %,d numbers is too large for a shard, which takes %,d"
              .formatted(more, ShardLayout.MOST_NUMBERS));
    }
    if (!waiting.isEmpty()
        && (!isAlike(waiting.getFirst(), entry)
            || numbers + more > most
            || waiting.size() == ShardLayout.MOST_INSTANCES)) {
      writeShard(false);
    }
    waiting.add(entry);
    numbers += more;
  }

  /** Completes the dataset, which needs an instance. */
  public void commit() throws IOException {
    if (waiting.isEmpty()) {
      throw new IllegalStateException("a dataset needs an instance");
    }
    writeShard(true);
    committed = true;
  }

  /** How many bytes the shards have. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (int shard = 0; shard < shards; shard++) {
      bytes += Files.size(folder.resolve(ShardLayout.file(shard)));
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (!committed) {
      committed = true;
      removeOld();
    }
  }

  private static boolean isAlike(DatasetEntry one, DatasetEntry other) {
    return one.algorithm().name().equals(other.algorithm().name())
        && hasHints(one) == hasHints(other)
        && hasOutputs(one) == hasOutputs(other);
  }

  private static boolean hasHints(DatasetEntry entry) {
    return !entry.instance().hints().isEmpty();
  }

  private static boolean hasOutputs(DatasetEntry entry) {
    return !entry.instance().outputs().isEmpty();
  }

  private static List<FeatureSpec> stored(DatasetEntry entry) {
    return ShardLayout.stored(entry.algorithm(), hasHints(entry), hasOutputs(entry));
  }

  private void writeShard(boolean last) throws IOException {
    DatasetEntry first = waiting.getFirst();
    Algorithm algorithm = first.algorithm();
    List<FeatureSpec> specs = stored(first);
    SafetensorsWriter file = new SafetensorsWriter();
    file.metadata("format", ShardLayout.FORMAT);
    file.metadata("algorithm", algorithm.name());
    file.metadata("shard", Integer.toString(shards));
    file.metadata("first", Long.toString(written));
    file.metadata("last", Boolean.toString(last));
    file.metadata("hints", Boolean.toString(hasHints(first)));
    file.metadata("outputs", Boolean.toString(hasOutputs(first)));
    file.metadata("features", ShardLayout.description(specs));
    file.metadata("entries", entries());
    add(file, ShardLayout.NODES, waiting.stream().mapToInt(it -> it.instance().nodes()).toArray());
    add(
        file,
        ShardLayout.LENGTH,
        waiting.stream().mapToInt(it -> it.instance().length()).toArray());
    if (algorithm.isGraphAlgorithm()) {
      addGraphs(file);
    }
    for (FeatureSpec spec : specs) {
      if (spec.isReal()) {
        add(file, spec);
      } else {
        add(file, ShardLayout.tensor(spec), codes(spec));
      }
    }
    file.write(folder.resolve(ShardLayout.file(shards)));
    shards++;
    written += waiting.size();
    waiting.clear();
    numbers = 0;
  }

  /** The metadata of each instance. */
  private String entries() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginArray();
      for (DatasetEntry entry : waiting) {
        json.beginObject();
        json.name("n").value(entry.size());
        json.name("source").value(entry.source());
        json.name("note").value(entry.note());
        if (entry.seed().isPresent()) {
          json.name("seed").value(entry.seed().getAsLong());
        }
        json.endObject();
      }
      json.endArray();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private void addGraphs(SafetensorsWriter file) {
    int[] edges = waiting.stream().mapToInt(it -> it.instance().inputs().edges()).toArray();
    int all = 0;
    for (int count : edges) {
      all += count;
    }
    int[] index = new int[2 * all];
    int at = 0;
    for (DatasetEntry entry : waiting) {
      Graph graph = entry.instance().inputs().graph();
      System.arraycopy(graph.rows(), 0, index, at, graph.edges());
      System.arraycopy(graph.columns(), 0, index, all + at, graph.edges());
      at += graph.edges();
    }
    add(file, ShardLayout.EDGES, edges);
    file.add(ShardLayout.EDGE_INDEX, index, 2, all);
  }

  private static void add(SafetensorsWriter file, String name, int[] values) {
    file.add(name, values, values.length);
  }

  private void add(SafetensorsWriter file, FeatureSpec spec) {
    double[] all =
        new double[Math.toIntExact(waiting.stream().mapToLong(it -> count(it, spec)).sum())];
    int at = 0;
    for (DatasetEntry entry : waiting) {
      Inputs inputs = entry.instance().inputs();
      double[] values =
          isWeights(spec) ? inputs.graph().weights() : feature(entry.instance(), spec).reals();
      System.arraycopy(values, 0, all, at, values.length);
      at += values.length;
    }
    file.add(ShardLayout.tensor(spec), all, all.length);
  }

  private int[] codes(FeatureSpec spec) {
    int[] all = new int[Math.toIntExact(waiting.stream().mapToLong(it -> count(it, spec)).sum())];
    int at = 0;
    for (DatasetEntry entry : waiting) {
      int[] values = feature(entry.instance(), spec).codes();
      System.arraycopy(values, 0, all, at, values.length);
      at += values.length;
    }
    return all;
  }

  private static long count(DatasetEntry entry, FeatureSpec spec) {
    Instance instance = entry.instance();
    return ShardLayout.values(spec, instance.nodes(), instance.inputs().edges(), instance.length());
  }

  static boolean isWeights(FeatureSpec spec) {
    return spec.stage() == Stage.INPUT && spec.name().equals(Inputs.WEIGHTS);
  }

  private static Feature feature(Instance instance, FeatureSpec spec) {
    return switch (spec.stage()) {
      case INPUT -> instance.inputs().feature(spec.name());
      case HINT -> instance.hint(spec.name());
      case OUTPUT -> instance.output(spec.name());
    };
  }
}
