// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.model.Solved;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions and answers of {@code POST /api/solve}. */
class SolveApiTest {
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

  @Test
  void theAnswerIsTheModels() throws Exception {
    Model model = server.shelf.find("bf").orElseThrow();
    Graph graph =
        Graph.builder(4)
            .undirected(0, 1, 0.4)
            .undirected(1, 2, 0.3)
            .undirected(0, 2, 0.9)
            .undirected(2, 3, 0.5)
            .build();
    Inputs inputs =
        Inputs.builder(Clrs.algorithm("bellman_ford").features(), graph).codes("s", 1).build();
    Solved solved = model.solve(inputs);
    Json answer =
        server.answer(
            """
            {"algorithm": "bellman_ford", "graph":
              {"nodes": 4, "edges": [[1, 0, 0.4], [1, 2, 0.3], [0, 2, 0.9], [3, 2, 0.5]], "source": 1}}
            """);
    Json run = answer.get("run");
    assertThat(codes(run.get("outputs").get("pi"))).isEqualTo(solved.output("pi").codes());
    assertThat(run.get("evaluations").integer()).isEqualTo(solved.run().evaluations());
    assertThat(run.get("residual").number()).isEqualTo(solved.run().residual());
    assertThat(codes(answer.get("target").get("pi"))).containsExactly(1, 1, 1, 2);
    assertThat(answer.get("instance").get("edges").values()).hasSize(4);
    assertThat(run.has("frames")).isFalse();
  }

  @Test
  void aSampleIsTheSameEveryTimeAndCanBeAskedAgainAsItsGraph() throws Exception {
    String body =
        "{\"algorithm\":\"bellman_ford\",\"sample\":{\"nodes\":9,\"seed\":4,\"density\":0.6}}";
    Json first = server.answer(body);
    assertThat(server.answer(body).get("instance")).isEqualTo(first.get("instance"));
    Json instance = first.get("instance");
    Json again =
        server.answer(
            "{\"algorithm\":\"bellman_ford\",\"graph\":{\"nodes\":9,\"source\":%d,\"edges\":%s}}"
                .formatted(instance.get("source").integer(), text(instance.get("edges"))));
    assertThat(again.get("run").get("residuals")).isEqualTo(first.get("run").get("residuals"));
    assertThat(again.get("target")).isEqualTo(first.get("target"));
  }

  @ParameterizedTest
  @CsvSource({
    "bellman_ford, 8", "insertion_sort, 7", "strongly_connected_components_local, 9",
    "floyd_warshall, 5", "bridges, 6", "lcs_length, 8"
  })
  void aTraceShowsEveryEvaluation(String algorithm, int nodes) throws Exception {
    Json answer =
        server.answer(
            "{\"algorithm\":\"%s\",\"sample\":{\"nodes\":%d},\"trace\":true}"
                .formatted(algorithm, nodes));
    Json run = answer.get("run");
    int evaluations = run.get("evaluations").integer();
    assertThat(run.get("frames").values()).hasSize(evaluations);
    assertThat(run.get("residuals").values()).hasSize(evaluations);
    Json last = run.get("frames").values().get(run.get("answered_at").integer() - 1);
    assertThat(last.get("outputs")).isEqualTo(run.get("outputs"));
    assertThat(last.get("colours").values()).hasSize(answer.get("instance").get("nodes").integer());
  }

  @Test
  void everyEvaluationIsJudged() throws Exception {
    Json run =
        server
            .answer(
                "{\"algorithm\":\"bellman_ford\",\"trace\":true,\"sample\":{\"nodes\":9,\"seed\":4}}")
            .get("run");
    for (Json frame : run.get("frames").values()) {
      assertThat(frame.get("verdict").string()).isIn("right", "wrong");
      assertThat(frame.get("fault_count").integer() == 0)
          .isEqualTo(frame.get("verdict").string().equals("right"));
      if (frame.get("evaluation").integer() == run.get("answered_at").integer()) {
        Json certificate = run.get("certificate");
        assertThat(frame.get("verdict")).isEqualTo(certificate.get("verdict"));
        assertThat(frame.get("fault_count")).isEqualTo(certificate.get("fault_count"));
      }
    }
  }

