// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.web.http.Limits;
import dear.web.solve.ModelShelf;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More than a server bears: it says so at once, and goes on. */
class OverloadTest {
  /** A search whose evaluations take long and that does not meet its tolerance for a hundred. */
  private static final String SLOW =
      "{\"algorithm\":\"insertion_sort\",\"sample\":{\"nodes\":64},\"tolerance\":0.000001}";

  private static final String QUICK = "{\"algorithm\":\"bellman_ford\",\"sample\":{\"nodes\":4}}";

  @TempDir private Path runs;

  private static ModelShelf shelf() {
    Model slow =
        TestServer.untrained(
            "insertion_sort",
            Map.of(
                Setting.WIDTH, "512",
                Setting.TEST_BUDGET, "10000",
                Setting.SOLVER, "plain",
                Setting.RESIDUAL, "absolute"));
    return ModelShelf.of(
        Map.of("slow", slow, "bf", TestServer.untrained("bellman_ford", Map.of())));
  }

  private static Limits limits(int solvers, int waiting, int perClient, Duration time) {
    Limits.Requests usual = TestServer.LIMITS.requests();
    return new Limits(
        new Limits.Requests(
            usual.bodyBytes(),
            perClient,
            usual.requestTime(),
            usual.responseTime(),
            usual.connections()),
        new Limits.Questions(TestServer.LIMITS.questions().nodes(), solvers, waiting, time));
  }

  private static List<HttpResponse<String>> atOnce(TestServer server, String body, int count) {
    List<CompletableFuture<HttpResponse<String>>> futures = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      futures.add(
          server.client().sendAsync(server.question(body), HttpResponse.BodyHandlers.ofString()));
    }
    return futures.stream().map(CompletableFuture::join).toList();
  }

  /**
   * Asks a quick question as a client does: again after a second if it is told to. The evaluation
   * of a question that was given up still has to end, which takes long on a busy machine.
   */
  private static HttpResponse<String> answered(TestServer server) throws Exception {
    HttpResponse<String> response = server.solve(QUICK);
    for (int k = 0; k < 20 && response.statusCode() == 503; k++) {
      Thread.sleep(
          Duration.ofSeconds(response.headers().firstValueAsLong("Retry-After").orElseThrow()));
      response = server.solve(QUICK);
    }
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response;
  }

  @Test
  void aQuestionThatTakesTooLongIsGivenUp() throws Exception {
    try (TestServer server =
        new TestServer(runs, limits(1, 1, 9, Duration.ofSeconds(1)), shelf())) {
      HttpResponse<String> response = server.solve(SLOW);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
      assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(response.body()).contains("smaller instance");
      Json answer = Json.parse(answered(server).body());
      assertThat(answer.get("run").get("evaluations").integer()).isPositive();
      assertThat(server.failures).isEmpty();
    }
  }

  @Test
  void aLongLineIsCutShortAndHealthIsStillTold() throws Exception {
    try (TestServer server =
        new TestServer(runs, limits(1, 2, 99, Duration.ofMillis(1500)), shelf())) {
      List<CompletableFuture<HttpResponse<String>>> crowd = crowd(server, 12);
      CompletableFuture.anyOf(crowd.toArray(CompletableFuture[]::new)).join(); // the first refusal
      assertThat(server.get("/healthz").body()).isEqualTo("ok\n");
      assertThat(crowd).anyMatch(question -> !question.isDone()); // there is still work
      List<HttpResponse<String>> responses = crowd.stream().map(CompletableFuture::join).toList();
      assertThat(responses).allMatch(response -> response.statusCode() == 503);
      assertThat(responses.stream().filter(r -> r.body().contains("already waiting")).count())
          .isEqualTo(9);
      answered(server);
      assertThat(server.failures).isEmpty();
    }
  }

  @Test
  void oneAddressHasItsShare() throws Exception {
    try (TestServer server =
        new TestServer(runs, limits(1, 99, 3, Duration.ofMillis(1500)), shelf())) {
      List<HttpResponse<String>> responses = atOnce(server, SLOW, 8);
      assertThat(responses.stream().filter(r -> r.statusCode() == 429).count()).isEqualTo(5);
      answered(server);
    }
  }

  @Test
  void healthIsToldToAnAddressWithTooManyRequests() throws Exception {
    try (TestServer server =
        new TestServer(runs, limits(1, 99, 3, Duration.ofMillis(1500)), shelf())) {
      List<CompletableFuture<HttpResponse<String>>> crowd = crowd(server, 3);
      while (server.metric("dear_http_requests_in_flight") < 4) { // with this one
        Thread.sleep(5);
      }
      assertThat(server.get("/api/models").statusCode()).isEqualTo(429);
      assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
      crowd.forEach(CompletableFuture::join);
    }
  }

  @Test
  void aServerThatIsStoppedAnswersWhatItHasBegun() throws Exception {
    try (TestServer server =
        new TestServer(runs, limits(1, 9, 9, Duration.ofSeconds(1)), shelf())) {
      List<CompletableFuture<HttpResponse<String>>> crowd = crowd(server, 2);
      while (server.metric("dear_http_requests_in_flight") < 3) {
        Thread.sleep(5);
      }
      server.playground.close();
      assertThat(crowd).allSatisfy(it -> assertThat(it.join().body()).contains("smaller instance"));
    }
  }

  private static List<CompletableFuture<HttpResponse<String>>> crowd(TestServer server, int count) {
    return IntStream.range(0, count)
        .mapToObj(_ ->
            server.client().sendAsync(server.question(SLOW), HttpResponse.BodyHandlers.ofString()))
        .toList();
  }
}
