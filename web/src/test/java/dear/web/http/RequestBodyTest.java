// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of a known length, and those in pieces. */
class RequestBodyTest {
  private static final Map<String, String> CHUNKED = Map.of("transfer-encoding", "chunked");

  @Test
  void aLengthIsKept() throws IOException {
    InputStream in = stream("12345GET /");
    RequestBody body = body(Map.of("content-length", "5"), in);
    assertThat(body.read()).isEqualTo('1');
    assertThat(body.isSkippable()).isTrue();
    assertThat(text(body)).isEqualTo("2345");
    assertThat(body.read()).isNegative();
    assertThat(text(in)).isEqualTo("GET /");
  }

  @Test
  void whatNobodyReadsIsSkipped() throws IOException {
    InputStream in = stream("12345GET /");
    RequestBody body = body(Map.of("content-length", "5"), in);
    assertThat(body.isSkippable()).isTrue();
    body.skipRest();
    assertThat(text(in)).isEqualTo("GET /");
    assertThat(body(Map.of("content-length", "65537"), in).isSkippable()).isFalse();
    assertThat(body(CHUNKED, in).isSkippable()).isFalse();
  }

  @Test
  void noLengthIsNoBody() throws IOException {
    RequestBody body = body(Map.of(), stream("GET /"));
    assertThat(body.isSkippable()).isTrue();
    assertThat(body.read()).isNegative();
  }

  @Test
  void piecesAreJoined() throws IOException {
    InputStream in =
        stream(
            "5\r\n12345\r\n00A;x=\"y\"\r\n0123456789\r\n1 \t;\r\n\u00ff\r\n"
                + "0\r\nX: 1\r\n\r\nGET /");
    RequestBody body = body(CHUNKED, in);
    assertThat(text(body)).isEqualTo("123450123456789\u00ff");
    assertThat(body.isSkippable()).isTrue();
    body.skipRest();
    assertThat(text(in)).isEqualTo("GET /");
  }

  @Test
  void theClientIsAskedOnceAndOnlyIfSomebodyReads() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Map<String, String> fields = Map.of("content-length", "2", "expect", "100-continue");
    RequestBody body = new RequestBody(head(fields), stream("ab"), out);
    assertThat(body.isSkippable()).isFalse();
    assertThat(out.size()).isZero();
    assertThat(text(body)).isEqualTo("ab");
    assertThat(out.toString(ISO_8859_1)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
    assertThat(body.isSkippable()).isTrue();
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        argumentSet("no number", 400, "zz\r\n"),
        argumentSet("empty", 400, "\r\n"),
        argumentSet("negative", 400, "-1\r\n"),
        argumentSet("with a sign", 400, "+1\r\na\r\n0\r\n\r\n"),
        argumentSet("with a prefix", 400, "0x1\r\na\r\n0\r\n\r\n"),
        argumentSet("space before", 400, " 1\r\na\r\n0\r\n\r\n"),
        argumentSet("space after", 400, "1 \r\na\r\n0\r\n\r\n"),
        argumentSet("too many digits", 400, "0000000000000001\r\na\r\n0\r\n\r\n"),
        argumentSet("overflow", 400, "ffffffffffffffff\r\na\r\n"),
        argumentSet("LF after the length", 400, "1\na\r\n0\r\n\r\n"),
        argumentSet("CR in an extension", 400, "1;\rx\r\na\r\n0\r\n\r\n"),
        argumentSet("NUL in an extension", 400, "1;\u0000\r\na\r\n0\r\n\r\n"),
        argumentSet("long extension", 400, "1;" + "x".repeat(300) + "\r\na\r\n0\r\n\r\n"),
        argumentSet("many extensions", 400, ("1;" + "x".repeat(200) + "\r\na\r\n").repeat(100)),
        argumentSet("longer than it says", 400, "1\r\nab\r\n0\r\n\r\n"),
        argumentSet("LF after the piece", 400, "1\r\na\n0\r\n\r\n"),
        argumentSet("trailer without a colon", 400, "0\r\nX\r\n\r\n"),
        argumentSet("trailer with a space", 400, "0\r\nX : 1\r\n\r\n"),
        argumentSet("long trailer", 431, "0\r\nX: " + "x".repeat(5000) + "\r\n\r\n"));
  }

  @ParameterizedTest
  @MethodSource
  void hostile(int status, String text) {
    RequestBody body = body(CHUNKED, stream(text));
    assertThatThrownBy(body::readAllBytes)
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(status));
    assertThat(body.isSkippable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5\r\n", "5\r\n123", "1\r\na\r\n", "0\r\n", "0\r\nX: 1\r\n"})
  void aBodyThatBreaksOffHasNoEnd(String text) {
    RequestBody body = body(CHUNKED, stream(text));
    assertThatThrownBy(body::readAllBytes).isInstanceOf(EOFException.class);
    assertThat(body.isSkippable()).isFalse();
    RequestBody known = body(Map.of("content-length", "100"), stream(text));
    assertThatThrownBy(known::readAllBytes).isInstanceOf(EOFException.class);
    assertThat(known.isSkippable()).isFalse();
  }

  /** Small pieces are usual, so their lengths are not held against them. */
  @Test
  void manySmallPieces() throws IOException {
    assertThat(text(body(CHUNKED, stream("1\r\na\r\n".repeat(50_000) + "0\r\n\r\n"))))
        .hasSize(50_000);
  }

  @Test
  void mutations() throws IOException {
    String whole = "5\r\n12345\r\nA;x=y\r\n0123456789\r\n0\r\nX: 1\r\n\r\n";
    String bytes = "\r\n\t \u0000;:0159afAFxz-";
    SplittableRandom random = new SplittableRandom(20_250_926);
    int ended = 0;
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder(whole);
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        int at = random.nextInt(text.length());
        String one = "" + bytes.charAt(random.nextInt(bytes.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.replace(at, at + 1, one);
          case 1 -> text.insert(at, one);
          default -> text.deleteCharAt(at);
        }
      }
      RequestBody body = body(CHUNKED, stream(text.toString()));
      try {
        assertThat(text(body)).hasSizeLessThan(text.length());
        assertThat(body.isSkippable()).isTrue();
        ended++;
      } catch (Refusal | EOFException e) {
        assertThat(body.isSkippable()).as(text.toString()).isFalse();
      }
    }
    assertThat(ended).isBetween(5_000, 45_000);
  }

  private static RequestBody body(Map<String, String> fields, InputStream in) {
    return new RequestBody(head(fields), in, OutputStream.nullOutputStream());
  }

  private static RequestHead head(Map<String, String> fields) {
    return new RequestHead("POST", "/", "localhost", true, fields);
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(ISO_8859_1));
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), ISO_8859_1);
  }
}
