// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.shipped;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * An entry of the shelf's index. How the model was trained stands in its own file.
 *
 * @param name what it is asked for by
 * @param algorithm what it executes
 * @param sha256 the digest of its file, in hexadecimal digits
 * @param score on the graphs of the paper's test
 * @param check on a few smaller graphs, quickly done again
 */
public record ShippedModel(
    String name, Algorithm algorithm, String sha256, RecordedScore score, RecordedScore check) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Checks name and digest: the name becomes the name of a file. */
  public ShippedModel {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is no name of a model: small letters, digits, _ and - make one");
    }
    if (!DIGEST.matcher(sha256).matches()) {
      throw new IllegalArgumentException("\"" + sha256 + "\" is no SHA-256 digest");
    }
  }

  /** Its file on the shelf. */
  public String file() {
    return name + ".safetensors";
  }

  static ShippedModel read(Json json) {
    return new ShippedModel(
        json.get("name").string(),
        Clrs.algorithm(json.get("algorithm").string()),
        json.get("sha256").string(),
        RecordedScore.read(json.get("score")),
        RecordedScore.read(json.get("check")));
  }

  /** Writes an object. */
  public void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("name").value(name);
    json.name("algorithm").value(algorithm.name());
    json.name("sha256").value(sha256);
    json.name("score");
    score.write(json);
    json.name("check");
    check.write(json);
    json.endObject();
  }
}