  /** A path of three nodes: the model answers for its two edges, not for the pair of its ends. */
  @Test
  void pairsThatAModelDoesNotAnswerAreNoFaults() throws Exception {
    String question =
        """
        {"algorithm": "floyd_warshall", "model": "fw", "graph":
          {"nodes": 3, "edges": [[0, 1, 0.5], [1, 2, 0.5]]}}
        """;
    Json run = server.answer(question).get("run");
    assertThat(run.get("outputs").get("Pi").values()).hasSize(9);
    for (Json fault : run.get("certificate").get("faults").values()) {
      int[] edge = codes(fault.get("edge"));
      assertThat(Math.abs(edge[0] - edge[1])).as(fault.get("reason").string()).isLessThan(2);
    }
    assertThat(run.get("caveats").values().getFirst().string()).contains("that an edge joins");
  }

  @Test
  void tiesAreTold() throws Exception {
    String question = "{\"algorithm\":\"insertion_sort\",\"numbers\":[%s]}";
    Json tied = server.answer(question.formatted("1,2,2,3")).get("run").get("caveats");
    assertThat(tied.values()).hasSize(1);
    Json plain = server.answer(question.formatted("1,2,4,3")).get("run").get("caveats");
    assertThat(plain.values()).isEmpty();
  }

  @Test
  void statesOfPairsAreSentAsBytes() throws Exception {
    String body =
        "{\"algorithm\":\"floyd_warshall\",\"model\":\"%s\",\"sample\":{\"nodes\":6},\"trace\":true}";
    Json frames = server.answer(body.formatted("fw-pairs")).get("run").get("frames");
    int largest = 0;
    for (Json frame : frames.values()) {
      byte[] bytes = Base64.getDecoder().decode(frame.get("pair_colours").string());
      assertThat(bytes).hasSize(2 * 6 * 6);
      for (byte coordinate : bytes) {
        largest = Math.max(largest, Math.abs(coordinate));
      }
      assertThat(frame.get("colours").values()).hasSize(6);
    }
    assertThat(largest).isEqualTo(127);
    Json onNodes = server.answer(body.formatted("fw")).get("run").get("frames");
    assertThat(onNodes.values().getFirst().has("pair_colours")).isFalse();
  }

  @Test
  void aWarmStartNeedsFewerEvaluations() throws Exception {
    Json answer =
        server.answer(
            """
            {"algorithm": "insertion_sort", "numbers": [3, 1, 2, 5, 4], "trace": true,
             "tolerance": 0.0001, "previous": {"numbers": [3, 1, 2, 5, 4.01]}}
            """);
    int warm = answer.get("warm").get("evaluations").integer();
    assertThat(warm).isLessThan(answer.get("run").get("evaluations").integer());
    assertThat(answer.get("warm").get("residuals").values().getFirst().number())
        .isLessThan(answer.get("run").get("residuals").values().getFirst().number());
  }

