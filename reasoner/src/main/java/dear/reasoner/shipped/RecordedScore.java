// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.shipped;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.EvaluationReport;
import java.io.IOException;

/**
 * The score of a model on test graphs that anyone can draw again.
 *
 * @param nodes the size of the graphs
 * @param count the number of graphs
 * @param seed the seed of the stream they are drawn from
 * @param accuracy the share of correct positions of the first output
 * @param exact the share of graphs without any mistake in any output
 * @param evaluations processor steps per graph, on average
 */
public record RecordedScore(
    int nodes, int count, long seed, double accuracy, double exact, double evaluations) {
  /** Checks the ranges. */
  public RecordedScore {
    if (nodes < 2 || count < 1 || seed < 0) {
      throw new IllegalArgumentException(
          "%d graphs of %d nodes, seed %d, cannot be drawn".formatted(count, nodes, seed));
    }
    requireShare("accuracy", accuracy);
    requireShare("exact", exact);
    if (!(evaluations > 0 && evaluations < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("evaluations: " + evaluations + " is not positive");
    }
  }

  /** Returns the score from a report on test graphs. */
  public static RecordedScore of(EvaluationReport report, int nodes, int count, long seed) {
    return new RecordedScore(
        nodes,
        count,
        seed,
        report.scores().outputs().getFirst().accuracy().value(),
        report.scores().exact().value(),
        report.meanEvaluations());
  }

  static RecordedScore read(Json json) {
    return new RecordedScore(
        json.get("nodes").integer(),
        json.get("count").integer(),
        json.get("seed").integer(),
        json.get("accuracy").number(),
        json.get("exact").number(),
        json.get("evaluations").number());
  }

  /** Writes the score as an object. */
  public void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("nodes").value(nodes);
    json.name("count").value(count);
    json.name("seed").value(seed);
    json.name("accuracy").value(accuracy);
    json.name("exact").value(exact);
    json.name("evaluations").value(evaluations);
    json.endObject();
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + ": " + value + " is not between 0 and 1");
    }
  }
}
