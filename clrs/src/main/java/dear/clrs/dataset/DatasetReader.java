package dear.clrs.dataset;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.io.JsonException;
import dear.io.JsonReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a dataset line by line, plain or gzipped, from untrusted files.
 *
 * <p>Every value is checked against the features of its algorithm; an error names file, line and
 * field. Memory grows with one line, not with their number.
 */
public final class DatasetReader implements Closeable {
  private static final int GZIP_MAGIC = 0x1f8b;

  private final String source;
  private final JsonReader json;

  /** Opens a file; whether it is gzipped is seen from its first bytes. */
  public DatasetReader(Path path) throws IOException {
    this(Files.newInputStream(path), path.toString());
  }

  /** Reads a stream, named for error messages. */
  public DatasetReader(InputStream in, String source) throws IOException {
    this.source = source;
    BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
    buffered.mark(2);
    int magic = (buffered.read() << 8) | buffered.read();
    buffered.reset();
    try {
      json =
          new JsonReader(
              magic == GZIP_MAGIC ? new GZIPInputStream(buffered, 1 << 16) : buffered, source);
    } catch (IOException e) {
      buffered.close();
      throw new IOException(source + ": not a valid gzip file: " + e.getMessage(), e);
    }
  }

  /** All entries of a file, for small files. */
  public static List<DatasetEntry> readAll(Path path) throws IOException {
    List<DatasetEntry> entries = new ArrayList<>();
    try (DatasetReader reader = new DatasetReader(path)) {
      for (var entry = reader.next(); entry.isPresent(); entry = reader.next()) {
        entries.add(entry.get());
      }
    }
    return entries;
  }

