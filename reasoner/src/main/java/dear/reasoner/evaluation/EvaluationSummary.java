// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.equilibrium.StopReason;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.score.Estimate;
import dear.reasoner.score.OutputScore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of an evaluation, as stored in documents.
 *
 * @param graphs the number of graphs
 * @param outputs the scores of each output
 * @param clrs CLRS-30's score
 * @param exact the share of graphs without any mistake
 * @param valid the share of answers that a certificate accepts, if they were checked
 * @param loss the mean over outputs
 * @param effort the cost of answering
 */
public record EvaluationSummary(
    int graphs,
    List<Output> outputs,
    double clrs,
    Estimate exact,
    Optional<Estimate> valid,
    double loss,
    Effort effort) {

  /**
   * The scores of one output.
   *
   * @param name the name of the output
   * @param accuracy the share of correct positions over all graphs
   * @param perGraph the share of correct positions in each graph, averaged over graphs
   * @param exact the share of graphs without any mistake
   * @param trivial the accuracy of trivial answers
   */
  public record Output(
      String name, Estimate accuracy, Estimate perGraph, Estimate exact, double trivial) {}

  /**
   * The cost of answering.
   *
   * @param evaluations processor steps per graph, on average
   * @param mostEvaluations the largest number of processor steps for any graph
   * @param residual the mean residual at which the solver stopped
   * @param reasons how often the solver stopped for each reason
   * @param millisPerGraph time for solving and decoding
   */
  public record Effort(
      double evaluations,
      int mostEvaluations,
      double residual,
      Map<StopReason, Integer> reasons,
      double millisPerGraph) {
    /** Copies the map, in the order of the reasons. */
    public Effort {
      Map<StopReason, Integer> ordered = new EnumMap<>(StopReason.class);
      ordered.putAll(reasons);
      reasons = Collections.unmodifiableMap(ordered);
    }
  }

  /** Copies the list; an evaluation has at least one output. */
  public EvaluationSummary {
    outputs = List.copyOf(outputs);
    if (outputs.isEmpty()) {
      throw new IllegalArgumentException("an evaluation needs at least one output");
    }
  }

  /** Returns the numbers of a test. */
  public static EvaluationSummary of(Examination examination) {
    return of(examination.report(), examination.valid());
  }

  /** Returns the numbers of a report, whose answers were not checked. */
  public static EvaluationSummary of(EvaluationReport report) {
    return of(report, Optional.empty());
  }

  private static EvaluationSummary of(EvaluationReport report, Optional<Estimate> valid) {
    List<Output> outputs = new ArrayList<>();
    for (int k = 0; k < report.scores().outputs().size(); k++) {
      OutputScore score = report.scores().outputs().get(k);
      outputs.add(
          new Output(
              score.output().name(),
              score.accuracy(),
              score.perGraph(),
              score.exact(),
              report.trivial().outputs().get(k).accuracy().value()));
    }
    return new EvaluationSummary(
        report.scores().graphs(),
        outputs,
        report.scores().clrs(),
        report.scores().exact(),
        valid,
        report.loss(),
        new Effort(
            report.meanEvaluations(),
            report.mostEvaluations(),
            report.meanResidual(),
            report.reasons(),
            report.millisPerGraph()));
  }

  /** Returns the output that tables show. */
  public Output first() {
    return outputs.getFirst();
  }

  /** Writes the members of an object that the caller has opened. */
  public void write(JsonWriter json) throws IOException {
    json.name("graphs").value(graphs);
    json.name("outputs").beginArray();
    for (Output output : outputs) {
      json.beginObject();
      json.name("name").value(output.name());
      write(output.accuracy(), json.name("accuracy"));
      write(output.perGraph(), json.name("per_graph"));
      write(output.exact(), json.name("whole_graphs"));
      json.name("trivial").numberOrNull(output.trivial());
      json.endObject();
    }
    json.endArray();
    json.name("clrs_score").numberOrNull(clrs);
    write(exact, json.name("whole_graphs"));
    if (valid.isPresent()) {
      write(valid.get(), json.name("valid"));
    }
    json.name("loss").numberOrNull(loss);
    json.name("evaluations").value(effort.evaluations());
    json.name("most_evaluations").value(effort.mostEvaluations());
    json.name("residual").numberOrNull(effort.residual());
    json.name("stop_reasons").beginObject();
    for (Map.Entry<StopReason, Integer> reason : effort.reasons().entrySet()) {
      json.name(reason.getKey().name()).value(reason.getValue());
    }
    json.endObject();
    json.name("ms_per_graph").value(effort.millisPerGraph());
  }

  /** Reads what {@link #write} has written. */
  public static EvaluationSummary read(Json json) {
    List<Output> outputs = new ArrayList<>();
    for (Json output : json.get("outputs").values()) {
      outputs.add(
          new Output(
              output.get("name").string(),
              estimate(output.get("accuracy")),
              estimate(output.get("per_graph")),
              estimate(output.get("whole_graphs")),
              output.get("trivial").numberOrNaN()));
    }
    Map<StopReason, Integer> reasons = new EnumMap<>(StopReason.class);
    json.get("stop_reasons")
        .members()
        .forEach((name, count) -> reasons.put(StopReason.valueOf(name), count.integer()));
    return new EvaluationSummary(
        json.get("graphs").integer(),
        outputs,
        json.get("clrs_score").numberOrNaN(),
        estimate(json.get("whole_graphs")),
        json.has("valid") ? Optional.of(estimate(json.get("valid"))) : Optional.empty(),
        json.get("loss").numberOrNaN(),
        new Effort(
            json.get("evaluations").number(),
            json.get("most_evaluations").integer(),
            json.get("residual").numberOrNaN(),
            reasons,
            json.get("ms_per_graph").number()));
  }

  static void write(Estimate estimate, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("value").numberOrNull(estimate.value());
    json.name("low").numberOrNull(estimate.low());
    json.name("high").numberOrNull(estimate.high());
    json.endObject();
  }

  private static Estimate estimate(Json json) {
    return new Estimate(
        json.get("value").numberOrNaN(),
        json.get("low").numberOrNaN(),
        json.get("high").numberOrNaN());
  }
}
