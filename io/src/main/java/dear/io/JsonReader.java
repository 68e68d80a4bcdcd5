// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A strict pull parser for untrusted JSON (RFC 8259) over a UTF-8 stream.
 *
 * <p>The caller asks for what it expects ({@link #beginObject}, {@link #nextName}, {@link
 * #nextDouble}, …); anything else throws a {@link JsonException} that names the source, the line
 * and the field. Only what was asked for is built, so a stream of any length is read in constant
 * memory: depth, string length and number length are bounded.
 *
 * <p>One stream may hold several documents: {@link #endDocument} requires the end of the line (or
 * of the stream) and prepares the reader for the next one. In JSON Lines ({@link #lines}) a
 * document must also end on the line it began on, so that the error for a truncated line names that
 * line rather than the next one.
 */
public final class JsonReader implements Closeable {
  /** The kind of the next token. */
  public enum Token {
    OBJECT,
    END_OBJECT,
    ARRAY,
    END_ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL,
    END_OF_INPUT
  }

  /** Deep enough for all our documents, shallow enough for any stack. */
  public static final int MAX_DEPTH = 64;

  // The shortest round-trip text of a double needs at most 24; the rest is slack for other writers.
  private static final int MAX_NUMBER_CHARS = 400;
  private static final int MAX_STRING_BYTES = 1 << 20;

  private final InputStream in;
  private final String source;
  private final boolean oneLine;
  private final byte[] buffer = new byte[1 << 14];
  private int position;
  private int limit;
  private long line = 1;

  // One frame per open object or array: its kind, the name or index being read, whether a value has
  // been seen.
  private final boolean[] isObject = new boolean[MAX_DEPTH];
  private final boolean[] hasValue = new boolean[MAX_DEPTH];
  private final String[] names = new String[MAX_DEPTH];
  private final long[] indices = new long[MAX_DEPTH];
  private int depth;
  private boolean nameRead;
  private boolean separated; // the comma before the next value has been consumed
  private byte[] text = new byte[256];
  private int textLength;

  /**
   * A reader of the stream.
   *
   * @param in UTF-8 text, closed by {@link #close}
   * @param source its name in error messages
   */
  public JsonReader(InputStream in, String source) {
    this(in, source, false);
  }

  private JsonReader(InputStream in, String source, boolean oneLine) {
    this.in = in;
    this.source = source;
    this.oneLine = oneLine;
  }

  /** A reader of JSON Lines: no document continues past the end of its line. */
  public static JsonReader lines(InputStream in, String source) {
    return new JsonReader(in, source, true);
  }

  /** The number of the line being read, from 1. */
  public long line() {
    return line;
  }

  /** An error at the current position. */
  public JsonException error(String message) {
    String path = path();
    return new JsonException(
        source + ":" + line + ": " + (path.isEmpty() ? "" : "field " + path + ": ") + message);
  }

  /** The path from the root to the value being read, such as {@code hints.d.data[3]}. */
  public String path() {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      if (isObject[i]) {
        if (!names[i].isEmpty()) {
          path.append(path.isEmpty() ? "" : ".").append(names[i]);
        }
      } else {
        path.append('[').append(indices[i]).append(']');
      }
    }
    return path.toString();
  }

  /** The kind of the next value, or the end of the enclosing object, array or text. */
  public Token peek() throws IOException {
    separate();
    int c = peekByte();
    return switch (c) {
      case '{' -> Token.OBJECT;
      case '}' -> Token.END_OBJECT;
      case '[' -> Token.ARRAY;
      case ']' -> Token.END_ARRAY;
      case '"' -> Token.STRING;
      case 't', 'f' -> Token.BOOLEAN;
      case 'n' -> Token.NULL;
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Token.NUMBER;
      case -1 -> {
        if (depth > 0) {
          throw error("the text ends inside a value");
        }
        yield Token.END_OF_INPUT;
      }
      default -> throw error("unexpected character " + show(c));
    };
  }

  /** Opens an object. */
  public void beginObject() throws IOException {
    begin("an object", true);
  }

  /** Opens an array. */
  public void beginArray() throws IOException {
    begin("an array", false);
  }

  /** Closes the object, which must have no more members. */
  public void endObject() throws IOException {
    end('}', true);
  }

  /** Closes the array, which must have no more values. */
  public void endArray() throws IOException {
    end(']', false);
  }

  /** Whether the open object or array has another element. */
  public boolean hasNext() throws IOException {
    Token next = peek();
    return next != Token.END_ARRAY && next != Token.END_OBJECT && next != Token.END_OF_INPUT;
  }

  /** The name of the next member. */
  public String nextName() throws IOException {
    if (depth == 0 || !isObject[depth - 1] || nameRead) {
      throw new IllegalStateException("no name is expected here");
    }
    separate();
    if (peekByte() != '"') {
      throw error("expected a name in quotes, found " + show(peekByte()));
    }
    String name = readString();
    skipBlanks();
    demand(':', "expected a colon after \"" + name + "\"");
    names[depth - 1] = name;
    nameRead = true;
    return name;
  }

  /** The next value, a string. */
  public String nextString() throws IOException {
    expect(Token.STRING, "a string");
    String value = readString();
    valueRead();
    return value;
  }

  /** The next value, a number. */
  public double nextDouble() throws IOException {
    readNumber("a number");
    if (isSmallInteger()) {
      double value = smallInteger();
      valueRead();
      return value == 0 && text[0] == '-' ? -0.0 : value;
    }
    double value = Double.parseDouble(numberText());
    if (Double.isInfinite(value)) {
      throw error("number " + numberText() + " is too large for a double");
    }
    valueRead();
    return value;
  }

  /** The next value, a number, rounded once to the nearest float. */
  public float nextFloat() throws IOException {
    readNumber("a number");
    float value = Float.parseFloat(numberText());
    if (Float.isInfinite(value)) {
      throw error("number " + numberText() + " is too large for a float");
    }
    valueRead();
    return value;
  }

  /** The next value, an integer written without fraction or exponent. */
  public long nextLong() throws IOException {
    long value = readInteger();
    valueRead();
    return value;
  }

  /** The next value, an integer that fits an int. */
  public int nextInt() throws IOException {
    long value = readInteger();
    if (value != (int) value) {
      throw error("integer " + value + " is out of range");
    }
    valueRead();
    return (int) value;
  }

  /** The next value, true or false. */
  public boolean nextBoolean() throws IOException {
    expect(Token.BOOLEAN, "true or false");
    boolean value = peekByte() == 't';
    literal(value ? "true" : "false");
    valueRead();
    return value;
  }

  /** The next value, which must be null. */
  public void nextNull() throws IOException {
    expect(Token.NULL, "null");
    literal("null");
    valueRead();
  }

  /** Skips the next value, whatever it is, checking its syntax. */
  public void skipValue() throws IOException {
    switch (peek()) {
      case OBJECT -> {
        beginObject();
        while (hasNext()) {
          nextName();
          skipValue();
        }
        endObject();
      }
      case ARRAY -> {
        beginArray();
        while (hasNext()) {
          skipValue();
        }
        endArray();
      }
      case STRING -> nextString();
      case NUMBER -> {
        readNumber("a number");
        valueRead();
      }
      case BOOLEAN -> nextBoolean();
      case NULL -> nextNull();
      case END_OBJECT, END_ARRAY, END_OF_INPUT -> throw error("expected a value");
    }
  }

  /** Requires the document to be followed by the end of the line or of the stream. */
  public void endDocument() throws IOException {
    if (depth > 0) {
      throw new IllegalStateException("the document is still open");
    }
    for (int c = peekByte(); c == ' ' || c == '\t' || c == '\r'; c = peekByte()) {
      position++;
    }
    int c = peekByte();
    if (c != '\n' && c != -1) {
      throw error("unexpected " + show(c) + " after the end of the document");
    }
    if (c == '\n') {
      readByte();
    }
    names[0] = "";
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  // ---- grammar ----

  private void begin(String what, boolean object) throws IOException {
    expect(object ? Token.OBJECT : Token.ARRAY, what);
    if (depth == MAX_DEPTH) {
      throw error("nested deeper than " + MAX_DEPTH + " levels");
    }
    readByte();
    isObject[depth] = object;
    hasValue[depth] = false;
    names[depth] = "";
    indices[depth] = 0;
    depth++;
    nameRead = false;
    separated = false;
  }

  private void end(char bracket, boolean object) throws IOException {
    if (depth == 0 || isObject[depth - 1] != object || nameRead) {
      throw new IllegalStateException("nothing to end with " + bracket);
    }
    separate();
    if (peekByte() != bracket) {
      throw error("expected " + bracket + ", found " + show(peekByte()));
    }
    readByte();
    depth--;
    valueRead();
  }

  private void expect(Token token, String what) throws IOException {
    if (depth > 0 && isObject[depth - 1] && !nameRead) {
      throw new IllegalStateException("a name is expected before the value");
    }
    Token next = peek();
    if (next != token) {
      throw error("expected " + what + ", found " + describe(next));
    }
  }

  private static String describe(Token token) {
    return switch (token) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      case END_OBJECT -> "the end of the object";
      case END_ARRAY -> "the end of the array";
      case END_OF_INPUT -> "the end of the text";
    };
  }

  private void valueRead() {
    nameRead = false;
    separated = false;
    if (depth > 0) {
      hasValue[depth - 1] = true;
      indices[depth - 1]++;
    }
  }

  /** Consumes whitespace and, once, the comma required between two values. */
  private void separate() throws IOException {
    skipBlanks();
    if (depth == 0 || nameRead || separated || !hasValue[depth - 1]) {
      return;
    }
    int c = peekByte();
    if (c == ',') {
      readByte();
      skipBlanks();
      int next = peekByte();
      if (next == ']' || next == '}') {
        throw error("a value must follow the comma");
      }
      separated = true;
    } else if (c != (isObject[depth - 1] ? '}' : ']')) {
      throw error(
          "expected a comma or the end of the "
              + (isObject[depth - 1] ? "object" : "array")
              + ", found "
              + show(c));
    }
  }

  private void literal(String word) throws IOException {
    for (int i = 0; i < word.length(); i++) {
      demand(word.charAt(i), "expected " + word);
    }
  }

  /** Consumes a character; peeks first, so that an error names the line it should have been on. */
  private void demand(char character, String otherwise) throws IOException {
    if (peekByte() != character) {
      throw error(otherwise);
    }
    readByte();
  }

  // ---- numbers ----

  private void readNumber(String what) throws IOException {
    expect(Token.NUMBER, what);
    textLength = 0;
    if (peekByte() == '-') {
      take(MAX_NUMBER_CHARS);
    }
    if (peekByte() == '0') {
      take(MAX_NUMBER_CHARS);
    } else {
      digits();
    }
    if (peekByte() == '.') {
      take(MAX_NUMBER_CHARS);
      digits();
    }
    if (peekByte() == 'e' || peekByte() == 'E') {
      take(MAX_NUMBER_CHARS);
      if (peekByte() == '+' || peekByte() == '-') {
        take(MAX_NUMBER_CHARS);
      }
      digits();
    }
    int c = peekByte();
    if (c != ',' && c != ']' && c != '}' && c > ' ') {
      throw error("malformed number: " + show(c) + " after " + numberText());
    }
  }

  private long readInteger() throws IOException {
    readNumber("an integer");
    if (isSmallInteger()) {
      return smallInteger();
    }
    try {
      return Long.parseLong(numberText());
    } catch (NumberFormatException e) {
      throw error("expected an integer of at most 64 bits, found " + numberText());
    }
  }

  private void digits() throws IOException {
    int c = peekByte();
    if (c < '0' || c > '9') {
      throw error("malformed number: a digit must follow \"" + numberText() + "\"");
    }
    while (c >= '0' && c <= '9') {
      take(MAX_NUMBER_CHARS);
      c = peekByte();
    }
  }

  private String numberText() {
    return new String(text, 0, textLength, StandardCharsets.ISO_8859_1);
  }

  private boolean isSmallInteger() {
    if (textLength > 9) {
      return false;
    }
    for (int i = text[0] == '-' ? 1 : 0; i < textLength; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private int smallInteger() {
    int value = 0;
    boolean negative = text[0] == '-';
    for (int i = negative ? 1 : 0; i < textLength; i++) {
      value = 10 * value + (text[i] - '0');
    }
    return negative ? -value : value;
  }

  // ---- strings ----

  private String readString() throws IOException {
    readByte();
    textLength = 0;
    boolean ascii = true;
    while (true) {
      int c = peekByte();
      if (c < 0) {
        throw error("the text ends inside a string");
      } else if (c < ' ') {
        throw error("control character " + show(c) + " in a string");
      }
      readByte();
      if (c == '"') {
        break;
      } else if (c == '\\') {
        ascii &= escape();
      } else {
        ascii &= c < 0x80;
        append((byte) c, MAX_STRING_BYTES);
      }
    }
    if (ascii) {
      return new String(text, 0, textLength, StandardCharsets.ISO_8859_1);
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(text, 0, textLength))
          .toString();
    } catch (CharacterCodingException e) {
      throw error("a string is not valid UTF-8");
    }
  }

  /** Appends the escaped character as UTF-8; returns whether it is ASCII. */
  private boolean escape() throws IOException {
    int c = peekByte();
    if (c < 0 || "\"\\/bfnrtu".indexOf(c) < 0) {
      throw error("unknown escape in a string: a backslash and " + show(c));
    }
    readByte();
    switch (c) {
      case '"', '\\', '/' -> append((byte) c, MAX_STRING_BYTES);
      case 'b' -> append((byte) '\b', MAX_STRING_BYTES);
      case 'f' -> append((byte) '\f', MAX_STRING_BYTES);
      case 'n' -> append((byte) '\n', MAX_STRING_BYTES);
      case 'r' -> append((byte) '\r', MAX_STRING_BYTES);
      case 't' -> append((byte) '\t', MAX_STRING_BYTES);
      default -> {
        int unit = hex4();
        String character;
        if (Character.isHighSurrogate((char) unit)) {
          demand('\\', "a lone surrogate in a string");
          demand('u', "a lone surrogate in a string");
          int low = hex4();
          if (!Character.isLowSurrogate((char) low)) {
            throw error("a lone surrogate in a string");
          }
          character = Character.toString(Character.toCodePoint((char) unit, (char) low));
        } else if (Character.isLowSurrogate((char) unit)) {
          throw error("a lone surrogate in a string");
        } else {
          character = Character.toString(unit);
        }
        for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
          append(b, MAX_STRING_BYTES);
        }
        return unit < 0x80;
      }
    }
    return true;
  }

  private int hex4() throws IOException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int c = peekByte();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw error("four hexadecimal digits must follow \\u");
      }
      readByte();
      value = 16 * value + digit;
    }
    return value;
  }

  // ---- bytes ----

  private void take(int cap) throws IOException {
    append((byte) readByte(), cap);
  }

  private void append(byte b, int cap) throws IOException {
    if (textLength == cap) {
      throw error("a string or number is longer than " + cap + " bytes");
    }
    if (textLength == text.length) {
      text = Arrays.copyOf(text, 2 * text.length);
    }
    text[textLength++] = b;
  }

  private void skipBlanks() throws IOException {
    for (int c = peekByte(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peekByte()) {
      if (c == '\n' && oneLine && depth > 0) {
        throw error("the line ends inside a value");
      }
      readByte();
    }
  }

  private int peekByte() throws IOException {
    return position < limit || fill() ? buffer[position] & 0xff : -1;
  }

  private int readByte() throws IOException {
    if (position == limit && !fill()) {
      return -1;
    }
    int c = buffer[position++] & 0xff;
    if (c == '\n') {
      line++;
    }
    return c;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer));
    return limit > 0;
  }

  private static String show(int c) {
    if (c < 0) {
      return "the end of the text";
    }
    return c > ' ' && c < 0x7f ? "'" + (char) c + "'" : String.format("byte 0x%02x", c);
  }
}
