// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.dataset.DatasetWriter;
import dear.clrs.dataset.SampledEntries;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.SamplerOptions;
import dear.io.Json;
import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** How samples are drawn, as text that a task can carry. */
final class SampleRecipe {
  private SampleRecipe() {}

  static String of(Samples samples, boolean randomPositions) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SamplerOptions options = samples.options();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject();
      json.name("algorithm").value(samples.algorithm().name());
      json.name("seed").value(Long.toString(samples.seed())); // a double would lose its last bits
      json.name("split").value(samples.split());
      json.name("size").value(samples.size());
      json.name("hints").value(samples.hints());
      json.name("random_positions").value(randomPositions);
      json.name("p").beginArray();
      for (double p : options.edgeProbabilities()) {
        json.value(p);
      }
      json.endArray();
      json.name("graph").value(options.graphModel().name());
      json.name("communities").value(options.communities());
      json.name("toggle").value(options.toggleProbability());
      json.name("needle").value(options.needle());
      json.name("directed").value(options.directed());
      json.endObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns the lines of some samples, without their ends. */
  static Iterator<String> lines(String recipe, Iterator<Long> numbers) throws IOException {
    SampledEntries entries = entries(Json.parse(recipe));
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return numbers.hasNext();
      }

      @Override
      public String next() {
        return line(entries, numbers.next());
      }
    };
  }

  private static SampledEntries entries(Json json) {
    SamplerOptions options =
        new SamplerOptions(
            json.get("p").values().stream().map(Json::number).toList(),
            GraphModel.valueOf(json.get("graph").string()),
            json.get("communities").integer(),
            json.get("toggle").number(),
            json.get("needle").integer(),
            json.get("directed").bool());
    Samples samples =
        Clrs.algorithm(json.get("algorithm").string())
            .samples(Long.parseLong(json.get("seed").string()))
            .split(json.get("split").string())
            .size(json.get("size").integer())
            .options(options);
    return new SampledEntries(
        json.get("hints").bool() ? samples.withHints() : samples,
        json.get("random_positions").bool());
  }

  private static String line(SampledEntries entries, long k) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      DatasetWriter.write(entries.get(k), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return bytes.toString(StandardCharsets.UTF_8).stripTrailing(); // Spark ends lines itself
  }
}
