package dear.study;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Location;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.evaluation.ReportJson;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.settings.Provenance;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The paper's first table: how accurate each model is on graphs four times larger than those of
 * training. All models of an algorithm are examined on the same graphs. What was not trained to its
 * end counts with what it has, and says so; what is missing is listed as missing.
 */
public final class Table1 {
  private final Path runs;
  private final Examination examination;
  private final Provenance provenance;

  /** The table of the runs in a folder. */
  public Table1(Path runs, Examination examination, Provenance provenance) {
    this.runs = runs;
    this.examination = examination;
    this.provenance = provenance;
  }

  /** Examines what there is and writes a document. */
  public void write(List<Cell> cells, Workers workers, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("table").value("table1");
    json.name("nodes").value(examination.nodes());
    json.name("count").value(examination.count());
    json.name("seed").value(examination.seed());
    provenance.write(json);
    json.name("cells").beginArray();
    for (Cell cell : cells) {
      write(CellRun.of(runs, cell), workers, json);
    }
    json.endArray();
    json.endObject().endDocument();
  }

  private void write(CellRun run, Workers workers, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("row").value(run.cell().row().name());
    json.name("label").value(run.cell().row().label());
    json.name("words").value(run.cell().row().words());
    json.name("algorithm").value(run.cell().settings().algorithm().name());
    json.name("seed").value(run.cell().settings().seed());
    json.name("state").value(run.state().name());
    if (run.settings().isPresent()) {
      json.name("steps").value(run.step());
      json.name("steps_planned").value(run.settings().get().steps());
      json.name("batch").value(run.settings().get().batch());
      json.name("differences").beginArray();
      for (String difference : run.differences()) {
        json.value(difference);
      }
      json.endArray();
    }
    if (run.state() == CellRun.State.STOPPED || run.state() == CellRun.State.FINISHED) {
      examine(run, workers, json);
    }
    json.endObject();
  }

  private void examine(CellRun run, Workers workers, JsonWriter json) throws IOException {
    Model model = Model.load(run.model());
    json.name("seconds").value(run.seconds());
    json.name("model_step").value(model.provenance().getOrDefault("step", "unknown"));
    json.name("test").beginObject();
    ReportJson.write(test(model, workers), json);
    json.endObject();
    if (answersEdges(model)) {
      ReportJson.number(json, "all_pairs", allPairs(model, workers));
    }
    Optional<Path> file = examination.file(model);
    if (file.isPresent()) {
      json.name("data").beginObject();
      ReportJson.write(
          TestGraphs.examine(
              model,
              TestGraphs.read(model, file.get(), it -> it.inputs().nodes() == examination.nodes()),
              workers),
          json);
      json.endObject();
    }
    json.name("curve").beginArray();
    for (CellRun.Point point : run.curve()) {
      json.beginArray();
      json.value(point.step()).value(Math.round(point.seconds())).value(point.accuracy());
      json.endArray();
    }
    json.endArray();
  }

  private EvaluationReport test(Model model, Workers workers) {
    return TestGraphs.examine(
        model,
        TestGraphs.drawn(model, examination.nodes(), examination.count(), examination.seed()),
        workers);
  }

  private static boolean answersEdges(Model model) {
    FeatureSpec first = model.network().outputs().getFirst();
    return first.location() == Location.EDGE;
  }

  /** The accuracy over all pairs of nodes, as CLRS-30 scores; the authors score graph edges. */
  private double allPairs(Model model, Workers workers) {
    Network network =
        new Network(
            model.network().features(), model.network().options().withScope(AnswerScope.PAIRS));
    Model over = new Model(model.settings(), network, model.parameters(), model.provenance());
    return test(over, workers).scores().outputs().getFirst().accuracy().value();
  }
}
