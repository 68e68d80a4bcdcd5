// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /**
   * Returns the entries of both, those of now where they have results. The order is that of now if
   * it has a place for everything, otherwise that of before, so that a table that is filled cell by
   * cell keeps its order.
   */
  static <T extends Placed> List<T> joined(List<T> now, List<T> before) {
    Map<String, T> all = new LinkedHashMap<>();
    now.forEach(entry -> all.put(entry.place().model(), entry));
    if (!before.stream().allMatch(entry -> all.containsKey(entry.place().model()))) {
      all.clear();
    }
    before.forEach(entry -> all.put(entry.place().model(), entry));
    for (T entry : now) {
      all.merge(entry.place().model(), entry, (old, newer) -> newer.filled() ? newer : old);
    }
    return List.copyOf(all.values());
  }
}
