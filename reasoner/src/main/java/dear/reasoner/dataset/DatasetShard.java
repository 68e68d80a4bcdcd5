// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.dataset;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.dataset.DatasetEntry;
import dear.io.JsonReader;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The content of one shard, checked as a whole when it is read and by instance when it is asked.
 */
final class DatasetShard {
  /** A graph of more nodes than this is not one of ours. */
  private static final int MOST_NODES = 1 << 24;

  private static final Pattern NATURAL = Pattern.compile("[0-9]{1,18}");

  private final String source;
  private final Algorithm algorithm;
  private final List<FeatureSpec> specs;
  private final int number;
  private final long first;
  private final boolean last;
  private final List<Label> labels;
  private final int[] nodes;
  private final int[] edges;
  private final int[] length;
  private final int[] edgeIndex;
  private final Map<String, double[]> reals = new HashMap<>();
  private final Map<String, int[]> codes = new HashMap<>();

  /** For each tensor, where the values of each instance begin. */
  private final Map<String, int[]> starts = new HashMap<>();

  private final int[] edgeStarts;

  /** The metadata of an instance. */
  private record Label(int size, String source, String note, OptionalLong seed) {}

  private DatasetShard(SafetensorsFile file, boolean questions) throws IOException {
    source = file.source();
    if (!ShardLayout.FORMAT.equals(file.metadata().get("format"))) {
      throw error("not a dataset: its metadata has no format " + ShardLayout.FORMAT);
    }
    algorithm = algorithm(metadata(file, "algorithm"));
    boolean outputs = flag(file, "outputs");
    if (!outputs && !questions) {
      throw error("its instances have no outputs");
    }
    specs = ShardLayout.stored(algorithm, flag(file, "hints"), outputs);
    number = (int) natural(file, "shard", Integer.MAX_VALUE);
    first = natural(file, "first", Long.MAX_VALUE);
    last = flag(file, "last");
    if (!metadata(file, "features").equals(ShardLayout.description(specs))) {
      throw error("its features are not those of " + algorithm);
    }
    labels = labels(metadata(file, "entries"));
    long numbers = file.tensors().values().stream().mapToLong(it -> it.elements()).sum();
    if (numbers > ShardLayout.MOST_NUMBERS) {
      throw error(
          "%,d numbers are more than the %,d of a shard"
              .formatted(numbers, ShardLayout.MOST_NUMBERS));
    }
    requireTensors(file);
    nodes = counts(file, ShardLayout.NODES, 1, MOST_NODES);
    length = counts(file, ShardLayout.LENGTH, 0, Integer.MAX_VALUE);
    boolean graphs = algorithm.isGraphAlgorithm();
    edges =
        graphs
            ? counts(file, ShardLayout.EDGES, 1, (int) ShardLayout.MOST_NUMBERS)
            : new int[labels.size()];
    for (int k = 0; k < labels.size(); k++) {
      if (algorithm.traits().input().nodesOf(labels.get(k).size()) != nodes[k]) {
        throw error(
            k, "n", "%d does not go with %d nodes".formatted(labels.get(k).size(), nodes[k]));
      }
    }
    edgeStarts = new int[labels.size() + 1];
    for (int k = 0; k < labels.size(); k++) {
      edgeStarts[k + 1] = (int) Math.min(Integer.MAX_VALUE, (long) edgeStarts[k] + edges[k]);
    }
    edgeIndex = graphs ? integers(file, ShardLayout.EDGE_INDEX) : new int[0];
    requireCount(ShardLayout.EDGE_INDEX, edgeIndex.length, 2L * edgeStarts[labels.size()]);
    for (FeatureSpec spec : specs) {
      readFeature(file, spec);
    }
  }

  static DatasetShard read(SafetensorsFile file, boolean questions) throws IOException {
    return new DatasetShard(file, questions);
  }

  int number() {
    return number;
  }

  long first() {
    return first;
  }

  boolean isLast() {
    return last;
  }

  int count() {
    return labels.size();
  }

  DatasetEntry entry(int k) throws IOException {
    Inputs inputs = inputs(k);
    List<Feature> hints = new ArrayList<>();
    List<Feature> outputs = new ArrayList<>();
    for (FeatureSpec spec : specs) {
      switch (spec.stage()) {
        case INPUT -> {}
        case HINT -> hints.add(feature(k, spec));
        case OUTPUT -> outputs.add(feature(k, spec));
      }
    }
    Label label = labels.get(k);
    return new DatasetEntry(
        algorithm,
        label.size(),
        label.source(),
        label.note(),
        label.seed(),
        new Instance(inputs, hints, outputs, length[k]));
  }

