// SPDX-License-Identifier: Apache-2.0
package dear.web;

import dear.io.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** As much of JSON Schema as the OpenAPI document uses; what it does not know is an error. */
record JsonSchema(Json document) {
  /** What is wrong with a value; empty if nothing is. */
  List<String> faults(Json schema, Json value) {
    List<String> faults = new ArrayList<>();
    check("", schema, value, faults);
    return faults;
  }

  private void check(String at, Json schema, Json value, List<String> faults) {
    for (Map.Entry<String, Json> rule : schema.members().entrySet()) {
      Json asked = rule.getValue();
      boolean kept =
          switch (rule.getKey()) {
            case "description" -> true;
            case "$ref" -> {
              check(at, resolve(asked.string()), value, faults);
              yield true;
            }
            case "allOf" -> {
              asked.values().forEach(part -> check(at, part, value, faults));
              yield true;
            }
            case "type" -> isOfType(asked, value);
            case "enum" -> asked.values().contains(value);
            case "minimum" -> value.number() >= asked.number();
            case "maximum" -> value.number() <= asked.number();
            case "minItems" -> value.values().size() >= asked.integer();
            case "maxItems" -> value.values().size() <= asked.integer();
            case "required" -> asked.values().stream().allMatch(name -> value.has(name.string()));
            case "items" -> {
              for (int i = 0; i < value.values().size(); i++) {
                check(at + "[" + i + "]", asked, value.values().get(i), faults);
              }
              yield true;
            }
            case "properties" -> {
              asked.members().forEach((name, part) -> member(at, name, part, value, faults));
              yield true;
            }
            case "additionalProperties" -> others(at, schema, asked, value, faults);
            default -> throw new AssertionError("unknown rule " + rule.getKey());
          };
      if (!kept) {
        faults.add(at + ": " + rule.getKey() + " " + asked + " broken by " + value);
        return;
      }
    }
  }

  private void member(String at, String name, Json part, Json value, List<String> faults) {
    if (value.has(name)) {
      check(at + "." + name, part, value.get(name), faults);
    }
  }

  private boolean others(String at, Json schema, Json asked, Json value, List<String> faults) {
    boolean kept = true;
    for (Map.Entry<String, Json> member : value.members().entrySet()) {
      boolean known = schema.has("properties") && schema.get("properties").has(member.getKey());
      if (!known && asked instanceof Json.Flag(boolean allowed)) {
        kept &= allowed;
      } else if (!known) {
        check(at + "." + member.getKey(), asked, member.getValue(), faults);
      }
    }
    return kept;
  }

  private static boolean isOfType(Json asked, Json value) {
    if (asked instanceof Json.Values(List<Json> choices)) {
      return choices.stream().anyMatch(choice -> isOfType(choice, value));
    }
    return switch (asked.string()) {
      case "object" -> value instanceof Json.Members;
      case "array" -> value instanceof Json.Values;
      case "string" -> value instanceof Json.Text;
      case "boolean" -> value instanceof Json.Flag;
      case "null" -> value instanceof Json.Null;
      case "number" -> value instanceof Json.Numeral;
      case "integer" -> value instanceof Json.Numeral(double x) && x == Math.rint(x);
      default -> throw new AssertionError("unknown type " + asked);
    };
  }

  private Json resolve(String reference) {
    Json at = document;
    for (String step : reference.substring("#/".length()).split("/", -1)) {
      at = at.get(step);
    }
    return at;
  }
}
