// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.shipped;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * An entry of the shelf's index. The model file itself records how it was trained.
 *
 * @param name the name of the model
 * @param algorithm the algorithm it executes
 * @param sha256 the SHA-256 digest of its file, in hexadecimal
 * @param score the score on the graphs of the paper's test
 * @param check the score on a few smaller graphs, which is quick to reproduce
 * @param trainingSeconds how long its last run took, if that is known
 * @param totalSteps how many steps it was trained for, with the models it continues, if that is
 *     known
 */
public record ShippedModel(
    String name,
    Algorithm algorithm,
    String sha256,
    RecordedScore score,
    RecordedScore check,
    OptionalDouble trainingSeconds,
    OptionalInt totalSteps) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final String TRAINING_SECONDS = "training_seconds";
  private static final String TOTAL_STEPS = "total_steps";
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Checks name and digest: the name becomes a file name. */
  public ShippedModel {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is not a valid model name: use lower-case letters, digits, _ and -");
    }
    if (!DIGEST.matcher(sha256).matches()) {
      throw new IllegalArgumentException("\"" + sha256 + "\" is not a SHA-256 digest");
    }
    if (trainingSeconds.orElse(0) < 0) {
      throw new IllegalArgumentException(
          TRAINING_SECONDS + ": " + trainingSeconds.getAsDouble() + " is negative");
    }
    if (totalSteps.orElse(0) < 0) {
      throw new IllegalArgumentException(
          TOTAL_STEPS + ": " + totalSteps.getAsInt() + " is negative");
    }
  }

  /** Returns the name of its file on the shelf. */
  public String file() {
    return name + ".safetensors";
  }

  static ShippedModel read(Json json) {
    return new ShippedModel(
        json.get("name").string(),
        Clrs.algorithm(json.get("algorithm").string()),
        json.get("sha256").string(),
        RecordedScore.read(json.get("score")),
        RecordedScore.read(json.get("check")),
        json.has(TRAINING_SECONDS)
            ? OptionalDouble.of(json.get(TRAINING_SECONDS).number())
            : OptionalDouble.empty(),
        json.has(TOTAL_STEPS)
            ? OptionalInt.of(json.get(TOTAL_STEPS).integer())
            : OptionalInt.empty());
  }

  /** Writes the entry as an object. */
  public void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("name").value(name);
    json.name("algorithm").value(algorithm.name());
    json.name("sha256").value(sha256);
    json.name("score");
    score.write(json);
    json.name("check");
    check.write(json);
    if (trainingSeconds.isPresent()) {
      json.name(TRAINING_SECONDS).value(trainingSeconds.getAsDouble());
    }
    if (totalSteps.isPresent()) {
      json.name(TOTAL_STEPS).value(totalSteps.getAsInt());
    }
    json.endObject();
  }
}