  private Inputs inputs(int k) throws IOException {
    Inputs.Builder builder =
        algorithm.isGraphAlgorithm()
            ? Inputs.builder(algorithm.features(Stage.INPUT), graph(k))
            : Inputs.builder(algorithm.features(Stage.INPUT), nodes[k]);
    for (FeatureSpec spec : specs) {
      if (spec.stage() == Stage.INPUT && !ShardWriter.isWeights(spec)) {
        Feature feature = feature(k, spec);
        try {
          if (spec.isReal()) {
            builder.reals(spec.name(), feature.reals());
          } else {
            builder.codes(spec.name(), feature.codes());
          }
        } catch (IllegalArgumentException e) {
          throw error(k, ShardLayout.tensor(spec), String.valueOf(e.getMessage()));
        }
      }
    }
    return builder.build();
  }

  /** Checks what a graph promises: sorted edges within its nodes, a self-loop at each, weights. */
  private Graph graph(int k) throws IOException {
    int n = nodes[k];
    int count = edges[k];
    int from = edgeStarts[k];
    int all = edgeIndex.length / 2;
    int[] rowStart = new int[n + 1];
    int[] columns = new int[count];
    double[] weights = new double[count];
    double[] stored = Objects.requireNonNull(reals.get("inputs." + Inputs.WEIGHTS));
    int loops = 0;
    int previous = -1;
    for (int e = 0; e < count; e++) {
      int row = edgeIndex[from + e];
      int column = edgeIndex[all + from + e];
      if (row < 0 || row >= n || column < 0 || column >= n) {
        throw error(
            k,
            ShardLayout.EDGE_INDEX,
            "edge %d -> %d: nodes are 0 to %d".formatted(row, column, n - 1));
      }
      if (row < previous || (row == previous && column <= columns[e - 1])) {
        throw error(
            k, ShardLayout.EDGE_INDEX, "edge %d -> %d is out of order".formatted(row, column));
      }
      previous = row;
      loops += row == column ? 1 : 0;
      rowStart[row + 1]++;
      columns[e] = column;
      weights[e] = stored[from + e];
      if (!Double.isFinite(weights[e]) || (weights[e] == 0 && row != column)) {
        throw error(
            k,
            "inputs." + Inputs.WEIGHTS,
            "edge %d -> %d has the weight %s".formatted(row, column, weights[e]));
      }
    }
    if (loops != n) {
      throw error(k, ShardLayout.EDGE_INDEX, "a node has no edge to itself");
    }
    for (int i = 0; i < n; i++) {
      rowStart[i + 1] += rowStart[i];
    }
    return Graph.ofSorted(n, rowStart, columns, weights);
  }

  private Feature feature(int k, FeatureSpec spec) throws IOException {
    String tensor = ShardLayout.tensor(spec);
    int[] start = Objects.requireNonNull(starts.get(tensor));
    int size = (int) ShardLayout.values(spec, nodes[k], edges[k], 1);
    int count = start[k + 1] - start[k];
    if (spec.isReal()) {
      double[] values = new double[count];
      System.arraycopy(Objects.requireNonNull(reals.get(tensor)), start[k], values, 0, count);
      for (double value : values) {
        if (!Double.isFinite(value)) {
          throw error(k, tensor, value + " is not a finite number");
        }
      }
      return Feature.of(spec, size, values);
    }
    int[] values = new int[count];
    System.arraycopy(Objects.requireNonNull(codes.get(tensor)), start[k], values, 0, count);
    int[] range = ShardLayout.range(spec, nodes[k]);
    for (int value : values) {
      if (value < range[0] || value > range[1]) {
        throw error(
            k, tensor, "%d is not an integer from %d to %d".formatted(value, range[0], range[1]));
      }
    }
    return Feature.of(spec, size, values);
  }

  private void readFeature(SafetensorsFile file, FeatureSpec spec) throws IOException {
    String tensor = ShardLayout.tensor(spec);
    int[] start = new int[labels.size() + 1];
    for (int k = 0; k < labels.size(); k++) {
      long end = ShardLayout.values(spec, nodes[k], edges[k], length[k]);
      requireRoom(tensor, end);
      end += start[k];
      requireRoom(tensor, end);
      start[k + 1] = (int) end;
    }
    starts.put(tensor, start);
    // The header tells how many there are, so that nothing is read that does not fit.
    requireCount(tensor, file.entry(tensor).elements(), start[labels.size()]);
    if (spec.isReal()) {
      reals.put(tensor, file.doubles(tensor));
    } else {
      codes.put(tensor, integers(file, tensor));
    }
  }

