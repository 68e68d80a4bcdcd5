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

  /**
   * An entry for one model.
   *
   * @param place its place in the table
   * @param steps the number of batches it was trained on
   * @param timing its time, if it could be timed
   */
  record Entry(TablePlace place, int steps, Optional<Timing> timing) implements TablePlace.Placed {
    @Override
    public boolean filled() {
      return timing.isPresent();
    }

    static Entry read(Json json) {
      return new Entry(
          TablePlace.read(json),
          json.get("steps").integer(),
          json.has("seconds") ? Optional.of(Timing.read(json)) : Optional.empty());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      place.writeRow(json);
      place.writeModel(json);
      json.name("steps").value(steps);
      if (timing.isPresent()) {
        timing.get().write(json);
      }
      json.endObject();
    }
  }

  /**
   * The time of a model.
   *
   * @param seconds the seconds per graph when every thread has a graph of its own: the inverse of
   *     the throughput
   * @param range the least and the greatest of the repeated measurements of it, if known
   * @param latency the seconds from one question to its answer when all threads work on it, if
   *     known
   * @param evaluations the processor steps per graph
   * @param graphs the number of timed graphs
   * @param decodingEveryStep for a rollout, the seconds per graph if every step is decoded
   */
  record Timing(
      double seconds,
      Optional<Range> range,
      OptionalDouble latency,
      double evaluations,
      int graphs,
      OptionalDouble decodingEveryStep) {
    static Timing read(Json json) {
      return new Timing(
          json.get("seconds").number(),
          json.has("seconds_least")
              ? Optional.of(
                  new Range(
                      json.get("seconds_least").number(), json.get("seconds_greatest").number()))
              : Optional.empty(),
          json.has("latency_seconds")
              ? OptionalDouble.of(json.get("latency_seconds").number())
              : OptionalDouble.empty(),
          json.get("evaluations").number(),
          json.get("graphs").integer(),
          json.has("seconds_decoding_every_step")
              ? OptionalDouble.of(json.get("seconds_decoding_every_step").number())
              : OptionalDouble.empty());
    }

    void write(JsonWriter json) throws IOException {
      json.name("seconds").value(seconds);
      if (range.isPresent()) {
        json.name("seconds_least").value(range.get().least());
        json.name("seconds_greatest").value(range.get().greatest());
      }
      if (latency.isPresent()) {
        json.name("latency_seconds").value(latency.getAsDouble());
      }
      json.name("evaluations").value(evaluations);
      json.name("graphs").value(graphs);
      if (decodingEveryStep.isPresent()) {
        json.name("seconds_decoding_every_step").value(decodingEveryStep.getAsDouble());
      }
    }
  }

  /** Two bounds. */
  record Range(double least, double greatest) {}

  /** Returns this table with the models of an earlier one that it lacks. */
  SpeedTable joined(SpeedTable before) {
    if (before.nodes != nodes || before.threads != threads || !sameMachine(before)) {
      throw new IllegalArgumentException(
          "its models were timed on %d nodes with %d threads (%s), not on %d with %d (%s); use another folder, or remove it"
              .formatted(
                  before.nodes,
                  before.threads,
                  before.provenance.fact("kernels"),
                  nodes,
                  threads,
                  provenance.fact("kernels")));
    }
    return new SpeedTable(
        nodes, count, threads, provenance, TablePlace.joined(cells, before.cells));
  }

  private boolean sameMachine(SpeedTable before) {
    return before.provenance.fact("kernels").equals(provenance.fact("kernels"));
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
