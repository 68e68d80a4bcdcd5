// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static dear.site.EngineComparison.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine in the browser answers as the server does, one instance of every algorithm; {@link
 * EngineAgreement} asks a thousand.
 */
@Tag("browser") // runs in the module pages
class EngineAgreementTest {
  private static EngineComparison engines;

  @BeforeAll
  static void open(@TempDir Path folder) throws IOException {
    engines = EngineComparison.open(folder);
  }

  @AfterAll
  static void close() {
    if (engines != null) {
      engines.close();
    }
  }

  static Stream<String> everyAlgorithm() {
    return IntStream.range(0, Clrs.algorithms().size())
        .mapToObj(i -> {
          Algorithm algorithm = Clrs.algorithms().get(i);
          return sample(algorithm.name(), 5 + i % 4, i);
        });
  }

  @ParameterizedTest
  @MethodSource("everyAlgorithm")
  void anAnswerIsTheServers(String question) throws IOException {
    assertThat(engines.differences(question)).isEmpty();
  }

  /** Everything at once: a warm start, every evaluation, a rollout beside it. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford_nodes", "bellman_ford"})
  void aWholeViewIsTheServers(String model) throws IOException {
    assertThat(
            engines.differences(
                """
                {"algorithm": "bellman_ford", "model": "%s", "trace": true, "compare": true,
                 "sample": {"nodes": 6, "seed": 1}, "previous": {"sample": {"nodes": 6, "seed": 2}}}
                """
                    .formatted(model)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"algorithm\": \"insertion_sort\", \"numbers\": [5]}",
        "{\"algorithm\": \"insertion_sort\", \"model\": \"bfs\", \"numbers\": [5, 4]}",
        "{\"algorithm\": \"no_sort\", \"numbers\": [5, 4]}"
      })
  void aProblemIsTheServers(String question) throws IOException {
    assertThat(engines.differences(question)).isEmpty();
  }
}
