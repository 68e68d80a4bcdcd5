// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Reasoner;
import dear.reasoner.model.Solved;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModels;
import dear.spark.TestCluster.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of executors are those of one machine, row by row. */
class SolveOnSparkTest {
  private static final int ROWS = 10_000;
  private static final int NODES = 4;
  private static final Algorithm BELLMAN_FORD = Clrs.algorithm("bellman_ford");

  /** What may be wrong with a line, and what is said about it. */
  private static final Map<String, String> BAD =
      Map.of(
          "", "the row is empty",
          "no JSON", "row:1",
          "{\"algorithm\":\"bellman_ford\"", "row:1",
          "{}", "field algorithm: the field is missing",
          "[1,2]", "row:1",
          "null", "row:1",
          "{\"algorithm\":\"sort\"}", "field n: the field is missing",
          "{\"algorithm\":7}", "field algorithm",
          "{\"algorithm\":\"bfs\",\"algorithm\":\"bfs\"}", "duplicate field",
          "{} {}", "row:1");

  private static final StructType GRAPHS =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("nodes", DataTypes.IntegerType)
          .add("from", DataTypes.createArrayType(DataTypes.IntegerType))
          .add("to", DataTypes.createArrayType(DataTypes.IntegerType))
          .add("weight", DataTypes.createArrayType(DataTypes.DoubleType))
          .add("s", DataTypes.IntegerType);

  @TempDir Path folder;

