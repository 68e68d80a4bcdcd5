// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.reasoner.settings.Setting;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Values of some settings, all combinations of which are tried: the member {@code grid} of a plan.
 * Every row of the plan becomes one row for each combination, named ROW-1, ROW-2 and so on.
 *
 * @param values the values by setting, in the order of the file; the last setting changes fastest
 */
record Grid(Map<Setting, List<String>> values) {
  /** More rows than anyone trains; a few settings with many values are quickly a mistake. */
  private static final int MOST = 10_000;

  /** Reads the member {@code grid}, which is optional. */
  static Grid read(Json plan) {
    Map<Setting, List<String>> values = new LinkedHashMap<>();
    if (plan.has("grid")) {
      plan.get("grid")
          .members()
          .forEach((key, list) -> {
            Setting setting =
                Setting.of(key)
                    .orElseThrow(() -> new IllegalArgumentException("no setting \"" + key + "\""));
            values.put(setting, list.values().stream().map(Json::string).toList());
          });
    }
    return new Grid(values);
  }

  /** Returns the rows that a row becomes. */
  List<Row> over(Row row) {
    List<Map<Setting, String>> points = points();
    if (values.isEmpty() || !row.trained()) {
      return List.of(row);
    }
    List<Row> rows = new ArrayList<>();
    for (Map<Setting, String> point : points) {
      Map<Setting, String> settings = new EnumMap<>(Setting.class);
      settings.putAll(row.settings());
      settings.putAll(point);
      String where =
          point.entrySet().stream()
              .map(it -> it.getKey().key() + " " + it.getValue())
              .collect(Collectors.joining(", "));
      rows.add(
          new Row(
              row.name() + "-" + (rows.size() + 1),
              row.label() + ", " + where,
              row.words(),
              settings,
              row.special()));
    }
    return rows;
  }

  private List<Map<Setting, String>> points() {
    List<Map<Setting, String>> points = List.of(Map.of());
    for (Map.Entry<Setting, List<String>> axis : values.entrySet()) {
      List<Map<Setting, String>> more = new ArrayList<>();
      for (Map<Setting, String> point : points) {
        for (String value : axis.getValue()) {
          Map<Setting, String> next = new LinkedHashMap<>(point);
          next.put(axis.getKey(), value);
          more.add(next);
        }
      }
      if (more.isEmpty() || more.size() > MOST) {
        throw new IllegalArgumentException(
            "the grid has %,d rows; it needs at least 1 and may have %,d"
                .formatted(more.size(), MOST));
      }
      points = more;
    }
    return points;
  }
}
