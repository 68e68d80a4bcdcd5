// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.trait.InputForm;
import dear.io.JsonException;
import dear.io.JsonReader;
import dear.io.RegularFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Reads a dataset line by line, plain or gzipped, from untrusted files.
 *
 * <p>Every value is checked against the features of its algorithm; errors name file, line and
 * field. Memory grows with the longest line, not with the number of lines.
 */
public final class DatasetReader implements DatasetSource {
  // Bounds for one line, far above any of ours: a small gzip file must not fill the memory.
  private static final int MOST_FEATURES = 64; // of one stage

  /** The most numbers of one feature: a gigabyte of doubles. */
  public static final int MOST_NUMBERS = 1 << 27;

  private static final List<String> REQUIRED =
      List.of("algorithm", "n", "num_nodes", "inputs", "hints_stored", "outputs", "length");

  /** What is left if an answer is not expected. */
  private static final List<String> REQUIRED_OF_QUESTIONS =
      List.of("algorithm", "num_nodes", "inputs");

  private static final Graph NO_GRAPH = Graph.builder(1).build();

  private final String source;
  private final JsonReader json;
  private final boolean questions;

  /** Opens a file; gzip is detected from its first bytes. */
  public DatasetReader(Path path) throws IOException {
    this(open(path), path.toString(), false);
  }

  /** Reads a stream, named for error messages. */
  public DatasetReader(InputStream in, String source) throws IOException {
    this(in, source, false);
  }

  private DatasetReader(InputStream in, String source, boolean questions) throws IOException {
    this.source = source;
    this.questions = questions;
    try {
      json = JsonReader.lines(Gzip.text(in), source);
    } catch (IOException e) {
      in.close();
      throw new IOException(source + ": cannot be read" + detail(e), e);
    }
  }

  /**
   * Opens a file whose lines need no answers: besides {@code algorithm}, {@code num_nodes} and
   * {@code inputs}, every field may be left out.
   */
  public static DatasetReader questions(Path path) throws IOException {
    return new DatasetReader(open(path), path.toString(), true);
  }

  private static InputStream open(Path path) throws IOException {
    return RegularFile.open(path, "store the dataset in one first");
  }

  private static String detail(IOException e) {
    return e.getMessage() == null ? "" : ": " + e.getMessage();
  }

  /** All entries of a small file. */
  public static List<DatasetEntry> readAll(Path path) throws IOException {
    List<DatasetEntry> entries = new ArrayList<>();
    try (DatasetReader reader = new DatasetReader(path)) {
      for (var entry = reader.next(); entry.isPresent(); entry = reader.next()) {
        entries.add(entry.get());
      }
    }
    return entries;
  }

  @Override
  public Optional<DatasetEntry> next() throws IOException {
    try {
      return json.peek() == JsonReader.Token.END_OF_INPUT
          ? Optional.empty()
          : Optional.of(readEntry());
    } catch (ZipException | EOFException e) {
      throw new IOException(
          source + ":" + json.line() + ": the gzip data is damaged or cut off" + detail(e), e);
    } catch (Gzip.TooLarge e) {
      throw new IOException(source + ":" + json.line() + ": " + e.getMessage(), e);
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
      if (!line.fields.add(name)) {
        throw json.error("duplicate field");
      }
      switch (name) {
        case "algorithm" -> line.algorithm = json.nextString();
        case "n" -> line.size = json.nextInt();
        case "num_nodes" -> line.nodes = json.nextInt();
        case "source" -> line.source = json.nextString();
        case "note" -> line.note = json.nextString();
        case "seed" -> line.seed = OptionalLong.of(json.nextLong());
        case "length" -> line.length = json.nextInt();
        case "hints_stored" -> line.hintsStored = json.nextBoolean();
        case "inputs" -> readFeatures(line, line.inputs, Stage.INPUT);
        case "hints" -> readFeatures(line, line.hints, Stage.HINT);
        case "outputs" -> readFeatures(line, line.outputs, Stage.OUTPUT);
        default -> json.skipValue();
      }
    }
    json.endObject();
    DatasetEntry entry = assemble(line);
    json.endDocument();
    return entry;
  }

  private void readFeatures(Line line, Map<String, RawFeature> features, Stage stage)
      throws IOException {
    json.beginObject();
    while (json.hasNext()) {
      String name = json.nextName();
      if (features.containsKey(name)) {
        throw json.error("duplicate feature");
      }
      if (features.size() == MOST_FEATURES) {
        throw json.error("more than " + MOST_FEATURES + " features");
      }
      features.put(name, readFeature(line, mostNumbers(line, stage, name)));
    }
    json.endObject();
  }

  /**
   * How many numbers a feature may have: as many as its specification says, once the line has told
   * algorithm and nodes, and never more than fit.
   */
  private int mostNumbers(Line line, Stage stage, String name) {
    int rest = MOST_NUMBERS - line.numbers;
    if (stage == Stage.HINT || line.algorithm.isEmpty() || line.nodes < 1) {
      return rest;
    }
    return Clrs.algorithms().stream()
        .filter(it -> it.name().equals(line.algorithm))
        .flatMap(it -> it.features(stage).stream())
        .filter(spec -> spec.name().equals(name))
        .mapToInt(spec -> (int) Math.min(rest, FeatureDecoder.numbers(spec, line.nodes)))
        .findFirst()
        .orElse(rest);
  }

