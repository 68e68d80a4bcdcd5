// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.SettingOptions;
import dear.reasoner.model.Model;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers a dataset of any size. */
@Command(
    name = "solve",
    description = {
      "Answer all rows of a dataset: JSON Lines of 'dear sample', or Parquet with a graph in each",
      "row. A row that cannot be answered says why in the column error."
    },
    footer = {
      "",
      "Examples:",
      "  dear spark solve bellman_ford --in graphs.parquet --out answers.parquet",
      "  dear spark solve runs/x/best.safetensors --in bf.jsonl --out answers.jsonl"
    })
final class SparkSolveCommand implements Callable<Integer> {
  /** How a table is stored. */
  enum Format {
    PARQUET,
    JSONL
  }

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "MODEL",
      description = "A pretrained model ('dear models' lists them), or a model file.")
  private String model;

  @Option(
      names = "--in",
      required = true,
      paramLabel = "PATH",
      description = "The graphs: a file, or a folder of files.")
  private String in;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "A new folder.")
  private String out;

  @Option(
      names = "--in-format",
      paramLabel = "parquet|jsonl",
      description = "The format of --in (default: jsonl if its name has .jsonl, else parquet).")
  private @Nullable Format inFormat;

  @Option(
      names = "--out-format",
      paramLabel = "parquet|jsonl",
      description = "The format of --out (default: jsonl if its name has .jsonl, else parquet).")
  private @Nullable Format outFormat;

  @Option(
      names = "--certify",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Check every answer (default).")
  private boolean certify;

  @Mixin private ClusterOptions cluster;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  SparkSolveCommand() {}

  @Override
  public Integer call() throws IOException {
    try (Cluster open = cluster.open()) {
      SparkSession session = open.session();
      Model asked =
          SettingOptions.searching(
              ModelSource.load(model, session.sparkContext().hadoopConfiguration()), spec);
      SharedFolder.require(open, in, out);
      Dataset<Row> graphs = spread(read(session), 2 * session.sparkContext().defaultParallelism());
      Dataset<Row> answers = DearSpark.solve(graphs, asked, certify);
      if (AnswerRows.hasLines(graphs.schema())) {
        // The text of an answered row is long, and its note says which it was.
        answers =
            answers.withColumn(
                AnswerRows.LINE,
                functions.when(functions.col("error").isNotNull(), functions.col("value")));
      }
      // Counted on the way: reading what was written would cost another pass.
      Observation counts = new Observation();
      Column error = functions.col("error");
      write(
          answers
              .observe(
                  counts,
                  functions.count(functions.lit(1)).as("rows"),
                  functions.count(error).as("errors"))
              .write());
      report(counts.getAsJava());
      return 0;
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw Failure.told(e);
    }
  }

  private Dataset<Row> read(SparkSession session) {
    return switch (format(in, inFormat)) {
      case PARQUET -> session.read().parquet(in);
      case JSONL -> session.read().text(in);
    };
  }

  /** A small file is a single partition, which a single core would answer. */
  private static Dataset<Row> spread(Dataset<Row> graphs, int partitions) {
    return graphs.rdd().getNumPartitions() < partitions ? graphs.repartition(partitions) : graphs;
  }

  private void write(DataFrameWriter<Row> writer) {
    switch (format(out, outFormat)) {
      case PARQUET -> writer.parquet(out);
      case JSONL -> writer.json(out);
    }
  }

  private static Format format(String path, @Nullable Format chosen) {
    return chosen != null
        ? chosen
        : path.toLowerCase(Locale.ROOT).contains(".jsonl") ? Format.JSONL : Format.PARQUET;
  }

  private void report(Map<String, Object> counts) {
    long rows = counts.get("rows") instanceof Long count ? count : 0;
    long errors = counts.get("errors") instanceof Long count ? count : 0;
    spec.commandLine()
        .getOut()
        .printf(
            "%,d rows in %s%s%n",
            rows,
            out,
            errors == 0
                ? ""
                : ", %,d of them with an error instead of an answer".formatted(errors));
  }
}
