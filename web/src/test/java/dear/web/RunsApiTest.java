// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import dear.reasoner.training.RunFolder;
import dear.web.http.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Run folders, and news of them. */
class RunsApiTest {
  @TempDir private Path folder;
  private Path runs;
  private RunFolder training;
  private TestServer server;

  @BeforeEach
  void open() throws IOException {
    runs = Files.createDirectory(folder.resolve("runs"));
    training = FakeRuns.create(runs, "first run");
    for (int step = 20; step <= 200; step += 20) {
      training.append(FakeRuns.metrics(step));
    }
    server = new TestServer(runs);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    training.close();
    assertThat(server.failures).isEmpty();
  }

  @Test
  void runsAreListed() throws Exception {
    Files.createDirectory(runs.resolve("not a run"));
    Path broken = Files.createDirectory(runs.resolve("broken"));
    Files.writeString(broken.resolve("config.json"), "{");
    Json list = Json.parse(server.get("/api/runs").body());
    assertThat(list.values()).hasSize(2);
    Json first = list.values().get(1);
    assertThat(first.get("name").string()).isEqualTo("first run");
    assertThat(first.get("algorithm").string()).isEqualTo("bellman_ford");
    assertThat(first.get("step").integer()).isEqualTo(200);
    assertThat(first.get("live").bool()).isTrue();
    assertThat(list.values().get(0).get("error").string()).contains("broken");
  }

  @Test
  void aRunThatHasMadeItsStepsIsAtRest() throws Exception {
    training.append(FakeRuns.metrics(980));
    assertThat(Json.parse(server.get("/api/runs/first%20run").body()).get("live").bool()).isTrue();
    training.append(FakeRuns.metrics(1000)); // of 1000
    assertThat(Json.parse(server.get("/api/runs/first%20run").body()).get("live").bool()).isFalse();
    Json list = Json.parse(server.get("/api/runs").body());
    assertThat(list.values().getLast().get("live").bool()).isFalse();
  }

  @Test
  void curvesOfOne() throws Exception {
    Json run = Json.parse(server.get("/api/runs/first%20run").body());
    assertThat(run.get("metrics").values()).hasSize(10);
    assertThat(run.get("metrics").values().getLast().get("step").integer()).isEqualTo(200);
    assertThat(run.get("metrics").values().getLast().has("validation_loss")).isTrue();
  }

  @Test
  void aLineThatIsBeingWrittenIsNotShown() throws Exception {
    Files.writeString(
        runs.resolve("first run/metrics.jsonl"), "{\"step\":220,\"lo", StandardOpenOption.APPEND);
    assertThat(Json.parse(server.get("/api/runs/first%20run").body()).get("metrics").values())
        .hasSize(10);
  }

  @Test
  void halfAStepBreaksNothing() throws Exception {
    Files.writeString(
        runs.resolve("first run/metrics.jsonl"),
        "{\"step\":1.5,\"loss\":1}\n",
        StandardOpenOption.APPEND);
    Json list = Json.parse(server.get("/api/runs").body());
    assertThat(list.values().getFirst().get("step").integer()).isEqualTo(200);
    assertThat(Json.parse(server.get("/api/runs/first%20run").body()).get("metrics").values())
        .hasSize(10);
  }

  /** Parsing megabytes for every request would let twenty of them bring the server to a halt. */
  @Test
  void curvesAreReadOnceUntilTheyChange() throws Exception {
    Path file = runs.resolve("first run/metrics.jsonl");
    String before = server.get("/api/runs/first%20run").body();
    FileTime time = Files.getLastModifiedTime(file);
    String text = Files.readString(file);
    Files.writeString(file, text.replaceAll("[0-9]", "7"));
    Files.setLastModifiedTime(file, time);
    assertThat(server.get("/api/runs/first%20run").body()).isEqualTo(before);
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 2000));
    training.append(FakeRuns.metrics(220));
    assertThat(Json.parse(server.get("/api/runs/first%20run").body()).get("metrics").values())
        .hasSize(11);
  }

  @Test
  void manyMayAskForALongRunAtOnce() throws Exception {
    Path file = runs.resolve("first run/metrics.jsonl");
    String line = "{\"step\":1000,\"loss\":%s}\n".formatted("0." + "1".repeat(60));
    Files.writeString(file, line.repeat((8 << 20) / line.length()), StandardOpenOption.APPEND);
    Limits.Requests usual = TestServer.LIMITS.requests();
    Limits generous =
        new Limits(
            new Limits.Requests(
                usual.bodyBytes(),
                200,
                usual.requestTime(),
                usual.responseTime(),
                usual.connections()),
            TestServer.LIMITS.questions());
    try (TestServer other = new TestServer(runs, generous, TestServer.shelf())) {
      HttpRequest request = HttpRequest.newBuilder(other.uri("/api/runs/first%20run")).build();
      List<CompletableFuture<HttpResponse<String>>> crowd =
          IntStream.range(0, 100)
              .mapToObj(
                  _ -> other.client().sendAsync(request, HttpResponse.BodyHandlers.ofString()))
              .toList();
      assertThat(crowd).allSatisfy(it -> assertThat(it.join().statusCode()).isEqualTo(200));
    }
  }

  @Test
  void aLongRunIsThinnedOut() throws Exception {
    for (int step = 201; step <= 9000; step++) {
      training.append(FakeRuns.metrics(step));
    }
    Json run = Json.parse(server.get("/api/runs/first%20run").body());
    assertThat(run.get("metrics").values()).hasSizeBetween(1000, 2400);
    assertThat(run.get("metrics").values().getLast().get("step").integer()).isEqualTo(9000);
  }

  @Test
  @Timeout(30)
  void newsArriveWhileItTrains() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/api/runs/first%20run/events")).build();
    HttpResponse<InputStream> response =
        server.client().send(request, HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      training.append(FakeRuns.metrics(220));
      training.append(FakeRuns.metrics(240));
      String id = "";
      int seen = 0;
      while (seen < 240) {
        String line = String.valueOf(lines.readLine());
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          for (Json metrics : Json.parse(line.substring(6)).values()) {
            seen = metrics.get("step").integer();
          }
        }
      }
      assertThat(Long.parseLong(id)).isEqualTo(Files.size(runs.resolve("first run/metrics.jsonl")));
    }
  }

  @Test
  @Timeout(30)
  void aListenerThatComesBackMissesNothing() throws Exception {
    String request =
        "GET /api/runs/first%20run/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n";
    try (var socket = server.connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String line = "";
      while (!line.startsWith("data: ")) {
        line = String.valueOf(lines.readLine());
      }
      assertThat(Json.parse(line.substring(6)).values()).hasSize(10);
    }
  }

  @Test
  void nothingOutsideIsShown() throws Exception {
    FakeRuns.create(folder, "outside").close();
    Files.createSymbolicLink(runs.resolve("link"), folder.resolve("outside"));
    for (String name :
        new String[] {"link", "..%2foutside", "../outside", "%2e%2e%2foutside", ".", "..", ""}) {
      String response =
          server.raw(
              "GET /api/runs/"
                  + name
                  + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(response).as(name).startsWith("HTTP/1.1 404");
    }
    assertThat(Json.parse(server.get("/api/runs").body()).values()).hasSize(1);
  }

  @Test
  void aFolderThatIsNotThereHasNoRuns() throws Exception {
    try (TestServer other = new TestServer(folder.resolve("nowhere"))) {
      assertThat(other.get("/api/runs").body()).isEqualTo("[]");
    }
  }
}
