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
 * The document {@code table2.json}: the time each model takes.
 *
 * @param nodes the size of the test graphs
 * @param count the number of test graphs
 * @param threads the number of threads that share them
 * @param provenance the program that computed it
 * @param cells all models of the timed rows
 */
record SpeedTable(int nodes, int count, int threads, Provenance provenance, List<Entry> cells) {
  SpeedTable {
    cells = List.copyOf(cells);
  }

  /** An entry for one model, with its time if it could be timed. */
  record Entry(TablePlace place, Optional<Timing> timing) implements TablePlace.Placed {
    static Entry read(Json json) {
      return new Entry(
          TablePlace.read(json),
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
   * @param seconds the seconds per graph
   * @param evaluations the processor steps per graph
   * @param graphs the number of timed graphs
   * @param decodingEveryStep for a rollout, the seconds per graph if every step is decoded
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
