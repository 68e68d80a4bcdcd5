// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.settings.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The document {@code table2.json}: how long each model takes.
 *
 * @param nodes the size of the test graphs
 * @param count how many
 * @param threads that shared them
 * @param provenance what computed it
 * @param cells every model of the timed rows
 */
record SpeedTable(int nodes, int count, int threads, Provenance provenance, List<Entry> cells) {
  SpeedTable {
    cells = List.copyOf(cells);
  }

  /** One model, with its time if it could be timed. */
  record Entry(Place place, Optional<Timing> timing) implements Place.Placed {
    static Entry read(Json json) {
      return new Entry(
          Place.read(json),
          json.has("seconds") ? Optional.of(Timing.read(json)) : Optional.empty());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      place.writeRow(json);
      place.writeModel(json);
      if (timing.isPresent()) {
        timing.get().write(json);
      }
      json.endObject();
    }
  }

  /**
   * The time of a model.
   *
   * @param seconds per graph
   * @param evaluations processor steps per graph
   * @param graphs how many were timed
   * @param decodingEveryStep seconds per graph if every step is decoded, for a rollout
   */
  record Timing(double seconds, double evaluations, int graphs, OptionalDouble decodingEveryStep) {
    static Timing read(Json json) {
      return new Timing(
          json.get("seconds").number(),
          json.get("evaluations").number(),
          json.get("graphs").integer(),
          json.has("seconds_decoding_every_step")
              ? OptionalDouble.of(json.get("seconds_decoding_every_step").number())
              : OptionalDouble.empty());
    }

    void write(JsonWriter json) throws IOException {
      json.name("seconds").value(seconds);
      json.name("evaluations").value(evaluations);
      json.name("graphs").value(graphs);
      if (decodingEveryStep.isPresent()) {
        json.name("seconds_decoding_every_step").value(decodingEveryStep.getAsDouble());
      }
    }
  }

  static SpeedTable read(Json json) {
    List<Entry> cells = new ArrayList<>();
    json.get("cells").values().forEach(cell -> cells.add(Entry.read(cell)));
    return new SpeedTable(
        json.get("nodes").integer(),
        json.get("count").integer(),
        json.get("threads").integer(),
        Provenance.read(json),
        cells);
  }

  void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("table").value("table2");
    json.name("nodes").value(nodes);
    json.name("count").value(count);
    json.name("threads").value(threads);
    provenance.write(json);
    json.name("cells").beginArray();
    for (Entry cell : cells) {
      cell.write(json);
    }
    json.endArray();
    json.endObject().endDocument();
  }
}
