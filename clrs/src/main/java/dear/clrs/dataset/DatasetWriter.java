package dear.clrs.dataset;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.io.AtomicFile;
import dear.io.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a dataset as JSON Lines, one instance a line, gzipped when the name ends in {@code .gz}.
 *
 * <p>The file appears under its name only by {@link #commit}; whatever goes wrong before leaves
 * what was there. Memory does not grow with the number of lines.
 */
public final class DatasetWriter implements Closeable {
  private final AtomicFile file;
  private final OutputStream out;
  private final JsonWriter json;

  /** Starts a file. */
  public DatasetWriter(Path path) throws IOException {
    file = new AtomicFile(path);
    OutputStream stream = file.stream();
    out =
        path.toString().endsWith(".gz")
            ? new GZIPOutputStream(stream, 1 << 16)
            : new BufferedOutputStream(stream, 1 << 16);
    json = JsonWriter.compact(out);
  }

  /** Writes a line. */
  public void write(DatasetEntry entry) throws IOException {
    write(entry, json);
  }

  /** Makes the file appear. */
  public void commit() throws IOException {
    json.close();
    file.commit();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Writes one line to any stream. */
  public static void write(DatasetEntry entry, JsonWriter json) throws IOException {
    Instance instance = entry.instance();
    json.beginObject();
    json.name("algorithm").value(entry.algorithm().name());
    json.name("n").value(entry.size());
    json.name("num_nodes").value(instance.nodes());
    json.name("source").value(entry.source());
    json.name("note").value(entry.note());
    if (entry.seed().isPresent()) {
      json.name("seed").value(entry.seed().getAsLong());
    }
    json.name("inputs").beginObject();
    for (FeatureSpec spec : entry.algorithm().features(Stage.INPUT)) {
      writeInput(spec, instance.inputs(), json);
    }
    json.endObject();
    json.name("hints").beginObject();
    for (Feature hint : instance.hints()) {
      json.name(hint.name());
      writeFeature(hint, instance.inputs(), json);
    }
    json.endObject();
    json.name("hints_stored").value(!instance.hints().isEmpty());
    json.name("outputs").beginObject();
    for (Feature output : instance.outputs()) {
      json.name(output.name());
      writeFeature(output, instance.inputs(), json);
    }
    json.endObject();
    json.name("length").value(instance.length());
    json.endObject().endDocument();
  }

  private static void writeInput(FeatureSpec spec, Inputs inputs, JsonWriter json)
      throws IOException {
    json.name(spec.name());
    switch (spec.name()) {
      case Inputs.WEIGHTS -> {
        double[] weights = inputs.graph().weights();
        writeFeature(Feature.of(spec, weights.length, weights), inputs, json);
      }
      case Inputs.ADJACENCY -> {
        int[] ones = new int[inputs.edges()];
        java.util.Arrays.fill(ones, 1);
        writeFeature(Feature.of(spec, ones.length, ones), inputs, json);
      }
      default -> writeFeature(inputs.feature(spec.name()), inputs, json);
    }
  }

  private static void writeFeature(Feature feature, Inputs inputs, JsonWriter json)
      throws IOException {
    FeatureSpec spec = feature.spec();
    json.beginObject();
    json.name("location").value(spec.locationName());
    json.name("type").value(spec.typeName());
    json.name("data");
    if (spec.stage() == Stage.HINT) {
      json.beginArray();
      for (int step = 0; step < feature.steps(); step++) {
        writeSnapshot(feature, step, inputs, json);
      }
      json.endArray();
    } else {
      writeSnapshot(feature, 0, inputs, json);
    }
    json.endObject();
  }

  private static void writeSnapshot(Feature feature, int step, Inputs inputs, JsonWriter json)
      throws IOException {
    int at = step * feature.size();
    int n = inputs.nodes();
    switch (feature.spec().location()) {
      case GRAPH -> writeValue(feature, at, json);
      case NODE -> {
        switch (feature.spec().type()) {
          case MASK_ONE -> writeOneHot(feature.codes()[at], n, json);
          case SCALAR, MASK, CATEGORICAL, POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
              writeRow(feature, at, n, json);
        }
      }
      case EDGE -> {
        json.beginArray();
        if (feature.spec().support() == Support.PAIRS) {
          for (int i = 0; i < n; i++) {
            writeRow(feature, at + i * n, n, json);
          }
        } else {
          writeSparse(feature, at, inputs.graph(), json);
        }
        json.endArray();
      }
    }
  }

  private static void writeRow(Feature feature, int at, int n, JsonWriter json) throws IOException {
    json.beginArray();
    for (int i = 0; i < n; i++) {
      writeValue(feature, at + i, json);
    }
    json.endArray();
  }

  private static void writeSparse(Feature feature, int at, Graph graph, JsonWriter json)
      throws IOException {
    boolean reversed = feature.spec().support() == Support.REVERSED_EDGES;
    Graph rows = reversed ? graph.transpose() : graph;
    int[] reverse = reversed ? reverseOrder(graph) : new int[0];
    for (int i = 0; i < rows.nodes(); i++) {
      json.beginArray();
      int e = rows.rowStart()[i];
      for (int j = 0; j < rows.nodes(); j++) {
        if (e < rows.rowStart()[i + 1] && rows.columns()[e] == j) {
          writeValue(feature, at + (reversed ? reverse[e] : e), json);
          e++;
        } else if (feature.spec().isReal()) {
          json.value((double) feature.spec().background());
        } else {
          json.value(feature.spec().background());
        }
      }
      json.endArray();
    }
  }

  /** For every edge of the transposed graph its place in the graph. */
  private static int[] reverseOrder(Graph graph) {
    int[] next = java.util.Arrays.copyOf(graph.transpose().rowStart(), graph.nodes());
    int[] order = new int[graph.edges()];
    for (int e = 0; e < graph.edges(); e++) {
      order[next[graph.columns()[e]]++] = e;
    }
    return order;
  }

  private static void writeValue(Feature feature, int at, JsonWriter json) throws IOException {
    switch (feature.spec().type()) {
      case SCALAR -> json.value(feature.reals()[at]);
      case CATEGORICAL -> {
        int code = feature.codes()[at];
        int classes = feature.spec().classes();
        json.beginArray();
        for (int c = 0; c < classes; c++) {
          json.value(code < 0 && c == classes - 1 ? -1 : c == code ? 1 : 0);
        }
        json.endArray();
      }
      case MASK, MASK_ONE, POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
          json.value(feature.codes()[at]);
    }
  }

  private static void writeOneHot(int node, int n, JsonWriter json) throws IOException {
    json.beginArray();
    for (int i = 0; i < n; i++) {
      json.value(i == node ? 1 : 0);
    }
    json.endArray();
  }

  /** Writes all entries of a list, as one file. */
  public static void writeAll(Path path, List<DatasetEntry> entries) throws IOException {
    try (DatasetWriter writer = new DatasetWriter(path)) {
      for (DatasetEntry entry : entries) {
        writer.write(entry);
      }
      writer.commit();
    }
  }
}
