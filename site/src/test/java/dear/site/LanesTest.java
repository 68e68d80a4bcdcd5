// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loops on vectors compute what their definitions say, to the last bit. */
class LanesTest {
  /** Arranges operands as {@code LanesModule} says, and compares with the definition. */
  private static final String MULTIPLY =
      """
      async ({ rows, depth, columns }) => {
        const memory = new WebAssembly.Memory({ initial: 4 });
        const bytes = await (await fetch('lanes.wasm')).arrayBuffer();
        const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
        const all = new Float32Array(memory.buffer);
        const any = () => Math.fround(2 * Math.random() - 1);
        const make = (count) => Float32Array.from({ length: count }, any);
        const [a, b, w] = [make(rows * depth), make(rows * columns), make(depth * columns)];
        const [tiles, panels] = [Math.ceil(rows / 4), Math.ceil(columns / 8)];
        const [x, y, v] = [0, tiles * 4 * depth, tiles * 4 * (depth + 8 * panels)];
        const end = v + 8 * panels * depth;
        all.fill(NaN, 0, end);
        all[end] = 42; // must stay
        for (let r = 0; r < rows; r++) for (let k = 0; k < depth; k++) all[x + (Math.floor(r / 4) * depth + k) * 4 + r % 4] = a[r * depth + k];
        for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) all[y + r * 8 * panels + c] = b[r * columns + c];
        for (let k = 0; k < depth; k++) for (let c = 0; c < columns; c++) all[v + (Math.floor(c / 8) * depth + k) * 8 + c % 8] = w[k * columns + c];
        instance.exports.multiply(4 * x, tiles, depth, 4 * v, panels, 4 * y);
        let wrong = all[end] === 42 ? 0 : 1;
        for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) {
          let sum = b[r * columns + c];
          for (let k = 0; k < depth; k++) sum = Math.fround(sum + Math.fround(a[r * depth + k] * w[k * columns + c]));
          if (all[y + r * 8 * panels + c] !== sum) wrong++;
        }
        return wrong;
      }
      """;

  private static final String COMPOSE =
      """
      async ({ nodes, rows, blocks }) => {
        const memory = new WebAssembly.Memory({ initial: 8 });
        const bytes = await (await fetch('lanes.wasm')).arrayBuffer();
        const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
        const all = new Float32Array(memory.buffer);
        const tiles = Math.ceil(nodes / 4);
        const [a, b] = [0, blocks * rows * nodes * 4];
        const t = b + blocks * tiles * nodes * 16;
        const end = t + blocks * tiles * rows * 16;
        for (let i = 0; i < t; i++) all[i] = 2 * Math.random() - 1;
        all[end] = 42; // must stay
        instance.exports.compose(4 * a, 4 * b, 4 * t, nodes, rows, tiles, blocks);
        let wrong = all[end] === 42 ? 0 : 1;
        for (let g = 0; g < blocks; g++) for (let i = 0; i < rows; i++) for (let j = 0; j < nodes; j++) for (let c = 0; c < 4; c++) {
          let best = -Infinity;
          for (let k = 0; k < nodes; k++) {
            best = Math.max(best, Math.fround(all[a + ((g * rows + i) * nodes + k) * 4 + c]
                + all[b + (((g * tiles + (j >> 2)) * nodes + k) * 4 + j % 4) * 4 + c]));
          }
          if (all[t + (((g * tiles + (j >> 2)) * rows + i) * 4 + j % 4) * 4 + c] !== best) wrong++;
        }
        return wrong;
      }
      """;

  private static final String ASK =
      """
      async (question) => {
        const engine = await import('./engine-local.js');
        const answer = await engine.solve(JSON.parse(question)).catch((problem) => problem);
        return JSON.stringify(answer, (key, value) => key === 'milliseconds' ? 0 : value);
      }
      """;

  private static SiteHost host;

  @BeforeAll
  static void open(@TempDir Path folder) throws IOException {
    host = SiteHost.open(folder);
  }

  @AfterAll
  static void close() {
    if (host != null) {
      host.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 1, 8", "1, 3, 1", "5, 7, 9", "64, 33, 40"})
  void aProductIsTheDefinitions(int rows, int depth, int columns) {
    Map<String, Integer> shape = Map.of("rows", rows, "depth", depth, "columns", columns);
    assertThat(evaluate(MULTIPLY, shape)).isEqualTo(0);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "4, 4, 1", "5, 6, 3", "13, 14, 2"})
  void aCompositionIsTheDefinitions(int nodes, int rows, int blocks) {
    Map<String, Integer> shape = Map.of("nodes", nodes, "rows", rows, "blocks", blocks);
    assertThat(evaluate(COMPOSE, shape)).isEqualTo(0);
  }

  /** A browser that has no vectors answers all the same, and the same. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "bellman_ford_nodes"})
  void withoutVectorsTheAnswerIsTheSame(String model) {
    String question =
        """
        {"algorithm": "bellman_ford", "model": "%s", "trace": true, "sample": {"nodes": 7, "seed": 3}}
        """
            .formatted(model);
    Object with = evaluate(ASK, question);
    Object without;
    try (BrowserContext context = host.browser.newContext()) {
      boolean[] asked = new boolean[1];
      context.route(
          "**/lanes.wasm",
          route -> {
            asked[0] = true;
            route.fulfill(new Route.FulfillOptions().setBody("unknown to this browser"));
          });
      without = visit(context.newPage()).evaluate(ASK, question);
      assertThat(asked[0]).isTrue();
    }
    assertThat((String) with).contains("\"frames\"").isEqualTo(without);
  }

  private static Object evaluate(String script, Object argument) {
    try (Page page = host.browser.newPage()) {
      return visit(page).evaluate(script, argument);
    }
  }

  /** A page that asks nothing itself. */
  private static Page visit(Page page) {
    page.navigate(host.uri() + "algorithms.json");
    return page;
  }
}
