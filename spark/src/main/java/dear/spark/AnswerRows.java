// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.clrs.Algorithm;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Stage;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Reasoner;
import dear.reasoner.model.Solved;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Answers the rows of a table, on one thread: a row comes out with its columns and those of {@link
 * #columns}. A row that cannot be answered says why in its column {@code error}.
 */
final class AnswerRows {
  /** The column with lines of a dataset, as Spark calls the lines of a text. */
  static final String LINE = "value";

  private final Model model;
  private final Algorithm algorithm;
  private final Reasoner reasoner;
  private final StructType table;
  private final boolean certify;
  private final int width;
  private final Optional<GraphColumns> graphs;

  AnswerRows(Model model, StructType table, boolean certify) {
    this.model = model;
    this.algorithm = model.settings().algorithm();
    this.reasoner = new Reasoner(model);
    this.table = table;
    this.certify = certify;
    this.width = table.size() + columns(algorithm).size();
    this.graphs =
        hasLines(table) ? Optional.empty() : Optional.of(new GraphColumns(algorithm, table));
  }

  /** Whether the rows of a table are lines of a dataset. */
  static boolean hasLines(StructType table) {
    return Arrays.stream(table.fields())
        .anyMatch(it -> it.name().equals(LINE) && it.dataType().equals(DataTypes.StringType));
  }

  /** Returns the columns that an answer adds. */
  static List<StructField> columns(Algorithm algorithm) {
    List<StructField> outputs = new ArrayList<>();
    for (FeatureSpec spec : algorithm.features(Stage.OUTPUT)) {
      outputs.add(
          DataTypes.createStructField(
              spec.name(), DataTypes.createArrayType(DataTypes.IntegerType, false), false));
    }
    return List.of(
        DataTypes.createStructField("answer", DataTypes.createStructType(outputs), true),
        DataTypes.createStructField("evaluations", DataTypes.IntegerType, true),
        DataTypes.createStructField("residual", DataTypes.DoubleType, true),
        DataTypes.createStructField("stop_reason", DataTypes.StringType, true),
        DataTypes.createStructField("verdict", DataTypes.StringType, true),
        DataTypes.createStructField("faults", DataTypes.LongType, true),
        DataTypes.createStructField("note", DataTypes.StringType, true),
        DataTypes.createStructField("error", DataTypes.StringType, true));
  }

  /** Answers a row. */
  Row answer(Row row) {
    @SuppressWarnings("NullAway") // Spark's way of saying that a column has no value
    Object[] values = new Object[width];
    for (int i = 0; i < table.size(); i++) {
      values[i] = row.get(i);
    }
    try {
      answer(row, values, table.size());
    } catch (IOException | RuntimeException e) { // one bad row among a million is no reason to fail
      values[values.length - 1] = String.valueOf(e.getMessage());
    }
    return RowFactory.create(values);
  }

  private void answer(Row row, Object[] values, int first) throws IOException {
    Inputs inputs;
    int at = first;
    if (graphs.isPresent()) {
      inputs = graphs.get().read(row);
    } else {
      DatasetEntry entry = entry(row);
      values[first + 6] = entry.note();
      inputs = entry.instance().inputs();
    }
    Solved solved = reasoner.solve(Question.of(inputs));
    values[at++] =
        RowFactory.create(solved.outputs().stream().map(Feature::codes).toArray(Object[]::new));
    values[at++] = solved.run().evaluations();
    values[at++] = solved.run().residual();
    values[at++] = AnswerJson.word(solved.run().reason());
    if (certify) {
      Certificate certificate = Certificate.check(algorithm, inputs, solved.outputs());
      values[at++] = AnswerJson.word(certificate.verdict());
      values[at] = certificate.faultCount();
    }
  }

  private DatasetEntry entry(Row row) throws IOException {
    int at = row.fieldIndex(LINE);
    if (row.isNullAt(at)) {
      throw new IllegalArgumentException("the row is null");
    }
    byte[] line = row.getString(at).getBytes(StandardCharsets.UTF_8);
    try (DatasetReader reader = new DatasetReader(new ByteArrayInputStream(line), "row")) {
      DatasetEntry entry =
          reader.next().orElseThrow(() -> new IllegalArgumentException("the row is empty"));
      if (!model.answers(entry.algorithm())) {
        throw new IllegalArgumentException(
            "the row is an instance of %s, but the model answers for %s"
                .formatted(entry.algorithm(), algorithm));
      }
      return entry;
    }
  }
}
