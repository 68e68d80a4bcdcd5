// SPDX-License-Identifier: Apache-2.0
package dear.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Everything that RFC 8259 allows is read, and nothing else; errors name source, line and field.
 */
class JsonGrammarTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "0",
        "-0",
        "1e5",
        "1E+5",
        "1e-5",
        "-1.5e00",
        "0.0",
        "10",
        "true",
        "false",
        "null",
        "\"\"",
        " [ 1 , 2 ] ",
        "\t\r\n{\"a\" : {\"b\" : [ ] } , \"c\" : null}\n",
        "[[[[1],[2]],[]],{}]",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\"",
        "\"\\ud83d\\ude00\"",
        "\"é😀\u007f\u2028\"",
        "{\"\":0}",
        "1e-400",
        "123456789012345678901234567890"
      })
  void valid(String text) throws IOException {
    Json.parse(text);
    JsonReader skipping = reader(text);
    skipping.skipValue();
    assertThat(skipping.peek()).isEqualTo(JsonReader.Token.END_OF_INPUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "}",
        "]",
        "[}",
        "{]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1,,2]",
        "[1 2]",
        "[1}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{\"a\"::1}",
        "{a:1}",
        "{1:1}",
        "{'a':1}",
        "{\"a\":1]",
        "[\"a\":1]",
        "1 2",
        "{}{}",
        "[][]",
        "nul",
        "nulll",
        "True",
        "tru",
        "truefalse",
        "undefined",
        "NaN",
        "Infinity",
        "-Infinity",
        "[NaN]",
        "01",
        "-01",
        "00",
        "+1",
        "-",
        "--1",
        ".5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "1e5.5",
        "0x10",
        "1_000",
        "1f",
        "1d",
        "1e400",
        "-1e400",
        "\"",
        "\"a",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u-123\"",
        "\"\\ud800\"",
        "\"\\ud800x\"",
        "\"\\ud800\\n\"",
        "\"\\ud800\\ud800\"",
        "\"\\udc00\"",
        "\"a\nb\"",
        "\"a\tb\"",
        "\"\u0000\"",
        "// comment\n1",
        "/* comment */ 1",
        "[1] x",
        "\u00a01",
        "\ufeff1",
        "\f1"
      })
  void invalid(String text) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> Json.parse(text))
        .withMessageStartingWith("JSON text:");
  }

  @ParameterizedTest
  @CsvSource({
    "C080, an overlong zero",
    "C1BF, an overlong letter",
    "E08080, an overlong zero of three bytes",
    "EDA080, a surrogate",
    "F4908080, beyond the last code point",
    "F8888080, five bytes",
    "80, a continuation without a start",
    "C3, a start without continuation",
    "E282, a cut character",
    "FF, never a byte of UTF-8",
    "FE, never a byte of UTF-8"
  })
  void invalidUtf8(String hex, String what) {
    byte[] bytes = java.util.HexFormat.of().parseHex("22" + hex + "22");
    assertThatExceptionOfType(JsonException.class)
        .as(what)
        .isThrownBy(() -> new JsonReader(new ByteArrayInputStream(bytes), "file").nextString())
        .withMessageContaining("UTF-8");
  }

  @Test
  void escapesAndUtf8GiveTheSameString() throws IOException {
    assertThat(Json.parse("\"\\u00e9\\u20ac\\ud83d\\ude00\\u0000z\"").string())
        .isEqualTo("é€😀\u0000z");
    assertThat(Json.parse("\"é€😀\"").string()).isEqualTo("é€😀");
    assertThat(Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"").string()).isEqualTo("\"\\/\b\f\n\r\t");
  }

  @Test
  void zeroKeepsItsSign() throws IOException {
    for (String zero : new String[] {"-0", "-0.0", "-0e5", "-1e-400"}) {
      assertThat(1 / Json.parse(zero).number()).as(zero).isEqualTo(Double.NEGATIVE_INFINITY);
    }
    assertThat(1 / Json.parse("0").number()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void depthIsBounded() throws IOException {
    int most = JsonReader.MAX_DEPTH;
    Json.parse("[".repeat(most) + "]".repeat(most));
    assertThatThrownBy(() -> Json.parse("[".repeat(most + 1) + "]".repeat(most + 1)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("deeper than " + most);
    assertThatThrownBy(() -> reader("{\"a\":".repeat(100_000)).skipValue())
        .isInstanceOf(JsonException.class);
  }

  @Test
  void stringsAndNumbersAreBounded() throws IOException {
    assertThat(Json.parse("\"" + "x".repeat(1 << 20) + "\"").string()).hasSize(1 << 20);
    assertThatThrownBy(() -> Json.parse("\"" + "x".repeat((1 << 20) + 1) + "\""))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("longer than 1048576");
    assertThat(Json.parse("0." + "3".repeat(398)).number()).isEqualTo(1.0 / 3);
    assertThatThrownBy(() -> Json.parse("0." + "3".repeat(399)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("longer than 400");
  }

  @Test
  void duplicateNamesAreAnErrorInTrees() {
    assertThatThrownBy(() -> Json.parse("{\"x\":{\"a\":1,\n\"b\":2,\"\\u0061\":3}}"))
        .isInstanceOf(JsonException.class)
        .hasMessage("JSON text:2: field x.a: duplicate name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1,2,x]|1: field [2]: unexpected character 'x'",
        "{`a`:[1,{`b`:tru}]}|1: field a[1].b: expected true",
        "{`a`:1,~`b`:~x}|3: field b: unexpected character 'x'",
        "{`a`:1,~`b`:`x~`}|2: field b: control character byte 0x0a in a string",
        "{`a`:`x\\~`}|1: field a: unknown escape in a string: a backslash and byte 0x0a",
        "{`a`:`\\u00~`}|1: field a: four hexadecimal digits must follow \\u",
        "{`a`:tru~e}|1: field a: expected true",
        "[[1,2],[3,4.]]|1: field [1][1]: malformed number: a digit must follow \"4.\"",
        "[1,2|1: field [2]: expected a comma or the end of the array, found the end of the text",
        "{`a`:1 2}|1: field a: expected a comma or the end of the object, found '2'"
      })
  void errorsNameLineAndField(String text, String message) {
    String json = text.replace('`', '"').replace('~', '\n');
    assertThatThrownBy(() -> Json.parse(json))
        .isInstanceOf(JsonException.class)
        .hasMessage("JSON text:" + message);
  }

  @Test
  void wrongKindsAreNamed() throws IOException {
    JsonReader reader = reader("{\"a\":[7,99999999999]}");
    reader.beginObject();
    reader.nextName();
    reader.beginArray();
    assertThatThrownBy(reader::nextString)
        .hasMessage("file:1: field a[0]: expected a string, found a number");
    assertThat(reader.nextInt()).isEqualTo(7);
    assertThatThrownBy(reader::nextInt)
        .hasMessage("file:1: field a[1]: integer 99999999999 is out of range");
    assertThatThrownBy(() -> reader("1.0").nextLong()).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> reader("1e2").nextInt()).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> reader("9223372036854775808").nextLong())
        .isInstanceOf(JsonException.class);
    assertThat(reader("-9223372036854775808").nextLong()).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> reader("1e39").nextFloat()).isInstanceOf(JsonException.class);
  }

  @Test
  void messagesAreShortAndPrintable() {
    String name = "a\\u001b[2J\\u009b" + "b".repeat(100_000);
    assertThatThrownBy(() -> Json.parse("{\"" + name + "\":tru}"))
        .isInstanceOf(JsonException.class)
        .message()
        .hasSizeLessThan(1100)
        .startsWith("JSON text:1: field a")
        .endsWith(": expected true")
        .doesNotContain("\u001b", "\u009b");
  }

  @Test
  void severalDocumentsPerStream() throws IOException {
    JsonReader reader = JsonReader.lines(stream("{\"a\":1}\r\n\n  \n[2] \t\n3"), "file");
    reader.skipValue();
    reader.endDocument();
    assertThat(reader.peek()).isEqualTo(JsonReader.Token.ARRAY);
    assertThat(reader.line()).isEqualTo(4);
    reader.skipValue();
    reader.endDocument();
    assertThat(reader.nextInt()).isEqualTo(3);
    reader.endDocument();
    assertThat(reader.peek()).isEqualTo(JsonReader.Token.END_OF_INPUT);
    assertThat(reader.path()).isEmpty();
  }

  @Test
  void twoDocumentsOnALineAreAnError() throws IOException {
    JsonReader reader = reader("{} {}");
    reader.skipValue();
    assertThatThrownBy(reader::endDocument)
        .isInstanceOf(JsonException.class)
        .hasMessage("file:1: unexpected '{' after the end of the document");
  }

  @Test
  void aLineThatIsCutOffNamesItself() {
    JsonReader reader = JsonReader.lines(stream("{\"a\":[1,2\n{\"a\":[]}\n"), "file");
    assertThatThrownBy(reader::skipValue)
        .isInstanceOf(JsonException.class)
        .hasMessage("file:1: field a[2]: the line ends inside a value");
  }

  @Test
  void treeAccessorsSayWhatIsWrong() throws IOException {
    Json json = Json.parse("{\"a\":[1.5,\"x\",true,null]}");
    assertThat(json.has("a")).isTrue();
    assertThat(json.get("a").has("b")).isFalse();
    assertThat(json.get("a").values().get(2).bool()).isTrue();
    assertThatThrownBy(() -> json.get("b")).hasMessageContaining("no member \"b\"");
    assertThatThrownBy(() -> json.get("a").values().getFirst().integer())
        .hasMessageContaining("not an integer: 1.5");
    assertThatThrownBy(json::string).hasMessageContaining("not a string");
    assertThatThrownBy(json::values).hasMessageContaining("not an array");
    assertThatThrownBy(() -> json.get("a").members()).hasMessageContaining("not an object");
  }

  private static JsonReader reader(String text) {
    return new JsonReader(stream(text), "file");
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
