// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON document as a tree, for small documents: headers, configurations, test vectors. Read large
 * data with {@link JsonReader} directly.
 */
public sealed interface Json {
  /** An object; members keep their order, and duplicate names are an error. */
  record Members(Map<String, Json> map) implements Json {}

  /** An array. */
  record Values(List<Json> list) implements Json {}

  /** A string. */
  record Text(String string) implements Json {}

  /** A number. */
  record Numeral(double value) implements Json {}

  /** True or false. */
  record Flag(boolean value) implements Json {}

  /** Null. */
  record Null() implements Json {}

  /** Reads a whole document; nothing may follow it. */
  static Json parse(String text) throws IOException {
    JsonReader reader =
        new JsonReader(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "JSON text");
    Json document = parse(reader);
    if (reader.peek() != JsonReader.Token.END_OF_INPUT) {
      throw reader.error("unexpected text after the end of the document");
    }
    return document;
  }

  /** Reads the reader's next value as a tree. */
  static Json parse(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case OBJECT -> {
        Map<String, Json> map = new LinkedHashMap<>();
        reader.beginObject();
        while (reader.hasNext()) {
          String name = reader.nextName();
          if (map.containsKey(name)) {
            throw reader.error("duplicate name");
          }
          map.put(name, parse(reader));
        }
        reader.endObject();
        yield new Members(map);
      }
      case ARRAY -> {
        List<Json> list = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) {
          list.add(parse(reader));
        }
        reader.endArray();
        yield new Values(list);
      }
      case STRING -> new Text(reader.nextString());
      case NUMBER -> new Numeral(reader.nextDouble());
      case BOOLEAN -> new Flag(reader.nextBoolean());
      case NULL -> {
        reader.nextNull();
        yield new Null();
      }
      case END_OBJECT, END_ARRAY, END_OF_INPUT -> throw reader.error("expected a value");
    };
  }

  /** The object's member with this name. */
  default Json get(String name) {
    Json member = members().get(name);
    if (member == null) {
      throw new IllegalArgumentException("no member \"" + name + "\"");
    }
    return member;
  }

  /** Whether this is an object that has a member with this name. */
  default boolean has(String name) {
    return this instanceof Members(Map<String, Json> map) && map.containsKey(name);
  }

  /** The members of an object. */
  default Map<String, Json> members() {
    if (this instanceof Members(Map<String, Json> map)) {
      return map;
    }
    throw new IllegalArgumentException("not an object: " + brief());
  }

  /** The values of an array. */
  default List<Json> values() {
    if (this instanceof Values(List<Json> list)) {
      return list;
    }
    throw new IllegalArgumentException("not an array: " + brief());
  }

  /** The string. */
  default String string() {
    if (this instanceof Text(String string)) {
      return string;
    }
    throw new IllegalArgumentException("not a string: " + brief());
  }

  /** The number. */
  default double number() {
    if (this instanceof Numeral(double value)) {
      return value;
    }
    throw new IllegalArgumentException("not a number: " + brief());
  }

  /** The number, or NaN for null, the inverse of {@link JsonWriter#numberOrNull}. */
  default double numberOrNaN() {
    return this instanceof Null ? Double.NaN : number();
  }

  /** The number, which must be an int. */
  default int integer() {
    double value = number();
    if (value != (int) value) {
      throw new IllegalArgumentException("not an integer: " + value);
    }
    return (int) value;
  }

  /** The boolean. */
  default boolean bool() {
    if (this instanceof Flag(boolean value)) {
      return value;
    }
    throw new IllegalArgumentException("not true or false: " + brief());
  }

  private String brief() {
    String text = toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
