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
import java.util.Optional;
import java.util.Set;

/**
 * The models that the tables need: rows of settings, listed in a JSON file, so adding a row takes
 * only a few lines.
 *
 * @param base the settings common to all rows: a preset and changes to it
 * @param algorithms the columns
 * @param rows the rows
 * @param schedule the order of training
 */
public record Plan(Base base, List<Algorithm> algorithms, List<Row> rows, Schedule schedule) {
  /** A preset and the changes common to all rows. */
  public record Base(Preset preset, Map<Setting, String> settings) {}

  /** Creates a plan whose cells are trained one after another. */
  Plan(Base base, List<Algorithm> algorithms, List<Row> rows) {
    this(base, algorithms, rows, Schedule.NONE);
  }

  /** Copies the lists and validates all settings. */
  public Plan {
    algorithms = List.copyOf(algorithms);
    rows = List.copyOf(rows);
    Set<String> names = new HashSet<>();
    for (Row row : rows) {
      if (!names.add(row.name())) {
        throw new IllegalArgumentException("the row " + row.name() + " is listed twice");
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

  /** Returns the paper's rows and ours. */
  public static Plan standard() throws IOException {
    return read(Resource.json("rows.json"), "rows.json");
  }

  /** Returns how the models of CLRS-30 are trained: one row, with a recipe for each task. */
  public static Plan recipes() throws IOException {
    return read(Resource.json("recipes.json"), "recipes.json");
  }

  /** Reads a custom plan. */
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
          json.get("rows").values().stream()
              .map(Row::read)
              .flatMap(row -> Grid.read(json).over(row).stream())
              .toList(),
          Schedule.read(json));
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

  /** Returns a copy with one more change for all rows, applied last. */
  public Plan with(Setting setting, String value) {
    List<Row> changed = new ArrayList<>();
    for (Row row : rows) {
      Map<Setting, String> settings = new EnumMap<>(Setting.class);
      settings.putAll(row.settings());
      settings.put(setting, value);
      changed.add(
          new Row(
              row.name(),
              row.label(),
              row.words(),
              settings,
              without(setting, row.special()),
              row.pretrained(),
              row.trained()));
    }
    return new Plan(base, algorithms, changed, schedule);
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

  /** Returns a copy with only the given columns. */
  public Plan withAlgorithms(List<Algorithm> columns) {
    return new Plan(base, columns, rows, schedule);
  }

  /** Returns a copy with only the given rows, by name. */
  public Plan withRows(List<String> names) {
    for (String name : names) {
      if (rows.stream().noneMatch(row -> row.name().equals(name))) {
        throw new IllegalArgumentException(
            "no row \"%s\"; available rows: %s"
                .formatted(name, String.join(", ", rows.stream().map(Row::name).toList())));
      }
    }
    return new Plan(
        base,
        algorithms,
        rows.stream().filter(row -> names.contains(row.name())).toList(),
        schedule);
  }

  /**
   * Returns all cells for seeds 1 to the given number: every row and column has one before any has
   * two.
   */
  public List<Cell> cells(int seeds) {
    List<Cell> cells = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      for (Row row : rows) {
        for (Algorithm algorithm : algorithms) {
          if (row.has(algorithm, seed)) {
            Settings settings =
                settings(base, row, algorithm).with(Setting.SEED, Integer.toString(seed));
            cells.add(new Cell(row, settings));
          }
        }
      }
    }
    return cells;
  }

  /**
   * Returns the settings by which the first row trains an algorithm, or another with the same task;
   * empty if the plan has neither.
   */
  public Optional<Settings> recipe(Algorithm algorithm) {
    return algorithms.stream()
        .filter(algorithm::sameTaskAs)
        .findFirst()
        .map(trained ->
            Settings.of(algorithm, base.preset())
                .with(base.settings())
                .with(rows.getFirst().settingsFor(trained)));
  }

  /** Returns the order in which cells are trained, without those that have a pretrained model. */
  public List<Stint> training(List<Cell> cells) {
    return schedule.stints(cells.stream().filter(cell -> cell.pretrained().isEmpty()).toList());
  }

  /** Returns the same, but no cell is trained beyond a step. */
  public List<Stint> training(List<Cell> cells, int until) {
    return training(cells).stream()
        .map(it -> new Stint(it.cell(), Math.min(it.until(), until)))
        .distinct()
        .toList();
  }

  /**
   * Returns every n-th cell in the order of training, beginning with the k-th: what one of n
   * machines trains.
   */
  public List<Cell> shard(List<Cell> cells, int k, int n) {
    List<Cell> ordered = schedule.ordered(cells);
    Set<Cell> own = new HashSet<>();
    for (int i = k - 1; i < ordered.size(); i += n) {
      own.add(ordered.get(i));
    }
    return cells.stream().filter(own::contains).toList();
  }

  private static Settings settings(Base base, Row row, Algorithm algorithm) {
    return Settings.of(algorithm, base.preset())
        .with(base.settings())
        .with(row.settingsFor(algorithm));
  }
}
