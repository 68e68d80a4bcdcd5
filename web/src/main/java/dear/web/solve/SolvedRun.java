package dear.web.solve;

import dear.clrs.certificate.Certificate;
import dear.clrs.certificate.Fault;
import dear.clrs.certificate.Place;
import dear.clrs.data.Feature;
import dear.equilibrium.StopRule;
import dear.io.JsonWriter;
import dear.reasoner.inference.Inference;
import dear.reasoner.model.Model;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One search or rollout, finished and checked.
 *
 * @param name the model's
 * @param model who answered
 * @param trace how
 * @param milliseconds that it took, recording included
 * @param certificate whether the answer is right
 */
record SolvedRun(
    String name, Model model, Trace trace, double milliseconds, Certificate certificate) {

  /** Writes it, with every frame if there are colours for them. */
  void write(Optional<PrincipalColours> colours, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("model").value(name);
    writeMode(json);
    json.name("outputs");
    writeOutputs(trace.outputs(), json);
    json.name("evaluations").value(trace.run().evaluations());
    json.name("answered_at").value(trace.answeredAt());
    json.name("residual");
    writeReal(trace.run().residual(), json);
    json.name("stop_reason").value(trace.run().reason().name().toLowerCase(Locale.ROOT));
    json.name("milliseconds").value(Math.round(1e3 * milliseconds) / 1e3);
    writeCertificate(json);
    json.name("residuals").beginArray();
    for (double residual : trace.residuals()) {
      writeReal(residual, json);
    }
    json.endArray();
    if (colours.isPresent()) {
      json.name("frames").beginArray();
      for (TraceFrame frame : trace.frames()) {
        writeFrame(frame, colours.get(), json);
      }
      json.endArray();
    }
    json.endObject();
  }

  private void writeMode(JsonWriter json) throws IOException {
    switch (model.settings().inference()) {
      case Inference.Equilibrium options -> {
        StopRule stop = options.evaluation().stop();
        json.name("mode").value("dear");
        json.name("tolerance").value(trace.tolerance());
        json.name("measure").value(stop.measure().name().toLowerCase(Locale.ROOT));
        json.name("budget").value(stop.budget());
      }
      case Inference.Rollout _ -> json.name("mode").value("nar");
    }
  }

  private void writeCertificate(JsonWriter json) throws IOException {
    json.name("certificate").beginObject();
    json.name("verdict").value(certificate.verdict().name().toLowerCase(Locale.ROOT));
    json.name("basis").value(certificate.basis());
    json.name("fault_count").value(certificate.faultCount());
    json.name("faults").beginArray();
    for (Fault fault : certificate.faults()) {
      json.beginObject();
      switch (fault.place()) {
        case Place.Node(int node) -> json.name("node").value(node);
        case Place.Edge(int from, int to) ->
            json.name("edge").beginArray().value(from).value(to).endArray();
        case Place.Whole() -> {}
      }
      json.name("reason").value(fault.reason());
      json.endObject();
    }
    json.endArray().endObject();
  }

  private void writeFrame(TraceFrame frame, PrincipalColours colours, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("evaluation").value(frame.evaluation());
    json.name("residual");
    writeReal(frame.residual(), json);
    json.name("outputs");
    writeOutputs(frame.outputs(), json);
    json.name("colours").beginArray();
    for (int i = 0; i < trace.inputs().nodes(); i++) {
      json.beginArray();
      for (int k = 0; k < 2; k++) {
        double coordinate = colours.coordinate(k, frame.state(), i);
        json.value(Double.isFinite(coordinate) ? Math.round(1e3 * coordinate) / 1e3 : 0);
      }
      json.endArray();
    }
    json.endArray().endObject();
  }

  static void writeOutputs(List<Feature> outputs, JsonWriter json) throws IOException {
    json.beginObject();
    for (Feature output : outputs) {
      json.name(output.name()).beginArray();
      if (output.spec().isReal()) {
        for (double value : output.reals()) {
          json.value(value);
        }
      } else {
        for (int code : output.codes()) {
          json.value(code);
        }
      }
      json.endArray();
    }
    json.endObject();
  }

  /** JSON has no infinity; an evaluation that was not finite has no residual. */
  private static void writeReal(double value, JsonWriter json) throws IOException {
    if (Double.isFinite(value)) {
      json.value(value);
    } else {
      json.nullValue();
    }
  }
}