  private RawFeature readFeature(Line line, int most) throws IOException {
    String location = "";
    String type = "";
    NumberBlock data = null;
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "location" -> location = json.nextString();
        case "type" -> type = json.nextString();
        case "data" -> {
          if (data != null) {
            throw json.error("duplicate field");
          }
          data = NumberBlock.read(json, most);
          line.numbers += data.count();
        }
        default -> json.skipValue();
      }
    }
    json.endObject();
    if (data == null) {
      throw json.error("the field \"data\" is missing");
    }
    return new RawFeature(location, type, data);
  }

  private DatasetEntry assemble(Line line) throws IOException {
    for (String field : questions ? REQUIRED_OF_QUESTIONS : REQUIRED) {
      if (!line.fields.contains(field)) {
        throw line.error(field, "the field is missing");
      }
    }
    Algorithm algorithm = line.decode("algorithm", () -> Clrs.algorithm(line.algorithm));
    line.checkAtLeast("num_nodes", line.nodes, 1);
    if (!line.fields.contains("n")) {
      line.size = sizeOf(algorithm, line.nodes);
    }
    line.checkAtLeast("n", line.size, 1);
    line.checkAtLeast("length", line.length, 0);
    if (!line.hintsStored && !line.hints.isEmpty()) {
      throw line.error("hints_stored", "it is false, but there are hints");
    }
    Inputs inputs = inputs(algorithm, line);
    if (algorithm.traits().input().nodesOf(line.size) != line.nodes) {
      throw line.error(
          "n",
          "a sample of size %d has %d nodes here, not the %d of num_nodes"
              .formatted(line.size, algorithm.traits().input().nodesOf(line.size), line.nodes));
    }
    Graph graph = inputs.hasGraph() ? inputs.graph() : NO_GRAPH;
    List<Feature> outputs =
        questions && line.outputs.isEmpty()
            ? List.of()
            : line.features("outputs", line.outputs, algorithm.features(Stage.OUTPUT), graph);
    List<Feature> hints =
        line.hintsStored
            ? line.features("hints", line.hints, algorithm.features(Stage.HINT), graph)
            : List.of();
    return new DatasetEntry(
        algorithm,
        line.size,
        line.source,
        line.note,
        line.seed,
        new Instance(inputs, hints, outputs, line.length));
  }

  /** The size of which a sample has so many nodes. */
  private static int sizeOf(Algorithm algorithm, int nodes) {
    InputForm form = algorithm.traits().input();
    return form.nodesOf(nodes) > nodes ? nodes - 1 : nodes;
  }

  private static Inputs inputs(Algorithm algorithm, Line line) throws IOException {
    List<FeatureSpec> specs = algorithm.features(Stage.INPUT);
    Graph graph = algorithm.isGraphAlgorithm() ? graph(specs, line) : NO_GRAPH;
    Inputs.Builder builder =
        algorithm.isGraphAlgorithm()
            ? Inputs.builder(specs, graph)
            : Inputs.builder(specs, line.nodes);
    List<FeatureSpec> stored = specs.stream().filter(spec -> !isGraph(spec)).toList();
    for (Feature feature : line.features("inputs", line.inputs, stored, graph)) {
      line.decode(
          "inputs." + feature.name() + ".data",
          () ->
              feature.spec().isReal()
                  ? builder.reals(feature.name(), feature.reals())
                  : builder.codes(feature.name(), feature.codes()));
    }
    return builder.build();
  }

  private static FeatureSpec spec(List<FeatureSpec> specs, String name) {
    return specs.stream().filter(spec -> spec.name().equals(name)).findFirst().orElseThrow();
  }

  private static boolean isGraph(FeatureSpec spec) {
    return spec.name().equals(Inputs.WEIGHTS) || spec.name().equals(Inputs.ADJACENCY);
  }

  /** The graph, from the two features that are not stored separately. */
  private static Graph graph(List<FeatureSpec> specs, Line line) throws IOException {
    NumberBlock weights = line.take("inputs", line.inputs, spec(specs, Inputs.WEIGHTS));
    NumberBlock adjacency = line.take("inputs", line.inputs, spec(specs, Inputs.ADJACENCY));
    Graph graph = line.decode("inputs.A.data", () -> FeatureDecoder.graph(weights, line.nodes));
    return line.decode("inputs.adj.data", () -> FeatureDecoder.checkAdjacency(adjacency, graph));
  }

  private record RawFeature(String location, String type, NumberBlock data) {}

  /** The content of a line before it has been validated. */
  private final class Line {
    final long number;
    final Set<String> fields = new HashSet<>();
    int numbers; // read so far
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

    void checkAtLeast(String field, int value, int least) throws IOException {
      if (value < least) {
        throw error(field, value + " is less than " + least);
      }
    }

    /** The features of a stage, which must be exactly those of the specification. */
    List<Feature> features(
        String stage, Map<String, RawFeature> raw, List<FeatureSpec> specs, Graph graph)
        throws IOException {
      List<Feature> features = new ArrayList<>();
      for (FeatureSpec spec : specs) {
        NumberBlock data = take(stage, raw, spec);
        features.add(
            decode(
                stage + "." + spec.name() + ".data",
                () -> FeatureDecoder.feature(spec, data, nodes, graph, length)));
      }
      for (String name : raw.keySet()) {
        throw error(stage + "." + name, algorithm + " has no such feature");
      }
      return features;
    }

    /** Removes a feature's numbers from its stage after checking them against the specification. */
    NumberBlock take(String stage, Map<String, RawFeature> features, FeatureSpec spec)
        throws IOException {
      String field = stage + "." + spec.name();
      RawFeature raw = features.remove(spec.name());
      if (raw == null) {
        throw error(field, "the feature is missing");
      }
      if (!raw.location().equals(spec.locationName()) || !raw.type().equals(spec.typeName())) {
        throw error(
            field,
            "it is %s %s here and %s %s in CLRS-30"
                .formatted(raw.location(), raw.type(), spec.locationName(), spec.typeName()));
      }
      return raw.data();
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
