// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.reasoner.model.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Answers and samples as tables.
 *
 * <pre>{@code
 * Dataset<Row> graphs = spark.read().parquet("graphs");
 * Dataset<Row> answers = DearSpark.solve(graphs, "bellman_ford");
 * answers.write().parquet("answers");
 * }</pre>
 */
public final class DearSpark {
  private DearSpark() {}

  /**
   * Answers every row with a model, and checks the answers.
   *
   * @param graphs lines of a dataset in a column {@code value}, or inputs in columns: {@code from},
   *     {@code to} and {@code weight} for a graph, and every other input of the algorithm by name
   * @param model the name of a pretrained model or its algorithm, or a model file in any file
   *     system of Hadoop
   * @return the rows with the columns {@code answer}, {@code evaluations}, {@code residual}, {@code
   *     stop_reason}, {@code verdict}, {@code faults}, {@code note} and {@code error}
   */
  public static Dataset<Row> solve(Dataset<Row> graphs, String model) throws IOException {
    SparkSession session = graphs.sparkSession();
    return solve(
        graphs, ModelSource.load(model, session.sparkContext().hadoopConfiguration()), true);
  }

  /**
   * Answers every row with a model.
   *
   * @param certify whether answers are checked; otherwise {@code verdict} and {@code faults} are
   *     null
   */
  public static Dataset<Row> solve(Dataset<Row> graphs, Model model, boolean certify)
      throws IOException {
    Algorithm algorithm = model.settings().algorithm();
    StructType table = graphs.schema();
    if (!AnswerRows.hasLines(table)) {
      GraphColumns _ = new GraphColumns(algorithm, table); // says now what every row would say
    }
    List<StructField> fields = new ArrayList<>(Arrays.asList(table.fields()));
    for (StructField field : AnswerRows.columns(algorithm)) {
      if (Arrays.asList(table.fieldNames()).contains(field.name())) {
        throw new IllegalArgumentException(
            "the table has a column \"%s\" already, which an answer would add; rename or drop it"
                .formatted(field.name()));
      }
      fields.add(field);
    }
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(graphs.sparkSession().sparkContext());
    Broadcast<byte[]> bytes = context.broadcast(model.bytes());
    String[] driver = Cluster.driver();
    String key = UUID.randomUUID().toString();
    String schema = table.json();
    MapPartitionsFunction<Row, Row> answer =
        rows -> {
          Cluster.requireLike(driver);
          AnswerRows answers =
              ThreadMemory.get(
                  key, AnswerRows.class, () -> answers(bytes.value(), schema, certify));
          return new java.util.Iterator<>() {
            @Override
            public boolean hasNext() {
              return rows.hasNext();
            }

            @Override
            public Row next() {
              return answers.answer(rows.next());
            }
          };
        };
    return graphs.mapPartitions(answer, Encoders.row(DataTypes.createStructType(fields)));
  }

  private static AnswerRows answers(byte[] model, String schema, boolean certify) {
    try {
      return new AnswerRows(
          Model.parse(model, "the model"), (StructType) StructType.fromJson(schema), certify);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the first samples as lines of a dataset, in order: the partitions one after the other
   * are the file that {@code dear sample} writes, whatever their number.
   *
   * @param randomPositions whether positions are sorted random numbers instead of i/n
   */
  public static Dataset<String> sample(
      SparkSession session, Samples samples, boolean randomPositions, long count, int partitions)
      throws IOException {
    String recipe = SampleRecipe.of(samples, randomPositions);
    String[] driver = Cluster.driver();
    MapPartitionsFunction<Long, String> lines =
        numbers -> {
          Cluster.requireLike(driver);
          return SampleRecipe.lines(recipe, numbers);
        };
    return session.range(0, count, 1, partitions).mapPartitions(lines, Encoders.STRING());
  }
}
