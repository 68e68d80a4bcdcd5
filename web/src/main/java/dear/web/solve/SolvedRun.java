// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.certificate.Certificate;
import dear.io.JsonWriter;
import dear.reasoner.inference.Run;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One search or rollout, finished and checked.
 *
 * @param name the name of the model
 * @param trace how it answered
 * @param milliseconds the time it took, including recording
 * @param certificate whether the answer is right
 * @param checks whether the answer of each frame would have been; empty without a trace
 * @param caveats what to know before trusting the answer, in sentences
 */
record SolvedRun(
    String name,
    Trace trace,
    double milliseconds,
    Certificate certificate,
    List<Certificate> checks,
    List<String> caveats) {
  SolvedRun {
    checks = List.copyOf(checks);
    caveats = List.copyOf(caveats);
  }

  Run run() {
    return trace.solved().run();
  }

  /** Writes the run, with every frame if there are colours for them. */
  void write(Optional<StateColours> colours, JsonWriter json) throws IOException {
    json.beginObject();
    new AnswerJson(name, trace.solved(), milliseconds, Optional.of(certificate)).writeMembers(json);
    json.name("answered_at").value(trace.answeredAt());
    json.name("residuals").beginArray();
    for (double residual : trace.residuals()) {
      AnswerJson.writeReal(residual, json);
    }
    json.endArray();
    json.name("caveats").beginArray();
    for (String caveat : caveats) {
      json.value(caveat);
    }
    json.endArray();
    if (colours.isPresent()) {
      json.name("frames").beginArray();
      for (int k = 0; k < trace.frames().size(); k++) {
        writeFrame(trace.frames().get(k), checks.get(k), colours.get(), json);
      }
      json.endArray();
    }
    json.endObject();
  }

  private void writeFrame(
      TraceFrame frame, Certificate check, StateColours colours, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("evaluation").value(frame.evaluation());
    json.name("residual");
    AnswerJson.writeReal(frame.residual(), json);
    json.name("outputs");
    AnswerJson.writeFeatures(frame.outputs(), json);
    json.name("verdict").value(AnswerJson.word(check.verdict()));
    json.name("fault_count").value(check.faultCount());
    colours.write(trace, frame, json);
    json.endObject();
  }
}
