// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dear.io.Json;
import dear.web.http.FrontDoor;
import dear.web.http.Route;
import dear.web.http.Telemetry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the door lets in and what it says to the rest. */
class FrontDoorTest {
  private static TestServer server;

  @BeforeAll
  static void open(@TempDir Path runs) throws IOException {
    server = new TestServer(runs);
  }

  @AfterAll
  static void close() {
    server.close();
    assertThat(server.failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/style.css",
        "/app.js",
        "/openapi.json",
        "/api/models",
        "/healthz",
        "/metrics",
        "/nowhere"
      })
  void everythingIsSentWithAStrictPolicy(String path) throws Exception {
    HttpResponse<String> response = server.get(path);
    assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "*", "http:");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
  }

  @Test
  void thePageAsksNobodyElse() throws Exception {
    for (String path : new String[] {"/", "/style.css", "/app.js", "/engine.js", "/graph.js"}) {
      assertThat(server.get(path).body())
          .as(path)
          .doesNotContainPattern("src=\"https?:")
          .doesNotContainPattern("<(?!a )[a-z]+ [^>]*href=\"https?:") // links to follow are fine
          .doesNotContainPattern("import .*https?:")
          .doesNotContain("@import")
          .doesNotContain("style=\"")
          .doesNotContainPattern(" on[a-z]+=\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../pom.xml",
        "/%2e%2e/pom.xml",
        "/..%2fpom.xml",
        "//etc/passwd",
        "/index.html/..",
        "/dear/web/app.js",
        "/api/runs/..",
        "/api/runs/%2e%2e",
        "/api/runs/..%2f..%2fetc",
        "/api/runs/%00",
        "/api/runs/a/b/c",
        "/api/runs/%zz",
        "/api/solve/"
      })
  void noPathLeadsAnywhereElse(String path) throws Exception {
    String response =
        server.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(response).startsWith("HTTP/1.1 4");
    assertThat(response).doesNotContain("root:", "<project");
  }

  static Stream<Arguments> notHttp() {
    String many = "X: 1\n".repeat(500);
    return Stream.of(
        argumentSet("a word", 400, "<script>\n"),
        argumentSet("no version", 400, "GET <script>\n"),
        argumentSet("no method", 400, "<script> / HTTP/1.1\n"),
        argumentSet("old version", 505, "GET /script HTTP/0.9\n"),
        argumentSet("new version", 505, "GET /script HTTP/2.0\n"),
        argumentSet("other characters", 400, "GET /<script> HTTP/1.1\n"),
        argumentSet("wrong escape", 400, "GET /script%zz HTTP/1.1\n"),
        argumentSet("no path", 400, "GET script HTTP/1.1\n"),
        argumentSet("no path either", 400, "GET mailto:script HTTP/1.1\n"),
        argumentSet("NUL", 400, "GET /script\0 HTTP/1.1\n"),
        argumentSet("CR", 400, "GET /script\r HTTP/1.1\n"),
        argumentSet("name", 400, "GET / HTTP/1.1\nX<script>: 1\n"),
        argumentSet("space before the colon", 400, "GET / HTTP/1.1\nScript : 1\n"),
        argumentSet("line that goes on", 400, "GET / HTTP/1.1\nX: 1\n <script>\n"),
        argumentSet("no length", 400, "GET / HTTP/1.1\nContent-Length: <script>\n"),
        argumentSet("negative length", 400, "GET / HTTP/1.1\nContent-Length: -1\n"),
        argumentSet("two lengths", 400, "POST / HTTP/1.1\nContent-Length: 1\nContent-Length: 2\n"),
        argumentSet(
            "length and encoding",
            400,
            "POST / HTTP/1.1\nContent-Length: 1\nTransfer-Encoding: chunked\n"),
        argumentSet("encoding", 501, "POST / HTTP/1.1\nTransfer-Encoding: <script>\n"),
        argumentSet("two hosts", 400, "GET / HTTP/1.1\nHost: script\n"),
        argumentSet("long line", 414, "GET /" + "script".repeat(4_000) + " HTTP/1.1\n"),
        argumentSet("long header", 431, "GET / HTTP/1.1\nX: " + "script".repeat(4_000) + "\n"),
        argumentSet("many headers", 431, "GET / HTTP/1.1\n" + many));
  }

  /** What is not HTTP is refused like everything else, and the server hangs up. */
  @ParameterizedTest
  @MethodSource("notHttp")
  void whatIsNotHttpIsNotRepeated(int status, String lines) throws Exception {
    assertRefused(status, lines.replace("\n", "\r\n") + "Host: localhost\r\n\r\n");
  }

  static Stream<Arguments> noLine() {
    return Stream.of(
        argumentSet("LF", 400, "GET / HTTP/1.1\nHost: localhost\n\n"),
        argumentSet("no host", 400, "GET / HTTP/1.1\r\n\r\n"),
        argumentSet("TLS", 400, "\26\3\1\2\0\1\0\1script"),
        argumentSet("no end", 431, "GET / HTTP/1.1\r\n" + "X: script\r\n".repeat(2_000)),
        argumentSet("no line at all", 414, "script".repeat(10_000)));
  }

  @ParameterizedTest
  @MethodSource("noLine")
  void whatHasNoLinesIsNotEither(int status, String text) throws Exception {
    assertRefused(status, text);
  }

  static Stream<Arguments> pieces() {
    return Stream.of(
        argumentSet("no length", 400, "<script>\r\n"),
        argumentSet("negative length", 400, "-1\r\nscript"),
        argumentSet("wrong length", 400, "1\r\nscript\r\n0\r\n\r\n"),
        argumentSet("LF", 400, "6\nscript\n0\n\n"),
        argumentSet("long extension", 400, "6;" + "x".repeat(300) + "\r\nscript\r\n0\r\n\r\n"),
        argumentSet("too much", 413, ("6000\r\n" + "script".repeat(4_096) + "\r\n").repeat(3)),
        argumentSet("too much at once", 413, "7fffffff\r\n" + "script".repeat(11_000)));
  }

  @ParameterizedTest
  @MethodSource("pieces")
  void whatIsNoBodyIsRefusedAsWell(int status, String body) throws Exception {
    assertRefused(
        status,
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
            + body);
  }

  /** Reads to the end: the server hangs up, though nobody asked it to. */
  private static void assertRefused(int status, String request) throws IOException {
    String response = server.raw(request);
    String[] parts = response.split("\r\n\r\n", 2);
    assertThat(parts[0].lines())
        .contains(
            "Content-Type: application/problem+json",
            "Content-Length: " + parts[1].length(),
            "Connection: close",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cross-Origin-Opener-Policy: same-origin",
            "Cross-Origin-Resource-Policy: same-origin",
            "Cache-Control: no-store")
        .anyMatch(
            line -> line.startsWith("Content-Security-Policy: default-src 'none'; script-src"))
        .first()
        .asString()
        .matches("HTTP/1\\.1 %d [A-Z][A-Za-z ]+".formatted(status));
    assertThat(Json.parse(parts[1]).get("status").integer()).isEqualTo(status);
    assertThat(response.replace("script-src", "")).doesNotContainIgnoringCase("script");
  }

  @Test
  void aQuestionAboutNoPathFindsNone() throws Exception {
    assertThat(server.raw("OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 404")
        .contains("Content-Security-Policy: default-src 'none'", "application/problem+json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""})
  void aStrangersNameIsNotAnsweredTo(String host) throws Exception {
    String response =
        server.raw("GET /api/models HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    assertThat(response).startsWith("HTTP/1.1 421");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1:8080", "[::1]:8080"})
  void ourOwnNamesAre(String host) throws Exception {
    assertThat(
            server.raw("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200")
        .endsWith("ok\n");
  }

  @Test
  void methods() throws Exception {
    assertThat(server.get("/api/solve").statusCode()).isEqualTo(405);
    for (String method : new String[] {"PUT", "DELETE", "POST", "PATCH"}) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("/api/models"))
              .method(method, HttpRequest.BodyPublishers.ofString("x"))
              .build();
      assertThat(server.client().send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(405);
    }
    HttpRequest head =
        HttpRequest.newBuilder(server.uri("/"))
            .method("HEAD", HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<String> response =
        server.client().send(head, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void aMethodThatIsNoneIsRefusedAndNotRepeated() throws Exception {
    assertThat(server.raw("SCRIPT / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 405")
        .contains("Content-Security-Policy: default-src 'none'", "application/problem+json")
        .doesNotContain("SCRIPT");
  }

  @Test
  void whatMayBeDoneInsteadIsSaid() throws Exception {
    assertThat(server.get("/api/solve").headers().firstValue("Allow")).hasValue("POST");
    HttpRequest put =
        HttpRequest.newBuilder(server.uri("/api/models"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    assertThat(
            server
                .client()
                .send(put, HttpResponse.BodyHandlers.ofString())
                .headers()
                .firstValue("Allow"))
        .hasValue("GET, HEAD");
  }

  @Test
  void anErrorOfOursIsAdmitted() throws Exception {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Route broken =
        Route.get(
            "/broken",
            _ -> {
              throw new IllegalStateException("on purpose");
            });
    try (FrontDoor door =
        new FrontDoor(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            TestServer.LIMITS.requests(),
            List.of(broken),
            new Telemetry(),
            failures::add)) {
      URI uri = URI.create("http://localhost:" + door.address().getPort() + "/broken");
      HttpResponse<String> response =
          server
              .client()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.headers().firstValue("Content-Type"))
          .hasValue("application/problem+json");
      assertThat(response.headers().firstValue("Content-Security-Policy")).isPresent();
      assertThat(response.body()).contains("internal error").doesNotContain("on purpose");
      assertThat(failures).singleElement().matches(e -> "on purpose".equals(e.getMessage()));
    }
  }

  @Test
  void aFormOfAnotherPageIsRefused() throws Exception {
    for (String type : new String[] {"text/plain", "application/x-www-form-urlencoded", ""}) {
      String response =
          server.raw(
              "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
                  + type
                  + "\r\nContent-Length: 2\r\n\r\n{}");
      assertThat(response).startsWith("HTTP/1.1 415");
    }
  }

  /** A connection closed while its client still sends would be reset, and the answer lost. */
  @Test
  void whoeverStillSendsLearnsWhyItIsRefused() throws Exception {
    byte[] part = new byte[64_000];
    try (Socket socket = server.connect()) {
      OutputStream out = socket.getOutputStream();
      int announced = 900_000;
      String head =
          "POST /api/solve HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Content-Type: application/json\r\n"
              + "Content-Length: "
              + announced
              + "\r\n\r\n";
      out.write(head.getBytes(UTF_8));
      for (int k = 0; k < 3; k++) {
        out.write(part);
        Thread.sleep(150); // the server has answered long ago
      }
      byte[] start = socket.getInputStream().readNBytes(12);
      assertThat(new String(start, UTF_8)).isEqualTo("HTTP/1.1 413");
    }
  }

  @Test
  void aLongBodyIsRefusedBeforeItIsRead() throws Exception {
    String response =
        server.raw(
            "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{");
    assertThat(response).startsWith("HTTP/1.1 413");
  }

  @Test
  void aBodyOfUnknownLengthIsReadOnlySoFar() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/api/solve"))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.fromPublisher(
                    HttpRequest.BodyPublishers.ofString(" ".repeat((1 << 16) + 1))))
            .build();
    HttpResponse<String> response =
        server.client().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(response.body()).contains("65536");
  }

  @Test
  void whatHappensIsCounted() throws Exception {
    server.get("/nowhere");
    server.solve("{\"algorithm\":\"insertion_sort\",\"numbers\":[2,1]}");
    String solves = "dear_http_requests_total{route=\"/api/solve\",status=\"200\"}";
    String text = server.get("/metrics").body();
    for (int i = 0; i < 100 && !text.contains(solves); i++) { // counted once the answer is sent
      Thread.sleep(20);
      text = server.get("/metrics").body();
    }
    assertThat(text)
        .contains("dear_http_requests_total{route=\"other\",status=\"404\"}")
        .contains(solves)
        .containsPattern("dear_solve_seconds_bucket\\{le=\"\\+Inf\"\\} [1-9]")
        .containsPattern("dear_evaluations_total [1-9]");
    for (String line : text.lines().toList()) {
      assertThat(line).matches("# (HELP|TYPE) .*|[a-z_]+(\\{[^}]*\\})? [0-9.]+");
    }
  }
}
