// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Algorithm;
import dear.io.Json;
import dear.reasoner.settings.Setting;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A way of training: a row of a table.
 *
 * @param name the name in file names, and in the paper's table if it has the row
 * @param label the display label
 * @param words a short description
 * @param settings the differences from the plan's common settings
 * @param special further differences for an algorithm, by its name
 * @param pretrained the names of pretrained models that were trained so, by algorithm: the first
 *     seed of these need not be trained again
 * @param trained whether models are trained for it; if not, it has its pretrained models only
 */
public record Row(
    String name,
    String label,
    String words,
    Map<Setting, String> settings,
    Map<String, Map<Setting, String>> special,
    Map<String, String> pretrained,
    boolean trained) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  /** Checks the name: it becomes part of folder names. */
  public Row {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is not a valid row name: use lower-case letters, digits and -");
    }
    if (!trained && pretrained.isEmpty()) {
      throw new IllegalArgumentException(
          "the row " + name + " is not trained and has no pretrained model");
    }
    settings = Map.copyOf(settings);
    special = Map.copyOf(special);
    pretrained = Map.copyOf(pretrained);
  }

  /** Creates a row without pretrained models. */
  public Row(
      String name,
      String label,
      String words,
      Map<Setting, String> settings,
      Map<String, Map<Setting, String>> special) {
    this(name, label, words, settings, special, Map.of(), true);
  }

  /** Returns whether the row has a model of an algorithm with a seed. */
  boolean has(Algorithm algorithm, int seed) {
    return trained || (seed == 1 && pretrained.containsKey(algorithm.name()));
  }

  /** Returns the differences for an algorithm. */
  Map<Setting, String> settingsFor(Algorithm algorithm) {
    Map<Setting, String> all = new EnumMap<>(Setting.class);
    all.putAll(settings);
    all.putAll(special.getOrDefault(algorithm.name(), Map.of()));
    return all;
  }

  static Row read(Json json) {
    Map<String, Map<Setting, String>> special = new LinkedHashMap<>();
    json.get("algorithms").members().forEach((name, map) -> special.put(name, readSettings(map)));
    Map<String, String> pretrained = new LinkedHashMap<>();
    if (json.has("pretrained")) {
      json.get("pretrained")
          .members()
          .forEach((algorithm, model) -> pretrained.put(algorithm, model.string()));
    }
    return new Row(
        json.get("name").string(),
        json.get("label").string(),
        json.get("words").string(),
        readSettings(json.get("settings")),
        special,
        pretrained,
        !json.has("trained") || json.get("trained").bool());
  }

  /** Reads settings by name; values are strings, as in {@code config.json}. */
  static Map<Setting, String> readSettings(Json json) {
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    json.members()
        .forEach((key, value) ->
            settings.put(
                Setting.of(key)
                    .orElseThrow(() -> new IllegalArgumentException("no setting \"" + key + "\"")),
                value.string()));
    return settings;
  }
}
