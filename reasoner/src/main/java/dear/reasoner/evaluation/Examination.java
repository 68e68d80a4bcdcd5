// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.io.JsonWriter;
import dear.reasoner.score.Estimate;
import dear.reasoner.score.OutputScore;
import dear.reasoner.score.Scores;
import java.io.IOException;
import java.util.Optional;

/**
 * The result of a test.
 *
 * @param report scores where the network answers, and the effort
 * @param overPairs scores between all pairs of nodes, as CLRS-30 counts them, if answers are about
 *     pairs and the network answers on edges only
 * @param valid the share of answers that a certificate accepts, whether or not they are those of
 *     the algorithm; empty if they were not checked
 */
public record Examination(
    EvaluationReport report, Optional<Scores> overPairs, Optional<Estimate> valid) {
  /** Writes the members of an object that the caller has opened. */
  public void write(JsonWriter json) throws IOException {
    EvaluationSummary.of(this).write(json);
    if (overPairs.isPresent()) {
      json.name("over_pairs").beginArray();
      for (OutputScore score : overPairs.get().outputs()) {
        json.beginObject();
        json.name("name").value(score.output().name());
        EvaluationSummary.write(score.accuracy(), json.name("accuracy"));
        EvaluationSummary.write(score.perGraph(), json.name("per_graph"));
        EvaluationSummary.write(score.exact(), json.name("whole_graphs"));
        json.endObject();
      }
      json.endArray();
    }
  }
}
