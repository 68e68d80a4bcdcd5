// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The place of a model in a table.
 *
 * @param row the row's name
 * @param label the row's display label
 * @param algorithm the column
 * @param seed distinguishes the models of this place
 * @param state how far it was trained
 */
record TablePlace(String row, String label, String algorithm, long seed, CellRun.State state) {
  /** Returns the place of a run. */
  static TablePlace of(CellRun run) {
    return new TablePlace(
        run.cell().row().name(),
        run.cell().row().label(),
        run.cell().settings().algorithm().name(),
        run.cell().settings().seed(),
        run.state());
  }

  /** Returns the name of the model. */
  String model() {
    return row + "-" + algorithm + "-" + seed;
  }

  static TablePlace read(Json json) {
    return new TablePlace(
        json.get("row").string(),
        json.get("label").string(),
        json.get("algorithm").string(),
        json.get("seed").integer(),
        CellRun.State.valueOf(json.get("state").string()));
  }

  /** Writes the members that identify the row. */
  void writeRow(JsonWriter json) throws IOException {
    json.name("row").value(row);
    json.name("label").value(label);
  }

  /** Writes the members that identify the model within the row. */
  void writeModel(JsonWriter json) throws IOException {
    json.name("algorithm").value(algorithm);
    json.name("seed").value(seed);
    json.name("state").value(state.name());
  }

  /** An entry of a table. */
  interface Placed {
    TablePlace place();

    /** Returns whether it has results, and not only a place for them. */
    boolean filled();
  }

  /** Returns the entries now, and from before those that are missing now or have no results. */
  static <T extends Placed> List<T> joined(List<T> now, List<T> before) {
    Map<String, T> known = new LinkedHashMap<>();
    before.forEach(entry -> known.put(entry.place().model(), entry));
    List<T> all = new ArrayList<>();
    for (T entry : now) {
      Optional<T> old = Optional.ofNullable(known.remove(entry.place().model()));
      all.add(entry.filled() ? entry : old.orElse(entry));
    }
    all.addAll(known.values());
    return all;
  }
}