  /** A small one, so that cold machines answer ten thousand rows in a few seconds. */
  private static Model small() {
    Settings settings =
        Settings.of(BELLMAN_FORD, Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "8", Setting.TEST_BUDGET, "6"));
    return new Model(settings, settings.network(), settings.network().initial(1), Provenance.NONE);
  }

  private static Model pretrained() throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    return shelf.load(shelf.of(BELLMAN_FORD).orElseThrow());
  }

  @Test
  void everyRowIsAnsweredAsOnOneMachine() throws IOException {
    Path graphs = folder.resolve("graphs.jsonl");
    Path answers = folder.resolve("answers.parquet");
    assertThat(
            SampleOnSparkTest.run(
                    "sample bellman_ford --nodes %d --count %d --out %s"
                        .formatted(NODES, ROWS - BAD.size(), graphs))
                .code())
        .isZero();
    List<String> lines = new ArrayList<>(Files.readAllLines(graphs));
    int at = 17;
    for (String bad : BAD.keySet()) {
      lines.add(at, bad);
      at += 997;
    }
    Files.write(graphs, lines);

    Path model = folder.resolve("small.safetensors");
    small().save(model);
    String out = TestCluster.elsewhere(answers);
    Invocation solved =
        SampleOnSparkTest.run(
            "spark solve %s --in %s --out %s".formatted(TestCluster.elsewhere(model), graphs, out));
    assertThat(solved.err()).isEmpty();
    assertThat(solved.code()).isZero();
    assertThat(solved.out())
        .isEqualTo(
            "10,000 rows in %s, 10 of them with an error instead of an answer%n".formatted(out));

    List<Row> rows = TestCluster.session().read().parquet(answers.toString()).collectAsList();
    assertThat(rows).hasSize(ROWS);
    List<Row> errors = rows.stream().filter(it -> !it.isNullAt(it.fieldIndex("error"))).toList();
    assertThat(errors).hasSize(BAD.size()).allMatch(it -> it.isNullAt(it.fieldIndex("answer")));
    for (Row error : errors) {
      assertThat(text(error, "error")).contains(BAD.get(text(error, "value")));
    }
    Map<String, Row> byNote =
        rows.stream()
            .filter(it -> it.isNullAt(it.fieldIndex("error")))
            .collect(Collectors.toMap(it -> text(it, "note"), it -> it));
    Reasoner reasoner = new Reasoner(small());
    var samples = BELLMAN_FORD.samples(1).split("train").size(NODES);
    for (int k = 0; k < ROWS - BAD.size(); k++) {
      String note = "split train, sample " + k;
      assertThat(byNote).containsKey(note);
      Row row = Objects.requireNonNull(byNote.get(note));
      assertThat(row.isNullAt(row.fieldIndex("value"))).isTrue();
      assertSame(row, reasoner.solve(Question.of(samples.inputs(k))));
    }
  }

  private static String text(Row row, String column) {
    return row.getString(row.fieldIndex(column));
  }

  private static void assertSame(Row row, Solved solved) {
    Certificate certificate = Certificate.check(BELLMAN_FORD, solved.inputs(), solved.outputs());
    List<Integer> pi = row.getStruct(row.fieldIndex("answer")).getList(0);
    assertThat(pi)
        .containsExactlyElementsOf(IntStream.of(solved.output("pi").codes()).boxed().toList());
    assertThat(row.getInt(row.fieldIndex("evaluations"))).isEqualTo(solved.run().evaluations());
    assertThat(row.getDouble(row.fieldIndex("residual"))).isEqualTo(solved.run().residual());
    assertThat(text(row, "stop_reason")).isEqualTo(AnswerJson.word(solved.run().reason()));
    assertThat(text(row, "verdict")).isEqualTo(AnswerJson.word(certificate.verdict()));
    assertThat(row.getLong(row.fieldIndex("faults"))).isEqualTo(certificate.faultCount());
  }

  @Test
  void aTableOfGraphsIsAnsweredInPlace() throws IOException {
    var samples = BELLMAN_FORD.samples(3).size(5);
    List<Row> rows = new ArrayList<>();
    for (long k = 0; k < 6; k++) {
      rows.add(row(k, samples.inputs(k)));
    }
    rows.add(RowFactory.create(6L, 3, new int[] {0, 1}, new int[] {1}, new double[] {1, 1}, 0));
    rows.add(RowFactory.create(7L, 3, new int[] {0}, new int[] {7}, new double[] {1}, 0));
    rows.add(RowFactory.create(8L, 3, new int[] {0}, new int[] {1}, new double[] {1}, 5));
    rows.add(RowFactory.create(9L, 2_000_000_000, new int[0], new int[0], new double[0], 0));
    rows.add(RowFactory.create(10L, 3, null, new int[] {1}, new double[] {1}, 0));
    Dataset<Row> graphs = TestCluster.session().createDataFrame(rows, GRAPHS);
    Path stored = folder.resolve("graphs.parquet");
    graphs.repartition(3).write().mode(SaveMode.ErrorIfExists).parquet(stored.toString());

    SparkSession spark = TestCluster.session();
    String path = stored.toString();
    Dataset<Row> table = spark.read().parquet(path);
    Dataset<Row> solved = DearSpark.solve(table, "bellman_ford");
    List<Row> answers = solved.sort("id").collectAsList();
    Reasoner reasoner = new Reasoner(pretrained());
    for (int k = 0; k < 6; k++) {
      assertSame(answers.get(k), reasoner.solve(Question.of(samples.inputs(k))));
    }
    assertThat(answers.subList(6, 11).stream().map(it -> text(it, "error")))
        .containsExactly(
            "the columns from, to and weight have 2, 1 and 2 values",
            "edge 0 -> 7: nodes are 0 to 2",
            "input s: 5 is not in 0 to 2",
            "2,000,000,000 nodes; a row has from 1 to 1,000,000",
            "the column from is null");
  }

  private static Row row(long id, Inputs inputs) {
    Graph graph = inputs.graph();
    int[] rows = graph.rows();
    int[] own = IntStream.range(0, graph.edges()).filter(e -> graph.weights()[e] != 0).toArray();
    return RowFactory.create(
        id,
        inputs.nodes(),
        IntStream.of(own).map(e -> rows[e]).toArray(),
        IntStream.of(own).map(e -> graph.columns()[e]).toArray(),
        IntStream.of(own).mapToDouble(e -> graph.weights()[e]).toArray(),
        inputs.codes("s")[0]);
  }

  @Test
  void whatATableLacksIsToldAtOnce() {
    Dataset<Row> graphs = TestCluster.session().createDataFrame(List.of(), GRAPHS);
    assertThatThrownBy(() -> DearSpark.solve(graphs.drop("s"), "bellman_ford"))
        .hasMessageContaining("bellman_ford needs a column \"s\"");
    assertThatThrownBy(() -> DearSpark.solve(graphs.withColumnRenamed("id", "note"), "bfs"))
        .hasMessageContaining("the table has a column \"note\" already");
    assertThatThrownBy(() -> DearSpark.solve(graphs, "bellmann"))
        .hasMessageContaining("there is no file or pretrained model bellmann");
  }

  @Test
  void wrongUseIsTold() {
    assertThat(
            SampleOnSparkTest.run("spark solve bfs --in no.parquet --out " + folder + "/x").err())
        .isEqualTo("dear: there is no file or folder no.parquet\n");
    assertThat(SampleOnSparkTest.run("spark solve bfs --in pom.xml --out x --tolerance many").err())
        .contains("setting tolerance", "Try 'dear spark solve --help'");
  }
}
