// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import dear.io.JsonException;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which models the tables need: rows of settings, as a file of JSON lists them, so that a row more
 * is a few lines more of that file.
 *
 * @param base the settings that all rows begin with: a preset and what differs from it
 * @param algorithms the columns
 * @param rows the rows
 */
public record Plan(Base base, List<Algorithm> algorithms, List<Row> rows) {
  /** A preset and what all rows change of it. */
  public record Base(Preset preset, Map<Setting, String> settings) {}

  /** Keeps copies, and tries every setting. */
  public Plan {
    algorithms = List.copyOf(algorithms);
    rows = List.copyOf(rows);
    Set<String> names = new HashSet<>();
    for (Row row : rows) {
      if (!names.add(row.name())) {
        throw new IllegalArgumentException("the row " + row.name() + " stands there twice");
      }
      for (String name : row.special().keySet()) {
        Clrs.algorithm(name);
      }
      for (Algorithm algorithm : algorithms) {
        try {
          settings(base, row, algorithm);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("row " + row.name() + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** The paper's rows and ours. */
  public static Plan standard() throws IOException {
    return read(Resource.json("rows.json"), "rows.json");
  }

  /** A plan of one's own. */
  public static Plan read(Path file) throws IOException {
    Json json;
    try {
      json = Json.parse(Files.readString(file));
    } catch (JsonException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
    return read(json, file.toString());
  }

  private static Plan read(Json json, String source) throws IOException {
    try {
      Preset preset = preset(json.get("preset").string());
      return new Plan(
          new Base(preset, Row.readSettings(json.get("settings"))),
          json.get("algorithms").values().stream().map(a -> Clrs.algorithm(a.string())).toList(),
          json.get("rows").values().stream().map(Row::read).toList());
    } catch (IllegalArgumentException e) {
      throw new IOException(source + ": " + e.getMessage(), e);
    }
  }

  private static Preset preset(String name) {
    for (Preset preset : Preset.values()) {
      if (preset.name().toLowerCase(Locale.ROOT).equals(name)) {
        return preset;
      }
    }
    throw new IllegalArgumentException("no preset \"" + name + "\"");
  }

  /** The same with one more change for all rows, which comes last. */
  public Plan with(Setting setting, String value) {
    List<Row> changed = new ArrayList<>();
    for (Row row : rows) {
      Map<Setting, String> settings = new EnumMap<>(Setting.class);
      settings.putAll(row.settings());
      settings.put(setting, value);
      changed.add(
          new Row(row.name(), row.label(), row.words(), settings, without(setting, row.special())));
    }
    return new Plan(base, algorithms, changed);
  }

  private static Map<String, Map<Setting, String>> without(
      Setting setting, Map<String, Map<Setting, String>> special) {
    Map<String, Map<Setting, String>> rest = new HashMap<>();
    special.forEach((algorithm, settings) -> {
      Map<Setting, String> others = new HashMap<>(settings);
      others.remove(setting);
      rest.put(algorithm, others);
    });
    return rest;
  }

  /** The same with these columns only. */
  public Plan withAlgorithms(List<Algorithm> columns) {
    return new Plan(base, columns, rows);
  }

  /** The same with these rows only, by name. */
  public Plan withRows(List<String> names) {
    for (String name : names) {
      if (rows.stream().noneMatch(row -> row.name().equals(name))) {
        throw new IllegalArgumentException(
            "no row \"%s\"; there are %s"
                .formatted(name, String.join(", ", rows.stream().map(Row::name).toList())));
      }
    }
    return new Plan(
        base, algorithms, rows.stream().filter(row -> names.contains(row.name())).toList());
  }

  /** All models for seeds 1 to some number: every row and column has one before any has two. */
  public List<Cell> cells(int seeds) {
    List<Cell> cells = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      for (Row row : rows) {
        for (Algorithm algorithm : algorithms) {
          Settings settings =
              settings(base, row, algorithm).with(Setting.SEED, Integer.toString(seed));
          cells.add(new Cell(row, settings));
        }
      }
    }
    return cells;
  }

  private static Settings settings(Base base, Row row, Algorithm algorithm) {
    return Settings.of(algorithm, base.preset())
        .with(base.settings())
        .with(row.settingsFor(algorithm));
  }
}
