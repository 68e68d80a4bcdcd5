// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static org.assertj.core.api.Assertions.assertThat;

import dear.web.http.FrontDoor;
import dear.web.http.Route;
import dear.web.http.Telemetry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /**
   * What is not HTTP never reaches our code: the JDK's server refuses it without our headers, in
   * words of its own that repeat nothing, as a document without a script, and hangs up. These are
   * all its refusals; only replacing the server would change them.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <script>                                                               | 400
          GET <script>                                                           | 400
          GET /<script>%zz HTTP/1.1                                              | 400
          GET / HTTP/1.1\\nX<script>: 1                                           | 400
          GET / HTTP/1.1\\nContent-Length: <script>                               | 400
          GET / HTTP/1.1\\nContent-Length: -1                                     | 400
          POST / HTTP/1.1\\nContent-Length: 1\\nContent-Length: 2                  | 400
          POST / HTTP/1.1\\nContent-Length: 1\\nTransfer-Encoding: chunked         | 400
          POST / HTTP/1.1\\nTransfer-Encoding: <script>                           | 501
          OPTIONS * HTTP/1.1                                                     | 404
          GET script HTTP/1.1                                                    | 404
          """)
  void whatIsNotHttpIsNotRepeated(String lines, int status) throws Exception {
    String request = lines.replace("\\n", "\r\n") + "\r\nHost: localhost\r\n\r\n";
    assertThat(server.raw(request)) // to the end: it hangs up, though nobody asked it to
        .matches(
            "HTTP/1\\.1 %1$d [A-Z][A-Za-z ]+\r\nContent-Length: [0-9]+\r\nContent-Type: text/html\r\n"
                    .formatted(status)
                + "Connection: close\r\n\r\n<h1>%1$d [A-Z][A-Za-z ]+</h1>[A-Za-z -]+"
                    .formatted(status));
  }

  /** Too much to read, or an address without a path: hung up on without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"long", "many", "mailto"})
  void whatIsTooMuchIsNotAnswered(String kind) throws Exception {
    String request =
        switch (kind) {
          case "long" -> "GET / HTTP/1.1\r\nX: " + "x".repeat(20_000);
          case "many" -> "GET / HTTP/1.1" + "\r\nX: 1".repeat(500);
          default -> "GET mailto:script HTTP/1.1";
        };
    String response;
    try {
      response = server.raw(request + "\r\nHost: localhost\r\n\r\n");
    } catch (SocketException e) {
      response = ""; // it hung up before it had read everything
    }
    assertThat(response).isEmpty();
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
    assertThat(server.raw("<script> / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 405")
        .contains("Content-security-policy: default-src 'none'", "application/problem+json")
        .doesNotContain("<script>");
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
