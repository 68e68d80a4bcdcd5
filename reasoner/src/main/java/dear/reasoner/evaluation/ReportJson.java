package dear.reasoner.evaluation;

import dear.equilibrium.StopReason;
import dear.io.JsonWriter;
import dear.reasoner.score.Estimate;
import dear.reasoner.score.OutputScore;
import java.io.IOException;
import java.util.Map;

/** An examination as JSON. */
public final class ReportJson {
  private ReportJson() {}

  /** Writes the members of an object that has been begun. */
  public static void write(EvaluationReport report, JsonWriter json) throws IOException {
    json.name("graphs").value(report.scores().graphs());
    json.name("outputs").beginArray();
    for (int k = 0; k < report.scores().outputs().size(); k++) {
      OutputScore score = report.scores().outputs().get(k);
      json.beginObject();
      json.name("name").value(score.output().name());
      estimate(json, "accuracy", score.accuracy());
      estimate(json, "per_graph", score.perGraph());
      estimate(json, "whole_graphs", score.exact());
      number(json, "trivial", report.trivial().outputs().get(k).accuracy().value());
      json.endObject();
    }
    json.endArray();
    number(json, "clrs_score", report.scores().clrs());
    estimate(json, "whole_graphs", report.scores().exact());
    number(json, "loss", report.loss());
    json.name("evaluations").value(report.meanEvaluations());
    json.name("most_evaluations").value(report.mostEvaluations());
    number(json, "residual", report.meanResidual());
    json.name("stop_reasons").beginObject();
    for (Map.Entry<StopReason, Integer> reason : report.reasons().entrySet()) {
      json.name(reason.getKey().name()).value(reason.getValue());
    }
    json.endObject();
    json.name("ms_per_graph").value(report.millisPerGraph());
  }

  private static void estimate(JsonWriter json, String name, Estimate estimate) throws IOException {
    json.name(name).beginObject();
    number(json, "value", estimate.value());
    number(json, "low", estimate.low());
    number(json, "high", estimate.high());
    json.endObject();
  }

  /** JSON has no word for what is not a number but null. */
  public static void number(JsonWriter json, String name, double value) throws IOException {
    json.name(name);
    if (Double.isFinite(value)) {
      json.value(value);
    } else {
      json.nullValue();
    }
  }
}