  /** The next entry, or nothing at the end of the file. */
  public Optional<DatasetEntry> next() throws IOException {
    try {
      return json.peek() == JsonReader.Token.END_OF_INPUT
          ? Optional.empty()
          : Optional.of(readEntry());
    } catch (ZipException | java.io.EOFException e) {
      throw new IOException(
          source + ":" + json.line() + ": the gzip data is damaged or cut off: " + e.getMessage(),
          e);
    }
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  private DatasetEntry readEntry() throws IOException {
    Line line = new Line(json.line());
    json.beginObject();
    while (json.hasNext()) {
      String name = json.nextName();
      switch (name) {
        case "algorithm" -> line.algorithm = json.nextString();
        case "n" -> line.size = json.nextInt();
        case "num_nodes" -> line.nodes = json.nextInt();
        case "source" -> line.source = json.nextString();
        case "note" -> line.note = json.nextString();
        case "seed" -> line.seed = OptionalLong.of(json.nextLong());
        case "length" -> line.length = json.nextInt();
        case "hints_stored" -> line.hintsStored = json.nextBoolean();
        case "inputs" -> readFeatures(line.inputs);
        case "hints" -> readFeatures(line.hints);
        case "outputs" -> readFeatures(line.outputs);
        default -> json.skipValue();
      }
    }
    json.endObject();
    DatasetEntry entry = assemble(line);
    json.endDocument();
    return entry;
  }

  private void readFeatures(Map<String, RawFeature> features) throws IOException {
    json.beginObject();
    while (json.hasNext()) {
      String name = json.nextName();
      String location = "";
      String type = "";
      NumberBlock data = null;
      json.beginObject();
      while (json.hasNext()) {
        switch (json.nextName()) {
          case "location" -> location = json.nextString();
          case "type" -> type = json.nextString();
          case "data" -> data = NumberBlock.read(json);
          default -> json.skipValue();
        }
      }
      json.endObject();
      if (data == null) {
        throw json.error("the field \"data\" is missing");
      }
      if (features.put(name, new RawFeature(location, type, data)) != null) {
        throw json.error("the feature stands twice");
      }
    }
    json.endObject();
  }

  private DatasetEntry assemble(Line line) throws IOException {
    Algorithm algorithm;
    try {
      algorithm = Clrs.algorithm(line.algorithm);
    } catch (IllegalArgumentException e) {
      throw line.error("algorithm", String.valueOf(e.getMessage()));
    }
    if (line.nodes < 1) {
      throw line.error("num_nodes", "the number of nodes is missing or not positive");
    }
    Inputs inputs = inputs(algorithm, line);
    Graph graph = inputs.hasGraph() ? inputs.graph() : Graph.builder(1).build();
    List<Feature> outputs = new ArrayList<>();
    for (FeatureSpec spec : algorithm.features(Stage.OUTPUT)) {
      outputs.add(line.feature("outputs", line.outputs, spec, graph));
    }
    List<Feature> hints = new ArrayList<>();
    if (line.hintsStored) {
      for (FeatureSpec spec : algorithm.features(Stage.HINT)) {
        hints.add(line.feature("hints", line.hints, spec, graph));
      }
    }
    return new DatasetEntry(
        algorithm,
        line.size,
        line.source,
        line.note,
        line.seed,
        new Instance(inputs, hints, outputs, line.length));
  }

  private static Inputs inputs(Algorithm algorithm, Line line) throws IOException {
    List<FeatureSpec> specs = algorithm.features(Stage.INPUT);
    Graph none = Graph.builder(1).build();
    Inputs.Builder builder = Inputs.builder(specs, line.nodes);
    if (algorithm.isGraphAlgorithm()) {
      Graph graph =
          line.decode(
              "inputs.A",
              () -> FeatureDecoder.graph(line.raw("inputs", line.inputs, "A").data(), line.nodes));
      RawFeature adjacency = line.inputs.get(Inputs.ADJACENCY);
      if (adjacency != null) {
        line.decode(
            "inputs.adj",
            () -> {
              FeatureDecoder.checkAdjacency(adjacency.data(), graph);
              return graph;
            });
      }
      builder = Inputs.builder(specs, graph);
    }
    for (FeatureSpec spec : specs) {
      if (spec.name().equals(Inputs.WEIGHTS) || spec.name().equals(Inputs.ADJACENCY)) {
        continue;
      }
      Feature feature = line.feature("inputs", line.inputs, spec, none);
      if (spec.isReal()) {
        builder.reals(spec.name(), feature.reals());
      } else {
        builder.codes(spec.name(), feature.codes());
      }
    }
    return builder.build();
  }

  private record RawFeature(String location, String type, NumberBlock data) {}

  /** What stands in a line before it is known whether it fits. */
  private final class Line {
    final long number;
    String algorithm = "";
    int size;
    int nodes;
    String source = "";
    String note = "";
    OptionalLong seed = OptionalLong.empty();
    int length;
    boolean hintsStored;
    final Map<String, RawFeature> inputs = new LinkedHashMap<>();
    final Map<String, RawFeature> hints = new LinkedHashMap<>();
    final Map<String, RawFeature> outputs = new LinkedHashMap<>();

    Line(long number) {
      this.number = number;
    }

    JsonException error(String field, String message) {
      return new JsonException(
          DatasetReader.this.source + ":" + number + ": field " + field + ": " + message);
    }

    RawFeature raw(String stage, Map<String, RawFeature> features, String name) throws IOException {
      RawFeature raw = features.get(name);
      if (raw == null) {
        throw error(stage + "." + name, "the feature is missing");
      }
      return raw;
    }

    Feature feature(String stage, Map<String, RawFeature> features, FeatureSpec spec, Graph graph)
        throws IOException {
      RawFeature raw = raw(stage, features, spec.name());
      String field = stage + "." + spec.name();
      if (!raw.location().equals(spec.locationName()) || !raw.type().equals(spec.typeName())) {
        throw error(
            field,
            "it is %s %s here and %s %s in CLRS-30"
                .formatted(raw.location(), raw.type(), spec.locationName(), spec.typeName()));
      }
      return decode(
          field + ".data", () -> FeatureDecoder.feature(spec, raw.data(), nodes, graph, length));
    }

    <T> T decode(String field, Decoding<T> decoding) throws IOException {
      try {
        return decoding.decode();
      } catch (FeatureDecoder.Misfit | IllegalArgumentException | ArithmeticException e) {
        throw error(field, String.valueOf(e.getMessage()));
      }
    }
  }

  private interface Decoding<T> {
    T decode() throws IOException;
  }
}
