// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.inference.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The single JSON form of an answer. */
class AnswerJsonTest {
  private static final Instance SORT = Clrs.algorithm("insertion_sort").run(3, 1, 2);

  private static Json written(AnswerJson answer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject();
      answer.writeMembers(json);
      json.endObject().endDocument();
    }
    return Json.parse(bytes.toString(StandardCharsets.UTF_8));
  }

  private static Solved solved(double residual, StopReason reason, Optional<StopRule> stop) {
    return new Solved(SORT.inputs(), SORT.outputs(), new Run(7, residual, reason), stop);
  }

  @Test
  void anEquilibrium() throws IOException {
    Optional<StopRule> stop = Optional.of(StopRule.relative(0.25, 40));
    Json json =
        written(
            new AnswerJson(
                "mine", solved(0.125, StopReason.CONVERGED, stop), 1.23456, Optional.empty()));
    assertThat(json)
        .isEqualTo(
            Json.parse(
                """
                {"model": "mine", "mode": "dear", "tolerance": 0.25, "measure": "relative",
                 "budget": 40, "outputs": {"pred": [2, 1, 1]}, "evaluations": 7, "residual": 0.125,
                 "stop_reason": "converged", "milliseconds": 1.235}
                """));
  }

  @Test
  void aRolloutHasNoToleranceAndNothingFiniteHasNoResidual() throws IOException {
    Json json =
        written(
            new AnswerJson(
                "mine",
                solved(Double.POSITIVE_INFINITY, StopReason.NOT_FINITE, Optional.empty()),
                1,
                Optional.empty()));
    assertThat(json.get("mode").string()).isEqualTo("nar");
    assertThat(json.has("tolerance")).isFalse();
    assertThat(json.get("residual")).isEqualTo(Json.parse("null"));
    assertThat(json.get("stop_reason").string()).isEqualTo("not_finite");
  }

  @Test
  void aCertificateSaysWhereTheAnswerIsWrong() throws IOException {
    Inputs inputs = SORT.inputs();
    Feature wrong = Feature.of(SORT.output("pred").spec(), 3, new int[] {1, 1, 0});
    Certificate certificate =
        Certificate.check(Clrs.algorithm("insertion_sort"), inputs, List.of(wrong));
    Json json =
        written(
                new AnswerJson(
                    "mine",
                    solved(0.5, StopReason.BUDGET, Optional.empty()),
                    1,
                    Optional.of(certificate)))
            .get("certificate");
    assertThat(json.get("verdict").string()).isEqualTo("wrong");
    assertThat(json.get("fault_count").integer()).isEqualTo((int) certificate.faultCount());
    Json fault = json.get("faults").values().getFirst();
    assertThat(fault.get("reason").string()).isNotBlank();
    assertThat(fault.members().keySet()).containsAnyOf("node", "edge");
  }
}
