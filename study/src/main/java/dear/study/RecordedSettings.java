// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a model's last run, in the words of the program that tested it.
 *
 * <p>All of them are recorded, not only those that differ from a preset, since presets change. They
 * are read as text: a document remains readable when a setting is renamed or has other values.
 *
 * @param values the values by name, in the order of the settings; empty if they were not recorded
 */
record RecordedSettings(Map<String, String> values) {
  /** Those of a document from before settings were recorded. */
  static final RecordedSettings NONE = new RecordedSettings(Map.of());

  private static final String MEMBER = "settings";

  RecordedSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  static RecordedSettings of(Settings settings) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      values.put(setting.key(), settings.text(setting));
    }
    return new RecordedSettings(values);
  }

  /** Reads the member of an object, if it has one. */
  static RecordedSettings read(Json object) {
    if (!object.has(MEMBER)) {
      return NONE;
    }
    Map<String, String> values = new LinkedHashMap<>();
    object.get(MEMBER).members().forEach((name, value) -> values.put(name, value.string()));
    return new RecordedSettings(values);
  }

  /** Writes a member of an object, if there is something to write. */
  void write(JsonWriter json) throws IOException {
    if (values.isEmpty()) {
      return;
    }
    json.name(MEMBER).beginObject();
    for (Map.Entry<String, String> value : values.entrySet()) {
      json.name(value.getKey()).value(value.getValue());
    }
    json.endObject();
  }
}