  private void requireRoom(String tensor, long values) throws IOException {
    if (values > ShardLayout.MOST_NUMBERS) {
      throw error("tensor \"%s\": its instances need too many numbers".formatted(tensor));
    }
  }

  private void requireCount(String tensor, long found, long expected) throws IOException {
    if (found != expected) {
      throw error(
          "tensor \"%s\" has %,d numbers, but the instances need %,d"
              .formatted(tensor, found, expected));
    }
  }

  private void requireTensors(SafetensorsFile file) throws IOException {
    TreeSet<String> expected = new TreeSet<>(List.of(ShardLayout.NODES, ShardLayout.LENGTH));
    if (algorithm.isGraphAlgorithm()) {
      expected.addAll(List.of(ShardLayout.EDGES, ShardLayout.EDGE_INDEX));
    }
    specs.forEach(spec -> expected.add(ShardLayout.tensor(spec)));
    for (String name : expected) {
      if (!file.tensors().containsKey(name)) {
        throw error("the tensor \"" + name + "\" is missing");
      }
    }
    for (String name : file.tensors().keySet()) {
      if (!expected.contains(name)) {
        throw error("%s has no tensor \"%s\"".formatted(algorithm, shortened(name)));
      }
    }
  }

  private int[] counts(SafetensorsFile file, String tensor, int least, int most)
      throws IOException {
    int[] counts = integers(file, tensor);
    requireCount(tensor, counts.length, labels.size());
    for (int k = 0; k < counts.length; k++) {
      if (counts[k] < least || counts[k] > most) {
        throw error(
            k, tensor, "%d is not an integer from %d to %d".formatted(counts[k], least, most));
      }
    }
    return counts;
  }

  private int[] integers(SafetensorsFile file, String tensor) throws IOException {
    long[] wide = file.longs(tensor);
    int[] values = new int[wide.length];
    for (int i = 0; i < wide.length; i++) {
      values[i] = (int) wide[i];
      if (values[i] != wide[i]) {
        throw error("tensor \"%s\": %d is too large".formatted(tensor, wide[i]));
      }
    }
    return values;
  }

  private List<Label> labels(String text) throws IOException {
    List<Label> found = new ArrayList<>();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (JsonReader json = new JsonReader(new ByteArrayInputStream(bytes), source + ": entries")) {
      json.beginArray();
      while (json.hasNext()) {
        if (found.size() == ShardLayout.MOST_INSTANCES) {
          throw json.error("more than " + ShardLayout.MOST_INSTANCES + " instances");
        }
        found.add(label(json));
      }
      json.endArray();
      if (json.peek() != JsonReader.Token.END_OF_INPUT) {
        throw json.error("unexpected text after the entries");
      }
    }
    if (found.isEmpty()) {
      throw error("there are no instances in it");
    }
    return found;
  }

  private static Label label(JsonReader json) throws IOException {
    int size = 0;
    String origin = "";
    String note = "";
    OptionalLong seed = OptionalLong.empty();
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "n" -> size = json.nextInt();
        case "source" -> origin = json.nextString();
        case "note" -> note = json.nextString();
        case "seed" -> seed = OptionalLong.of(json.nextLong());
        default -> json.skipValue();
      }
    }
    json.endObject();
    if (size < 1) {
      throw json.error("n is missing, or less than 1");
    }
    return new Label(size, origin, note, seed);
  }

  private Algorithm algorithm(String name) throws IOException {
    try {
      return Clrs.algorithm(name);
    } catch (IllegalArgumentException e) {
      throw error(String.valueOf(e.getMessage()));
    }
  }

  private String metadata(SafetensorsFile file, String key) throws IOException {
    String value = file.metadata().get(key);
    if (value == null) {
      throw error("the metadata \"" + key + "\" is missing");
    }
    return value;
  }

  private boolean flag(SafetensorsFile file, String key) throws IOException {
    String value = metadata(file, key);
    if (!value.equals("true") && !value.equals("false")) {
      throw error("metadata \"%s\": \"%s\" is not true or false".formatted(key, shortened(value)));
    }
    return value.equals("true");
  }

  private long natural(SafetensorsFile file, String key, long most) throws IOException {
    String value = metadata(file, key);
    if (NATURAL.matcher(value).matches() && Long.parseLong(value) <= most) {
      return Long.parseLong(value);
    }
    throw error("metadata \"%s\": \"%s\" is not a number".formatted(key, shortened(value)));
  }

  private static String shortened(String text) {
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }

  private IOException error(String message) {
    return new IOException(source + ": " + message);
  }

  private IOException error(int k, String what, String message) {
    return new IOException("%s: instance %d: %s: %s".formatted(source, k + 1, what, message));
  }
}
