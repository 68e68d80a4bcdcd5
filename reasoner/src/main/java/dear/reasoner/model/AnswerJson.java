// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.certificate.Certificate;
import dear.clrs.certificate.Fault;
import dear.clrs.certificate.Place;
import dear.clrs.data.Feature;
import dear.equilibrium.StopRule;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An answer as JSON, in the one form that both the command line and the playground use.
 *
 * @param model the name of the model
 * @param solved the answer
 * @param milliseconds the time taken
 * @param certificate whether the answer is correct, if that was requested
 */
public record AnswerJson(
    String model, Solved solved, double milliseconds, Optional<Certificate> certificate) {

  /** Writes the members of an object that the caller has opened and may add to. */
  public void writeMembers(JsonWriter json) throws IOException {
    json.name("model").value(model);
    json.name("mode").value(solved.stop().isPresent() ? "dear" : "nar");
    if (solved.stop().isPresent()) {
      StopRule stop = solved.stop().get();
      json.name("tolerance").value(stop.tolerance());
      json.name("measure").value(word(stop.measure()));
      json.name("budget").value(stop.budget());
    }
    json.name("outputs");
    writeFeatures(solved.outputs(), json);
    json.name("evaluations").value(solved.run().evaluations());
    json.name("residual");
    writeReal(solved.run().residual(), json);
    json.name("stop_reason").value(word(solved.run().reason()));
    json.name("milliseconds").value(Math.round(1e3 * milliseconds) / 1e3);
    if (certificate.isPresent()) {
      json.name("certificate");
      write(certificate.get(), json);
    }
  }

  private static void write(Certificate certificate, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("verdict").value(word(certificate.verdict()));
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

  /** Writes features as an object with an array for each name. */
  public static void writeFeatures(List<Feature> features, JsonWriter json) throws IOException {
    json.beginObject();
    for (Feature feature : features) {
      json.name(feature.name()).beginArray();
      if (feature.spec().isReal()) {
        for (double value : feature.reals()) {
          json.value(value);
        }
      } else {
        for (int code : feature.codes()) {
          json.value(code);
        }
      }
      json.endArray();
    }
    json.endObject();
  }

  /** JSON has no infinity; an evaluation that was not finite has no residual. */
  public static void writeReal(double value, JsonWriter json) throws IOException {
    if (Double.isFinite(value)) {
      json.value(value);
    } else {
      json.nullValue();
    }
  }

  /** Constants are always written in lower case: "converged", "not_checkable". */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
