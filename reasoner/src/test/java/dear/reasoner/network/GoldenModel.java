// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Location;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.io.Json;
import dear.io.JsonReader;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Features;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A file of the folder {@code golden.model}: weights, a batch of graphs, and the expected results.
 */
public final class GoldenModel {
  private final String name;
  private final Json data;
  private final Network network;
  private final Parameters parameters;
  private final List<Problem> problems;
  private final int width;

  private GoldenModel(Path path) {
    this.name = path.getFileName().toString();
    try (JsonReader reader =
        new JsonReader(new GZIPInputStream(Files.newInputStream(path)), path.toString())) {
      data = Json.parse(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    width = data.get("d").integer();
    network = network(NetworkOptions.of(Clrs.algorithm(data.get("algorithm").string())));
    parameters = new Parameters(network.layout());
    load();
    problems = problems();
  }

  /** All files. */
  public static List<GoldenModel> all() {
    try (Stream<Path> paths = Files.list(folder())) {
      List<GoldenModel> found =
          paths
              .filter(path -> path.toString().endsWith(".json.gz"))
              .sorted()
              .map(GoldenModel::new)
              .toList();
      if (found.isEmpty()) {
        throw new IllegalStateException("no vectors in " + folder());
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    String named = System.getProperty("golden.model", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    try {
      return Path.of(
          Objects.requireNonNull(GoldenModel.class.getResource("/golden/model")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the network of this file with other options; its layout is the same. */
  Network network(NetworkOptions options) {
    return Network.of(
        Clrs.algorithm(data.get("algorithm").string()),
        Preprocessing.ALL,
        options.withWidth(width));
  }

  Network network() {
    return network;
  }

  Parameters parameters() {
    return parameters;
  }

  List<Problem> graphs() {
    return problems;
  }

  int width() {
    return width;
  }

  Json get(String member) {
    return data.get(member);
  }

  boolean has(String member) {
    return data.has(member);
  }

  private void load() {
    Json weights = data.get("weights");
    TreeSet<String> known = new TreeSet<>();
    for (Parameter parameter : network.layout().parameters()) {
      known.add(parameter.name());
      float[] values = floats(weights.get(parameter.name()));
      for (int i = 0; i < values.length; i++) {
        parameters.values()[place(parameter, i)] = values[i];
      }
    }
    if (!known.equals(new TreeSet<>(weights.members().keySet()))) {
      throw new IllegalStateException(known + " differ from " + weights.members().keySet());
    }
    parameters.changed();
  }

  /** Returns the index in the flat array of the i-th number of a tensor in a file. */
  static int place(Parameter parameter, int i) {
    return switch (parameter.kind()) {
      case VECTOR -> parameter.offset() + i;
      case MATRIX ->
          parameter.offset() + (i % parameter.in()) * parameter.out() + i / parameter.in();
    };
  }

  private List<Problem> problems() {
    Json batch = data.get("batch");
    int[] rows = ints(batch.get("row"));
    int[] columns = ints(batch.get("col"));
    List<Problem> graphs = new ArrayList<>();
    int node = 0;
    int edge = 0;
    for (Json size : batch.get("sizes").values()) {
      int n = size.integer();
      int end = edge;
      while (end < rows.length && rows[end] < node + n) {
        end++;
      }
      graphs.add(problem(batch, node, n, rows, columns, edge, end));
      node += n;
      edge = end;
    }
    return List.copyOf(graphs);
  }

  private Problem problem(
      Json batch, int node, int n, int[] rows, int[] columns, int edge, int end) {
    Features features = network.features();
    int scalars = Features.columns(features.edgeInputs());
    float[] values = new float[(end - edge) * scalars];
    for (int k = 0; k < scalars; k++) {
      float[] all = floats(batch.get("edge").get(features.edgeInputs().get(k).name()));
      for (int e = edge; e < end; e++) {
        values[(e - edge) * scalars + k] = all[e];
      }
    }
    EdgeList edges =
        new EdgeList(
            n,
            Arrays.stream(rows, edge, end).map(i -> i - node).toArray(),
            Arrays.stream(columns, edge, end).map(i -> i - node).toArray(),
            scalars,
            values);
    List<float[]> inputs = new ArrayList<>();
    for (FeatureSpec spec : features.nodeInputs()) {
      int c = Features.columns(spec);
      float[] all = floats(batch.get("node").get(spec.name()));
      inputs.add(Arrays.copyOfRange(all, node * c, (node + n) * c));
    }
    List<Target> targets = new ArrayList<>();
    for (FeatureSpec spec : features.outputs()) {
      double[] all = numbers(batch.get("target").get(spec.name()));
      if (spec.type() == Type.MASK_ONE) {
        int first = node;
        while (all[first] != 1) {
          first++;
        }
        targets.add(Target.of(spec, new int[] {first - node}, edges));
      } else if (spec.location() == Location.EDGE) {
        double[] part = Arrays.copyOfRange(all, edge, end);
        targets.add(Target.of(spec, Arrays.stream(part).mapToInt(x -> (int) x).toArray(), edges));
      } else {
        double[] part = Arrays.copyOfRange(all, node, node + n);
        targets.add(
            Target.of(spec, Arrays.stream(part).mapToInt(x -> (int) x - node).toArray(), edges));
      }
    }
    return new Problem(edges, edges, inputs, List.of(), targets, 1);
  }

  static float[] floats(Json tensor) {
    double[] numbers = numbers(tensor);
    float[] out = new float[numbers.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) numbers[i];
    }
    return out;
  }

  private static int[] ints(Json tensor) {
    return Arrays.stream(numbers(tensor)).mapToInt(x -> (int) x).toArray();
  }

  /** Returns the numbers of a tensor, a list of tensors, or nested lists. */
  static double[] numbers(Json json) {
    return stream(json).toArray();
  }

  private static DoubleStream stream(Json json) {
    return switch (json) {
      case Json.Values(List<Json> list) -> list.stream().flatMapToDouble(GoldenModel::stream);
      case Json.Numeral(double value) -> DoubleStream.of(value);
      case Json.Members _ -> stream(json.get("data"));
      case Json.Text _, Json.Flag _, Json.Null _ ->
          throw new IllegalArgumentException("not numbers: " + json);
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
