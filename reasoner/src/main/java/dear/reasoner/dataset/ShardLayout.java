// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.dataset;

import dear.clrs.Algorithm;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a shard is laid out: instances of one algorithm, their features one after another.
 *
 * <p>The tensors {@code nodes}, {@code edges} and {@code length} have one number per instance. From
 * them follows how many values each feature has for each instance ({@link #values}), so that a
 * feature is one tensor over all instances. A graph is {@code edge_index}, two rows with the
 * sources and the targets of all edges, self-loops included, and {@code inputs.A}, their weights.
 * Edge features of graphs have a value per edge, in this order; a feature on reversed edges has the
 * value of the cell (target, source). Real numbers are F64, all others I32: the index of a node or
 * class, or -1 where nothing is scored.
 */
final class ShardLayout {
  static final String FORMAT = "dear-dataset-1";
  static final String NODES = "nodes";
  static final String EDGES = "edges";
  static final String LENGTH = "length";
  static final String EDGE_INDEX = "edge_index";

  /** The most numbers of a shard, and so of an instance: a gigabyte of doubles. */
  static final long MOST_NUMBERS = 1L << 27;

  /** How many instances a shard has at most; each takes some 80 bytes of its header. */
  static final int MOST_INSTANCES = 1 << 16;

  private ShardLayout() {}

  /** The file of a shard in its folder. */
  static String file(int shard) {
    return String.format(Locale.ROOT, "%05d.safetensors", shard);
  }

  /** The features that a shard has as tensors, weights included; adj follows from the edges. */
  static List<FeatureSpec> stored(Algorithm algorithm, boolean hints, boolean outputs) {
    List<FeatureSpec> specs = new ArrayList<>();
    for (FeatureSpec spec : algorithm.features()) {
      boolean wanted =
          switch (spec.stage()) {
            case INPUT -> !spec.name().equals(Inputs.ADJACENCY);
            case HINT -> hints;
            case OUTPUT -> outputs;
          };
      if (wanted) {
        specs.add(spec);
      }
    }
    return specs;
  }

  /** The name of a feature's tensor. */
  static String tensor(FeatureSpec spec) {
    return switch (spec.stage()) {
          case INPUT -> "inputs.";
          case HINT -> "hints.";
          case OUTPUT -> "outputs.";
        }
        + spec.name();
  }

  /** The number of values that a feature has for an instance; the largest long if there is none. */
  static long values(FeatureSpec spec, long nodes, long edges, long length) {
    long values =
        switch (spec.location()) {
          case GRAPH -> 1;
          case NODE -> spec.type() == Type.MASK_ONE ? 1 : nodes;
          case EDGE -> spec.support() == Support.PAIRS ? nodes * nodes : edges;
        };
    long snapshots = spec.stage() == Stage.HINT ? length : 1;
    return snapshots == 0 || values <= Long.MAX_VALUE / snapshots
        ? values * snapshots
        : Long.MAX_VALUE;
  }

  /** The numbers of an instance in all its tensors; the largest long if there are more. */
  static long numbers(List<FeatureSpec> specs, long nodes, long edges, long length) {
    long numbers = 3 + 2 * edges;
    for (FeatureSpec spec : specs) {
      long more = values(spec, nodes, edges, length);
      numbers = more > Long.MAX_VALUE - numbers ? Long.MAX_VALUE : numbers + more;
    }
    return numbers;
  }

  /** The least and the greatest value of a feature that is not real. */
  static int[] range(FeatureSpec spec, int nodes) {
    return switch (spec.type()) {
      case SCALAR -> throw new IllegalArgumentException(spec.name() + " is real");
      case MASK -> new int[] {-1, 1};
      case MASK_ONE -> new int[] {0, spec.location() == Location.NODE ? nodes - 1 : 1};
      case CATEGORICAL -> new int[] {-1, spec.classes() - 1};
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER -> new int[] {0, nodes - 1};
    };
  }

  /** What the tensors mean, for readers that do not know the algorithm. */
  static String description(List<FeatureSpec> specs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject();
      for (FeatureSpec spec : specs) {
        json.name(tensor(spec)).beginObject();
        json.name("location").value(spec.locationName());
        json.name("type").value(spec.typeName());
        if (spec.classes() > 0) {
          json.name("classes").value(spec.classes());
        }
        if (spec.location() == Location.EDGE) {
          json.name("cells").value(spec.support().name().toLowerCase(Locale.ROOT));
          json.name("elsewhere").value(spec.background());
        }
        json.endObject();
      }
      json.endObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
