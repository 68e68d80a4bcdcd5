// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes JSON as UTF-8, compact or indented, checking that the calls form a valid document.
 *
 * <p>Doubles are written as the shortest decimal text that reads back to the same bits.
 */
public final class JsonWriter implements Closeable {
  private static final int MAX_DEPTH = JsonReader.MAX_DEPTH;

  private final OutputStream out;
  private final boolean indented;
  private final byte[] buffer = new byte[1 << 14];
  private int length;
  private final boolean[] isObject = new boolean[MAX_DEPTH];
  private final boolean[] hasValue = new boolean[MAX_DEPTH];
  private int depth;
  private boolean named;
  private boolean complete; // this line holds a complete document

  private JsonWriter(OutputStream out, boolean indented) {
    this.out = out;
    this.indented = indented;
  }

  /** A writer of compact documents, as in JSON Lines. */
  public static JsonWriter compact(OutputStream out) {
    return new JsonWriter(out, false);
  }

  /** A writer of indented documents, for people to read. */
  public static JsonWriter indented(OutputStream out) {
    return new JsonWriter(out, true);
  }

  /** Opens an object. */
  public JsonWriter beginObject() throws IOException {
    return begin('{', true);
  }

  /** Closes the object. */
  public JsonWriter endObject() throws IOException {
    return end('}', true);
  }

  /** Opens an array. */
  public JsonWriter beginArray() throws IOException {
    return begin('[', false);
  }

  /** Closes the array. */
  public JsonWriter endArray() throws IOException {
    return end(']', false);
  }

  /** Writes the name of the next member. */
  public JsonWriter name(String name) throws IOException {
    if (depth == 0 || !isObject[depth - 1] || named) {
      throw new IllegalStateException("no name is expected here: " + name);
    }
    checkCharacters(name);
    separate();
    quote(name);
    put(':');
    if (indented) {
      put(' ');
    }
    named = true;
    return this;
  }

  /** Writes a string. */
  public JsonWriter value(String value) throws IOException {
    checkCharacters(value);
    beforeValue();
    quote(value);
    return afterValue();
  }

  /** Writes an integer. */
  public JsonWriter value(long value) throws IOException {
    beforeValue();
    if (value >= 0 && value < 10) {
      put((char) ('0' + value));
    } else {
      ascii(Long.toString(value));
    }
    return afterValue();
  }

  /** Writes a double, which must be finite. */
  public JsonWriter value(double value) throws IOException {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no " + value);
    }
    beforeValue();
    ascii(Double.toString(value));
    return afterValue();
  }

  /** Writes a double, or null if it is not finite, which JSON cannot express. */
  public JsonWriter numberOrNull(double value) throws IOException {
    return Double.isFinite(value) ? value(value) : nullValue();
  }

  /** Writes a float, which must be finite. */
  public JsonWriter value(float value) throws IOException {
    if (!Float.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no " + value);
    }
    beforeValue();
    ascii(Float.toString(value));
    return afterValue();
  }

  /** Writes true or false. */
  public JsonWriter value(boolean value) throws IOException {
    beforeValue();
    ascii(value ? "true" : "false");
    return afterValue();
  }

  /** Writes null. */
  public JsonWriter nullValue() throws IOException {
    beforeValue();
    ascii("null");
    return afterValue();
  }

  /** Ends the document with a line feed; another may follow. */
  public JsonWriter endDocument() throws IOException {
    if (!complete) {
      throw new IllegalStateException(
          depth > 0 ? "the document is still open" : "there is no document to end");
    }
    complete = false;
    put('\n');
    return this;
  }

  /** Flushes the buffer to the stream. */
  public void flush() throws IOException {
    drain();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }

  private JsonWriter begin(char bracket, boolean object) throws IOException {
    if (depth == MAX_DEPTH) {
      throw new IllegalStateException("nested deeper than " + MAX_DEPTH + " levels");
    }
    beforeValue();
    put(bracket);
    isObject[depth] = object;
    hasValue[depth] = false;
    depth++;
    return this;
  }

  private JsonWriter end(char bracket, boolean object) throws IOException {
    if (depth == 0 || isObject[depth - 1] != object || named) {
      throw new IllegalStateException("nothing to end with " + bracket);
    }
    depth--;
    if (hasValue[depth]) {
      newLine();
    }
    put(bracket);
    return afterValue();
  }

  private void beforeValue() throws IOException {
    if (named) {
      named = false;
    } else if (depth > 0) {
      if (isObject[depth - 1]) {
        throw new IllegalStateException("a name is expected before the value");
      }
      separate();
    } else if (complete) {
      throw new IllegalStateException("a document must be ended before the next one");
    }
  }

  private JsonWriter afterValue() {
    complete = depth == 0;
    return this;
  }

  private void separate() throws IOException {
    if (hasValue[depth - 1]) {
      put(',');
    }
    hasValue[depth - 1] = true;
    newLine();
  }

  private void newLine() throws IOException {
    if (indented) {
      put('\n');
      for (int i = 0; i < depth; i++) {
        ascii("  ");
      }
    }
  }

  private void quote(String value) throws IOException {
    put('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> ascii("\\\"");
        case '\\' -> ascii("\\\\");
        case '\n' -> ascii("\\n");
        case '\r' -> ascii("\\r");
        case '\t' -> ascii("\\t");
        default -> {
          if (c >= ' ' && c < 0x7f) {
            put(c);
          } else if (c < ' ' || c == 0x7f) {
            ascii(String.format("\\u%04x", (int) c));
          } else {
            int codePoint = value.codePointAt(i);
            for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
              put((char) (b & 0xff));
            }
            i += Character.charCount(codePoint) - 1;
          }
        }
      }
    }
    put('"');
  }

  /** Half of a surrogate pair is not a character: it has no UTF-8 form, and readers reject it. */
  private static void checkCharacters(String value) {
    if (value
        .codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException("a lone surrogate in a string");
    }
  }

  private void ascii(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      put(text.charAt(i));
    }
  }

  private void put(char c) throws IOException {
    if (length == buffer.length) {
      drain();
    }
    buffer[length++] = (byte) c;
  }

  private void drain() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
  }
}
