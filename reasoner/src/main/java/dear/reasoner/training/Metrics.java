// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.io.Json;
import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurements of one step: a line of {@code metrics.jsonl}.
 *
 * @param step the number of batches trained on
 * @param values the measured values by name; only finite ones are written
 */
public record Metrics(int step, Map<String, Double> values) {
  /** Copies the map, keeping its order. */
  public Metrics {
    values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns the metrics as a line of JSON. */
  String line() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject().name("step").value(step);
      for (Map.Entry<String, Double> value : values.entrySet()) {
        if (Double.isFinite(value.getValue())) {
          json.name(value.getKey()).value(value.getValue());
        }
      }
      json.endObject().endDocument();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Reads all complete lines of a file; a last line cut off by a crash is ignored. */
  static List<Metrics> read(Path file) throws IOException {
    String text = Files.readString(file);
    List<Metrics> all = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      try {
        all.add(parse(text.substring(start, end)));
      } catch (IOException | IllegalArgumentException e) {
        throw new IOException(
            "%s line %d: %s; delete that line to continue the run"
                .formatted(file, all.size() + 1, e.getMessage()),
            e);
      }
      start = end + 1;
    }
    return all;
  }

  private static Metrics parse(String line) throws IOException {
    Json json = Json.parse(line);
    Map<String, Double> values = new LinkedHashMap<>();
    json.members()
        .forEach((name, value) -> {
          if (!name.equals("step")) {
            values.put(name, value.number());
          }
        });
    return new Metrics(json.get("step").integer(), values);
  }
}