  @Test
  void aRolloutBesideIt() throws Exception {
    Json answer =
        server.answer("{\"algorithm\":\"bellman_ford\",\"sample\":{\"nodes\":8},\"compare\":true}");
    assertThat(answer.get("run").get("mode").string()).isEqualTo("dear");
    assertThat(answer.get("rollout").get("mode").string()).isEqualTo("nar");
    assertThat(answer.get("rollout").get("model").string()).isEqualTo("bf-nar");
    assertThat(answer.get("rollout").get("evaluations").integer())
        .isEqualTo(answer.get("target_steps").integer() - 1);
    Json alone =
        server.answer("{\"algorithm\":\"insertion_sort\",\"numbers\":[2,1],\"compare\":true}");
    assertThat(alone.has("rollout")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                     | algorithm
          {"algorithm": 7}                                                       | algorithm
          {"algorithm": "bogosort", "numbers": [1, 2]}                           | algorithm
          {"algorithm": "minimum", "numbers": [1, 2]}                            | algorithm
          {"algorithm": "insertion_sort"}                                        | -
          {"algorithm": "insertion_sort", "numbers": [1, 2], "sample": {"nodes": 4}} | -
          {"algorithm": "insertion_sort", "numbers": [1]}                        | numbers
          {"algorithm": "insertion_sort", "numbers": "1 2"}                      | numbers
          {"algorithm": "insertion_sort", "numbers": [1, true]}                  | numbers[1]
          {"algorithm": "insertion_sort", "numbers": [1, 1e300]}                 | numbers[1]
          {"algorithm": "insertion_sort", "graph": {"nodes": 2, "edges": []}}    | graph
          {"algorithm": "insertion_sort", "numbers": [1, 2], "size": 3}          | size
          {"algorithm": "insertion_sort", "numbers": [1, 2], "model": "bf"}      | model
          {"algorithm": "insertion_sort", "numbers": [1, 2], "model": "../bf"}   | model
          {"algorithm": "insertion_sort", "numbers": [1, 2], "tolerance": 0}     | tolerance
          {"algorithm": "insertion_sort", "numbers": [1, 2], "trace": "yes"}     | trace
          {"algorithm": "insertion_sort", "numbers": [1, 2], "previous": {"numbers": [1, 2, 3]}} | previous
          {"algorithm": "insertion_sort", "numbers": [1, 2], "previous": {"numbers": [1, null]}} | previous.numbers[1]
          {"algorithm": "insertion_sort", "sample": {"nodes": 65}}               | sample.nodes
          {"algorithm": "insertion_sort", "sample": {"nodes": 4.5}}              | sample.nodes
          {"algorithm": "insertion_sort", "sample": {"nodes": 8, "seed": -1}}    | sample.seed
          {"algorithm": "bellman_ford", "sample": {"nodes": 8, "density": 2}}    | sample.density
          {"algorithm": "bellman_ford", "numbers": [1, 2]}                       | numbers
          {"algorithm": "bellman_ford", "graph": {"edges": []}}                  | graph.nodes
          {"algorithm": "bellman_ford", "graph": {"nodes": 0, "edges": []}}      | graph.nodes
          {"algorithm": "bellman_ford", "graph": {"nodes": 1000000, "edges": []}} | graph.nodes
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [[0, 1]]}} | graph.edges[0]
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [[0, 2, 1]]}} | graph.edges[0][1]
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [[0, 1, -1]]}} | graph.edges[0][2]
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [[0, 1, 0]]}} | graph.edges[0][2]
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [[0, 1, 1e9]]}} | graph.edges[0][2]
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [[0, 1, 1], [1, 0, 1]]}} | graph.edges[1]
          {"algorithm": "bellman_ford", "graph": {"nodes": 2, "edges": [], "source": 2}} | graph.source
          {"algorithm": "bridges", "graph": {"nodes": 2, "edges": [], "source": 0}} | graph.source
          """)
  void aFieldAtFaultIsNamed(String body, String field) throws Exception {
    HttpResponse<String> response = server.solve(body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    Json problem = Json.parse(response.body());
    assertThat(problem.get("status").integer()).isEqualTo(422);
    assertThat(problem.get("detail").string()).isNotBlank();
    if (field.equals("-")) {
      assertThat(problem.has("field")).isFalse();
    } else {
      assertThat(problem.get("field").string()).isEqualTo(field);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "nonsense",
        "{\"algorithm\":}",
        "[1,2",
        "{\"a\":1}{\"b\":2}",
        "\"\\ud800\"",
        "{\"a\":1,\"a\":2}"
      })
  void whatIsNotJsonIsRefused(String body) throws Exception {
    HttpResponse<String> response = server.solve(body);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(Json.parse(response.body()).get("title").string()).isEqualTo("Malformed request");
  }

  @Test
  void depthIsBounded() throws Exception {
    assertThat(server.solve("[".repeat(10_000)).statusCode()).isEqualTo(400);
  }

  private static int[] codes(Json values) {
    return values.values().stream().mapToInt(Json::integer).toArray();
  }

  private static String text(Json edges) {
    return edges.values().stream()
        .map(edge ->
            Arrays.asList(
                edge.values().get(0).integer(),
                edge.values().get(1).integer(),
                edge.values().get(2).number()))
        .map(List::toString)
        .toList()
        .toString();
  }

  @Test
  void theCatalogueNamesModels() throws Exception {
    Json algorithms = Json.parse(server.get("/api/algorithms").body());
    Map<String, Json> found =
        algorithms.values().stream()
            .filter(it -> it.get("name").string().equals("bellman_ford"))
            .findFirst()
            .orElseThrow()
            .members();
    assertThat(String.valueOf(found.get("models"))).contains("bf", "bf-nar");
    assertThat(Json.parse(server.get("/api/models").body()).values()).hasSize(9);
  }
}
