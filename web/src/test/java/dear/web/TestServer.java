// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.web.http.Limits;
import dear.web.solve.ModelShelf;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A playground on a free port, with small models that have learned nothing: what a server does with
 * an answer does not depend on whether it is right.
 */
final class TestServer implements AutoCloseable {
  /** Bounds that a test can run into. */
  static final Limits LIMITS =
      new Limits(
          new Limits.Requests(1 << 16, 24, Duration.ofSeconds(2), Duration.ofSeconds(8), 256),
          new Limits.Questions(64, 2, 16, Duration.ofSeconds(10)));

  final Playground playground;
  final ModelShelf shelf;
  final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();

  TestServer(Path runs, Limits limits, ModelShelf shelf) throws IOException {
    this.shelf = shelf;
    playground =
        Playground.open(PlaygroundOptions.onLoopback(0, runs).with(limits), shelf, failures::add);
  }

  TestServer(Path runs) throws IOException {
    this(runs, LIMITS, shelf());
  }

  static ModelShelf shelf() {
    Map<String, Model> models = new LinkedHashMap<>();
    models.put("bf", untrained("bellman_ford", Map.of()));
    models.put("bf-nar", untrained("bellman_ford", Map.of(Setting.MODE, "nar")));
    models.put("sort", untrained("insertion_sort", Map.of()));
    models.put("scc", untrained("strongly_connected_components_local", Map.of()));
    models.put("fw", untrained("floyd_warshall", Map.of()));
    models.put("bridges", untrained("bridges", Map.of()));
    models.put("lcs", untrained("lcs_length", Map.of()));
    models.put(
        "fw-pairs",
        untrained("floyd_warshall", Map.of(Setting.PROCESSOR, "pairs", Setting.TARGETS, "pairs")));
    models.put("sort-pairs", untrained("insertion_sort", Map.of(Setting.PROCESSOR, "pairs")));
    return ModelShelf.of(models);
  }

  static Model untrained(String algorithm, Map<Setting, String> given) {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "8", Setting.TEST_BUDGET, "60"))
            .with(given);
    Network network = settings.network();
    return new Model(
        settings, network, network.initial(5), new Provenance(Map.of("commit", "none")));
  }

  URI uri(String path) {
    return URI.create(playground.uri() + path.substring(1));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> solve(String body) throws IOException, InterruptedException {
    return client.send(question(body), HttpResponse.BodyHandlers.ofString());
  }

  HttpRequest question(String body) {
    return HttpRequest.newBuilder(uri("/api/solve"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  HttpClient client() {
    return client;
  }

  /** The answer to a question that must have one. */
  Json answer(String body) throws IOException, InterruptedException {
    HttpResponse<String> response = solve(body);
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + ": " + response.body());
    }
    return Json.parse(response.body());
  }

  /** What a client that speaks for itself gets back, until the server closes. */
  String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  Socket connect() throws IOException {
    Socket socket = new Socket(playground.uri().getHost(), playground.uri().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** A counter of /metrics. */
  long metric(String name) throws IOException, InterruptedException {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    playground.close();
    client.close();
  }
}
