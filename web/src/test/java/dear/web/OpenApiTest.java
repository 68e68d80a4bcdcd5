// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The OpenAPI document says what is really answered. */
class OpenApiTest {
  private static TestServer server;
  private static Json document;

  @BeforeAll
  static void open(@TempDir Path runs) throws Exception {
    try (var run = FakeRuns.create(runs, "one")) {
      for (int step = 20; step <= 200; step += 20) {
        run.append(FakeRuns.metrics(step));
      }
    }
    server = new TestServer(runs);
    document = Json.parse(server.get("/openapi.json").body());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  static Stream<String> questions() {
    return Stream.of(
        "{\"algorithm\":\"bellman_ford\",\"sample\":{\"nodes\":8,\"seed\":2,\"density\":0.4},"
            + "\"trace\":true,\"compare\":true,\"tolerance\":0.01}",
        "{\"algorithm\":\"bellman_ford\",\"model\":\"bf-nar\",\"sample\":{\"nodes\":5},"
            + "\"trace\":true}",
        "{\"algorithm\":\"insertion_sort\",\"numbers\":[3,1,2],\"previous\":{\"numbers\":[1,2,3]}}",
        "{\"algorithm\":\"strongly_connected_components_local\",\"sample\":{\"nodes\":9},"
            + "\"trace\":true}",
        "{\"algorithm\":\"floyd_warshall\",\"sample\":{\"nodes\":4},\"trace\":true}",
        "{\"algorithm\":\"insertion_sort\",\"model\":\"sort-pairs\",\"numbers\":[3,1,2],"
            + "\"trace\":true,\"previous\":{\"numbers\":[1,2,3]}}",
        "{\"algorithm\":\"bridges\",\"graph\":{\"nodes\":3,\"edges\":[[0,1,1],[1,2,1]]}}",
        "{\"algorithm\":\"lcs_length\",\"sample\":{\"nodes\":6},\"trace\":true}");
  }

  @ParameterizedTest
  @MethodSource("questions")
  void questionsAndAnswersAreAsDescribed(String body) throws Exception {
    Json question =
        operation("/api/solve", "post")
            .get("requestBody")
            .get("content")
            .get("application/json")
            .get("schema");
    assertThat(faults(question, Json.parse(body))).isEmpty();
    assertDescribed("/api/solve", "post", server.solve(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nonsense", "{}", "{\"algorithm\":\"insertion_sort\",\"numbers\":[1]}", "[", "5"})
  void refusalsAreAsDescribed(String body) throws Exception {
    HttpResponse<String> response = server.solve(body);
    assertThat(response.statusCode()).isBetween(400, 499);
    assertDescribed("/api/solve", "post", response);
  }

  @Test
  void aLongBody() throws Exception {
    assertDescribed("/api/solve", "post", server.solve(" ".repeat(1 << 17)));
  }

  @Test
  void everyPathIsAnsweredAsDescribed() throws Exception {
    for (Map.Entry<String, Json> path : document.get("paths").members().entrySet()) {
      if (path.getValue().has("get") && !path.getKey().endsWith("/events")) {
        String asked = path.getKey().replace("{name}", "one");
        HttpResponse<String> response = server.get(asked);
        assertThat(response.statusCode()).as(asked).isEqualTo(200);
        assertDescribed(path.getKey(), "get", response);
      }
    }
    assertDescribed("/api/runs/{name}", "get", server.get("/api/runs/none"));
    assertDescribed("/api/runs/{name}/events", "get", server.get("/api/runs/none/events"));
    HttpResponse<String> strange =
        server
            .client()
            .send(
                HttpRequest.newBuilder(server.uri("/api/runs/one/events"))
                    .header("Last-Event-ID", "x")
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertDescribed("/api/runs/{name}/events", "get", strange);
  }

  @Test
  void whatAnyPathMayAnswerIsDescribed() throws Exception {
    for (Map.Entry<String, Json> path : document.get("paths").members().entrySet()) {
      for (String method : path.getValue().members().keySet()) {
        assertThat(operation(path.getKey(), method).get("responses").members())
            .as(path.getKey())
            .containsKeys("405", "421", "500", "default");
        HttpRequest put =
            HttpRequest.newBuilder(server.uri(path.getKey().replace("{name}", "one")))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response =
            server.client().send(put, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path.getKey()).isEqualTo(405);
        assertDescribed(path.getKey(), method, response);
      }
    }
  }

  @Test
  void aWrongAnswerWouldBeNoticed() throws IOException {
    Json schema = operation("/api/algorithms", "get");
    Json items =
        schema.get("responses").get("200").get("content").get("application/json").get("schema");
    assertThat(faults(items, Json.parse("[{\"name\":\"x\"}]"))).isNotEmpty();
    assertThat(faults(items, Json.parse("{}"))).isNotEmpty();
    Json certificate = document.get("components").get("schemas").get("Certificate");
    String good = "{\"verdict\":\"right\",\"basis\":\"b\",\"fault_count\":0,\"faults\":[]}";
    assertThat(faults(certificate, Json.parse(good))).isEmpty();
    assertThat(faults(certificate, Json.parse(good.replace("right", "maybe")))).isNotEmpty();
    assertThat(faults(certificate, Json.parse(good.replace("basis", "bases")))).isNotEmpty();
    assertThat(faults(certificate, Json.parse(good.replace(":0", ":0.5")))).isNotEmpty();
    assertThat(faults(certificate, Json.parse(good.replace("[]", "[{}]")))).isNotEmpty();
  }

  private static void assertDescribed(String path, String method, HttpResponse<String> response)
      throws IOException {
    Json responses = operation(path, method).get("responses");
    String status = Integer.toString(response.statusCode());
    assertThat(responses.members()).as(path).containsKey(status);
    String type = response.headers().firstValue("Content-Type").orElseThrow().split(";", 2)[0];
    assertThat(responses.get(status).get("content").members()).as(path).containsKey(type);
    if (type.endsWith("json")) {
      Json schema = responses.get(status).get("content").get(type).get("schema");
      assertThat(faults(schema, Json.parse(response.body()))).as(path).isEmpty();
    }
  }

  private static Json operation(String path, String method) {
    return document.get("paths").get(path).get(method);
  }

  private static List<String> faults(Json schema, Json value) {
    return new JsonSchema(document).faults(schema, value);
  }
}
