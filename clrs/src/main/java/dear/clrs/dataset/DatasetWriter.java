// SPDX-License-Identifier: Apache-2.0
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
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a dataset as JSON Lines, one instance per line, gzipped if the name ends in {@code .gz}.
 *
 * <p>The file appears under its name only on {@link #commit}; a failure before that leaves the
 * previous file untouched. Memory does not grow with the number of lines.
 */
public final class DatasetWriter implements Closeable {
  private final AtomicFile file;
  private final JsonWriter json;
  private boolean whole = true;

  /** Starts a file. */
  public DatasetWriter(Path path) throws IOException {
    file = new AtomicFile(path);
    try {
      OutputStream buffered = new BufferedOutputStream(file.stream(), 1 << 16);
      json =
          JsonWriter.compact(
              path.toString().endsWith(".gz") ? new GZIPOutputStream(buffered, 1 << 16) : buffered);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Writes a line. */
  public void write(DatasetEntry entry) throws IOException {
    whole = false;
    write(entry, json);
    whole = true;
  }

  /**
   * Publishes the file; refused after a line that failed, since half of it may have been written.
   */
  public void commit() throws IOException {
    if (!whole) {
      throw new IllegalStateException("a line was not written completely");
    }
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
        Arrays.fill(ones, 1);
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
    EdgeRows rows =
        spec.support() == Support.PAIRS
            ? EdgeRows.NONE
            : EdgeRows.of(inputs.graph(), spec.support());
    if (spec.stage() == Stage.HINT) {
      json.beginArray();
      for (int step = 0; step < feature.steps(); step++) {
        writeSnapshot(feature, step * feature.size(), inputs.nodes(), rows, json);
      }
      json.endArray();
    } else {
      writeSnapshot(feature, 0, inputs.nodes(), rows, json);
    }
    json.endObject();
  }

  private static void writeSnapshot(Feature feature, int at, int n, EdgeRows rows, JsonWriter json)
      throws IOException {
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
          writeSparse(feature, at, rows, json);
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

  private static void writeSparse(Feature feature, int at, EdgeRows rows, JsonWriter json)
      throws IOException {
    Graph graph = rows.graph;
    for (int i = 0; i < graph.nodes(); i++) {
      json.beginArray();
      int e = graph.rowStart()[i];
      for (int j = 0; j < graph.nodes(); j++) {
        if (e < graph.rowStart()[i + 1] && graph.columns()[e] == j) {
          writeValue(feature, at + rows.values[e], json);
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

  /** The cells for which a sparse feature has values, row by row. */
  private static final class EdgeRows {
    static final EdgeRows NONE = of(Graph.builder(1).build(), Support.EDGES);

    final Graph graph; // the cells as edges
    final int[] values; // the index of each cell's value in the feature

    private EdgeRows(Graph graph, int[] values) {
      this.graph = graph;
      this.values = values;
    }

    static EdgeRows of(Graph graph, Support support) {
      int[] values = new int[graph.edges()];
      if (support == Support.EDGES) {
        Arrays.setAll(values, e -> e);
        return new EdgeRows(graph, values);
      }
      Graph reversed = graph.transpose();
      int[] next = Arrays.copyOf(reversed.rowStart(), graph.nodes());
      for (int e = 0; e < values.length; e++) {
        values[next[graph.columns()[e]]++] = e;
      }
      return new EdgeRows(reversed, values);
    }
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

  /** Writes a list of entries as one file. */
  public static void writeAll(Path path, List<DatasetEntry> entries) throws IOException {
    try (DatasetWriter writer = new DatasetWriter(path)) {
      for (DatasetEntry entry : entries) {
        writer.write(entry);
      }
      writer.commit();
    }
  }
}
