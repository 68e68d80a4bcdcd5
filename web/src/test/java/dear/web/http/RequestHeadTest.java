// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads that are read, and those that are not. */
class RequestHeadTest {
  private static final String HOST = "Host: localhost\r\n";
  private static final String LINE = "GET / HTTP/1.1\r\n";
  private static final String POST = "POST / HTTP/1.1\r\n" + HOST;

  static Stream<Arguments> hostile() {
    return Stream.of(
        argumentSet("no words", 400, "x\r\n\r\n"),
        argumentSet("two words", 400, "GET /\r\n\r\n"),
        argumentSet("four words", 400, "GET / HTTP/1.1 x\r\n" + HOST + "\r\n"),
        argumentSet("two spaces", 400, "GET  / HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("space first", 400, " GET / HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("space last", 400, "GET / HTTP/1.1 \r\n" + HOST + "\r\n"),
        argumentSet("tab", 400, "GET\t/\tHTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("no method", 400, " / HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("method of other characters", 400, "G<T / HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("no such version", 400, "GET / HTTP/1.10\r\n" + HOST + "\r\n"),
        argumentSet("version in lower case", 400, "GET / http/1.1\r\n" + HOST + "\r\n"),
        argumentSet("other protocol", 400, "GET / ICY/1.1\r\n" + HOST + "\r\n"),
        argumentSet("HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        argumentSet("HTTP/0.9", 505, "GET / HTTP/0.9\r\n\r\n"),
        argumentSet("TLS", 400, "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc"),
        argumentSet("NUL in the method", 400, "G\u0000T / HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("NUL in the path", 400, "GET /\u0000 HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("NUL in a name", 400, LINE + HOST + "X\u0000: 1\r\n\r\n"),
        argumentSet("NUL in a value", 400, LINE + HOST + "X: \u0000\r\n\r\n"),
        argumentSet("DEL in a value", 400, LINE + HOST + "X: \u007f\r\n\r\n"),
        argumentSet("LF after the request line", 400, "GET / HTTP/1.1\n" + HOST + "\r\n"),
        argumentSet("LF after a header", 400, LINE + "Host: localhost\n\r\n"),
        argumentSet("LF at the end", 400, LINE + HOST + "\n"),
        argumentSet("LF before the request line", 400, "\n" + LINE + HOST + "\r\n"),
        argumentSet("CR in the request line", 400, "GET /\r HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("CR in a value", 400, LINE + HOST + "X: 1\rY: 2\r\n\r\n"),
        argumentSet("CR CR LF", 400, LINE + HOST + "X: 1\r\r\n\r\n"),
        argumentSet("continued header", 400, LINE + HOST + "X: 1\r\n 2\r\n\r\n"),
        argumentSet("continued by a tab", 400, LINE + HOST + "X: 1\r\n\t2\r\n\r\n"),
        argumentSet("continued request line", 400, LINE + " X: 1\r\n" + HOST + "\r\n"),
        argumentSet("space before the colon", 400, LINE + HOST + "X : 1\r\n\r\n"),
        argumentSet("tab before the colon", 400, LINE + HOST + "X\t: 1\r\n\r\n"),
        argumentSet("no colon", 400, LINE + HOST + "X\r\n\r\n"),
        argumentSet("no name", 400, LINE + HOST + ": 1\r\n\r\n"),
        argumentSet("name of other characters", 400, LINE + HOST + "X<script>: 1\r\n\r\n"),
        argumentSet("name that is not ASCII", 400, LINE + HOST + "\u00e9: 1\r\n\r\n"),
        argumentSet("no host", 400, LINE + "\r\n"),
        argumentSet("two hosts", 400, LINE + HOST + HOST + "\r\n"),
        argumentSet("a host and none", 400, LINE + HOST + "Host:\r\n\r\n"),
        argumentSet("two hosts on one line", 400, LINE + "Host: a, b\r\n\r\n"),
        argumentSet("host with a path", 400, LINE + "Host: localhost/x\r\n\r\n"),
        argumentSet("host with a user", 400, LINE + "Host: a@localhost\r\n\r\n"),
        argumentSet("no path", 400, "GET x HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("other scheme", 400, "GET mailto:x HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("https", 400, "GET https://localhost/ HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("address without host", 400, "GET http:///x HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("user in the address", 400, "GET http://a@b/ HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("tunnel", 400, "CONNECT localhost:80 HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("asterisk", 400, "GET * HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("fragment", 400, "GET /#x HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("backslash", 400, "GET /\\x HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("path that is not ASCII", 400, "GET /\u00e9 HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("wrong escape", 400, "GET /%zz HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("half an escape", 400, "GET /%4 HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("escape at the end", 400, "GET /% HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("escape in the query", 400, "GET /?%g0 HTTP/1.1\r\n" + HOST + "\r\n"),
        argumentSet("length in words", 400, POST + "Content-Length: ten\r\n\r\n"),
        argumentSet("negative length", 400, POST + "Content-Length: -1\r\n\r\n"),
        argumentSet("length with a sign", 400, POST + "Content-Length: +1\r\n\r\n"),
        argumentSet("length with a point", 400, POST + "Content-Length: 1.0\r\n\r\n"),
        argumentSet("hexadecimal length", 400, POST + "Content-Length: 0x1\r\n\r\n"),
        argumentSet("no length", 400, POST + "Content-Length:\r\n\r\n"),
        argumentSet("two lengths", 400, POST + "Content-Length: 1\r\ncontent-length: 2\r\n\r\n"),
        argumentSet("a length twice", 400, POST + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n"),
        argumentSet("lengths on one line", 400, POST + "Content-Length: 1, 1\r\n\r\n"),
        argumentSet("huge length", 413, POST + "Content-Length: " + "9".repeat(19) + "\r\n\r\n"),
        argumentSet(
            "length and encoding",
            400,
            POST + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
        argumentSet(
            "encoding and length",
            400,
            POST + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"),
        argumentSet("unknown encoding", 501, POST + "Transfer-Encoding: gzip\r\n\r\n"),
        argumentSet("two encodings", 501, POST + "Transfer-Encoding: gzip, chunked\r\n\r\n"),
        argumentSet("an encoding twice", 501, POST + "Transfer-Encoding: chunked, chunked\r\n\r\n"),
        argumentSet("an encoding before", 501, POST + "Transfer-Encoding: chunked, x\r\n\r\n"),
        argumentSet(
            "encoding after a vertical tab",
            400,
            POST + "Transfer-Encoding: \u000bchunked\r\n\r\n"),
        argumentSet("no encoding", 501, POST + "Transfer-Encoding:\r\n\r\n"),
        argumentSet(
            "encoding in HTTP/1.0", 400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
        argumentSet("long path", 414, "GET /" + "x".repeat(16_384)),
        argumentSet("long method", 414, "x".repeat(16_384)),
        argumentSet("empty lines", 414, "\r\n".repeat(8_192)),
        argumentSet("long value", 431, LINE + HOST + "X: " + "x".repeat(16_384)),
        argumentSet("long name", 431, LINE + HOST + "x".repeat(16_384)),
        argumentSet("many headers", 431, LINE + HOST + "X: 1\r\n".repeat(200) + "\r\n"));
  }

  @ParameterizedTest
  @MethodSource
  void hostile(int status, String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(status);
              assertThat(refusal.detail()).doesNotContain("script", "\u0000");
              assertThat(Reply.title(status)).isNotEqualTo("Failed");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "/,                         /,           localhost",
    "/a/b?c=%20d,               /a/b,        localhost",
    "/first%20run,              /first%20run, localhost",
    "//etc/passwd,              //etc/passwd, localhost",
    "/~!$&'()*+;=:@[],          /~!$&'()*+;=:@[], localhost",
    "http://127.0.0.1:80/a?b,   /a,          127.0.0.1:80",
    "HTTP://[::1]:80,           /,           [::1]:80",
    "http://evil.example?x,     /,           evil.example",
  })
  void targets(String target, String path, String host) throws IOException {
    RequestHead head = read("GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
    assertThat(head.path()).isEqualTo(path);
    assertThat(head.host()).isEqualTo(host);
  }

  @Test
  void everything() throws IOException {
    String lines = "\nPOST /x HTTP/1.1\nhOST:localhost:1\nX: \t a  b \t\nX:c\nY:\u00e9\n";
    String framing = "Content-Length: 007\nConnection: Upgrade, CLOSE\nExpect: 100-Continue\n\n";
    RequestHead head = read((lines + framing).replace("\n", "\r\n"));
    assertThat(head.method()).isEqualTo("POST");
    assertThat(head.host()).isEqualTo("localhost:1");
    assertThat(head.field("x")).hasValue("a  b, c");
    assertThat(head.field("y")).hasValue("\u00e9");
    assertThat(head.field("z")).isEmpty();
    assertThat(head.length()).isEqualTo(7);
    assertThat(head.isLast()).isTrue();
    assertThat(head.awaitsContinue()).isTrue();
    assertThat(read("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n").path()).isEqualTo("*");
  }

  @Test
  void olderAndNewerVersions() throws IOException {
    RequestHead old = read("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    assertThat(old.isLast()).isTrue();
    assertThat(old.host()).isEmpty();
    assertThat(old.length()).isEqualTo(-1);
    RequestHead next = read("GET / HTTP/1.2\r\n" + HOST + "\r\n");
    assertThat(next.isCurrent()).isTrue();
    assertThat(next.isLast()).isFalse();
  }

  @Test
  void asMuchAsIsAllowed() throws IOException {
    String target = "/" + "%41".repeat(5_000);
    assertThat(read("GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n").path()).isEqualTo(target);
    String many = LINE + HOST + "X: 1\r\n".repeat(199) + "\r\n";
    assertThat(read(many).fields()).hasSize(2);
    String start = LINE + HOST + "X: ";
    String full = start + "x".repeat(16_384 - start.length() - 4) + "\r\n\r\n";
    assertThat(read(full).field("x").orElseThrow()).hasSizeGreaterThan(16_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 14, 15, 16, 20, 31, 32, 33})
  void aClientThatDisconnectsIsNotAnswered(int length) {
    String whole = LINE + HOST + "\r\n";
    assertThatThrownBy(() -> read(whole.substring(0, length))).isInstanceOf(EOFException.class);
  }

  @Test
  void nothingAfterTheHeadIsRead() throws IOException {
    ByteArrayInputStream in =
        new ByteArrayInputStream((LINE + HOST + "\r\nrest").getBytes(ISO_8859_1));
    RequestHead.read(in);
    assertThat(new String(in.readAllBytes(), ISO_8859_1)).isEqualTo("rest");
  }

  /**
   * Heads with a few bytes changed, inserted, removed or doubled. What is accepted means the same
   * when it is written down again in the plainest way, so there was nothing ambiguous in it.
   */
  @Test
  void mutations() throws IOException {
    List<String> seeds =
        List.of(
            LINE + HOST + "Connection: close\r\n\r\n",
            POST + "Content-Length: 12\r\nContent-Type: application/json\r\n\r\n",
            POST + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
            "GET http://localhost:80/a%20b?c HTTP/1.0\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\n" + HOST + "X: 1\r\nX: 2\r\n\r\n");
    String bytes = "\r\n\t \u0000\u007f\u0080\u00ff:;,%/?#*<0159aXhC";
    SplittableRandom random = new SplittableRandom(20_250_925);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        int at = random.nextInt(text.length());
        String one = "" + bytes.charAt(random.nextInt(bytes.length()));
        switch (random.nextInt(4)) {
          case 0 -> text.replace(at, at + 1, one);
          case 1 -> text.insert(at, one);
          case 2 -> text.deleteCharAt(at);
          default -> text.insert(at, text.substring(at, random.nextInt(at, text.length())));
        }
      }
      try {
        RequestHead head = read(text.toString());
        assertThat(read(plain(head))).as(text.toString()).isEqualTo(head);
        assertThat(head.isChunked() && head.length() >= 0).as(text.toString()).isFalse();
        accepted++;
      } catch (Refusal e) {
        assertThat(e.status()).isIn(400, 413, 414, 431, 501, 505);
        refused++;
      } catch (EOFException e) {
        assertThat(text.toString()).doesNotContain("\n\r\n");
      }
    }
    assertThat(accepted).isGreaterThan(5_000);
    assertThat(refused).isGreaterThan(20_000);
  }

  private static String plain(RequestHead head) {
    StringBuilder text = new StringBuilder(head.method());
    String target = head.path().equals("*") ? "*" : "http://" + head.host() + head.path();
    text.append(' ').append(head.host().isEmpty() ? head.path() : target);
    text.append(head.isCurrent() ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n");
    head.fields()
        .forEach((name, values) -> {
          for (String value : values.split(", ", -1)) {
            text.append(name).append(':').append(value).append("\r\n");
          }
        });
    return text.append("\r\n").toString();
  }

  private static RequestHead read(String text) throws IOException {
    return RequestHead.read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
  }
}
