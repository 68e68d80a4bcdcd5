// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.clrs.Algorithm;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A table whose rows are the inputs of an algorithm. A graph is a list of edges in the columns
 * {@code from}, {@code to} and {@code weight} (1 if there is no such column), with the number of
 * {@code nodes} if the last ones may have no edges; every other input is a column of its name.
 *
 * <p>Rows are untrusted: whatever does not fit is an {@link IllegalArgumentException}.
 */
final class GraphColumns {
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String WEIGHT = "weight";
  private static final String NODES = "nodes";

  /** So that a single number in a row cannot claim an executor's memory. */
  private static final int MOST_NODES = 1_000_000;

  private final Algorithm algorithm;
  private final List<FeatureSpec> inputs;
  private final List<String> columns;

  /** Prepares to read rows of a table, which must have the columns that the algorithm needs. */
  GraphColumns(Algorithm algorithm, StructType table) {
    this.algorithm = algorithm;
    this.columns = Arrays.asList(table.fieldNames());
    this.inputs =
        algorithm.features(Stage.INPUT).stream()
            .filter(spec -> !List.of(Inputs.WEIGHTS, Inputs.ADJACENCY).contains(spec.name()))
            .toList();
    if (algorithm.isGraphAlgorithm()) {
      require(FROM);
      require(TO);
    }
    for (FeatureSpec spec : inputs) {
      if (!spec.name().equals(Inputs.POSITION)) {
        require(spec.name());
      }
    }
  }

  private void require(String column) {
    if (!columns.contains(column)) {
      throw new IllegalArgumentException(
          "%s needs a column \"%s\", which is not among %s (docs/scale.md lists them)"
              .formatted(algorithm, column, columns));
    }
  }

  /** Reads the inputs in a row. */
  Inputs read(Row row) {
    Inputs.Builder builder =
        algorithm.isGraphAlgorithm()
            ? Inputs.builder(algorithm.features(Stage.INPUT), graph(row))
            : Inputs.builder(algorithm.features(Stage.INPUT), length(row));
    for (FeatureSpec spec : inputs) {
      if (!columns.contains(spec.name())) {
        continue;
      }
      double[] values = numbers(row, spec.name());
      if (spec.isReal()) {
        builder.reals(spec.name(), values);
      } else {
        builder.codes(spec.name(), integers(spec.name(), values));
      }
    }
    return builder.build();
  }

  private Graph graph(Row row) {
    int[] from = integers(FROM, numbers(row, FROM));
    int[] to = integers(TO, numbers(row, TO));
    double[] weights = columns.contains(WEIGHT) ? numbers(row, WEIGHT) : new double[from.length];
    if (!columns.contains(WEIGHT)) {
      Arrays.fill(weights, 1);
    }
    if (to.length != from.length || weights.length != from.length) {
      throw new IllegalArgumentException(
          "the columns from, to and weight have %d, %d and %d values"
              .formatted(from.length, to.length, weights.length));
    }
    int nodes = columns.contains(NODES) ? nodes(integers(NODES, numbers(row, NODES))) : 1;
    if (!columns.contains(NODES)) {
      for (int e = 0; e < from.length; e++) {
        nodes = Math.max(nodes, 1 + Math.max(from[e], to[e]));
      }
    }
    requireFew(nodes);
    Graph.Builder builder = Graph.builder(nodes, from.length);
    for (int e = 0; e < from.length; e++) {
      builder.edge(from[e], to[e], weights[e] == 0 ? Graph.ZERO_WEIGHT : weights[e]);
    }
    return builder.build();
  }

  private static int nodes(int[] value) {
    return value.length == 1 ? value[0] : 0;
  }

  private int length(Row row) {
    for (FeatureSpec spec : inputs) {
      if (spec.location() == Location.NODE
          && spec.type() != Type.MASK_ONE
          && columns.contains(spec.name())) {
        int nodes = numbers(row, spec.name()).length;
        requireFew(nodes);
        return nodes;
      }
    }
    throw new IllegalArgumentException("no column of " + algorithm + " says how many nodes it has");
  }

  private static void requireFew(int nodes) {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          "%,d nodes; a row has from 1 to %,d".formatted(nodes, MOST_NODES));
    }
  }

  /** Reads a number, or an array of numbers. */
  private static double[] numbers(Row row, String column) {
    int at = row.fieldIndex(column);
    if (row.isNullAt(at)) {
      throw new IllegalArgumentException("the column " + column + " is null");
    }
    if (row.get(at) instanceof Number number) {
      return new double[] {number.doubleValue()};
    }
    if (!(row.get(at) instanceof scala.collection.Seq<?>)) {
      throw new IllegalArgumentException("the column " + column + " has no numbers");
    }
    List<Object> list = row.getList(at);
    double[] values = new double[list.size()];
    for (int i = 0; i < values.length; i++) {
      if (!(list.get(i) instanceof Number number)) {
        throw new IllegalArgumentException(
            "the column %s has %s among its numbers".formatted(column, list.get(i)));
      }
      values[i] = number.doubleValue();
    }
    return values;
  }

  private static int[] integers(String column, double[] values) {
    int[] integers = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      integers[i] = (int) values[i];
      if (integers[i] != values[i]) {
        throw new IllegalArgumentException(
            "the column %s has %s, which is no integer".formatted(column, values[i]));
      }
    }
    return integers;
  }
}
