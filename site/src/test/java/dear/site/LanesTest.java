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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loops on vectors compute what their definitions say, to the last bit. */
@Tag("browser") // runs in the module pages
class LanesTest {
  /** What the scripts share: the module, its memory, and numbers in it. */
  private static final String BEGIN =
      """
        const memory = new WebAssembly.Memory({ initial: 8 });
        const bytes = await (await fetch('lanes.wasm')).arrayBuffer();
        const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
        const lanes = instance.exports;
        const all = new Float32Array(memory.buffer).fill(42);
        const bits = (x) => new Int32Array(Float32Array.of(x).buffer)[0];
        const round = Math.fround;
        const fused = (a, b, c) => round(a * b + c); // as the compiled engine has it
        let used = 4;
        const room = (count) => { const at = used; used += (count + 3 & -4) + 4; return at; }; // a vector between, which must stay
        const make = (count, any = () => 2 * Math.random() - 1) => {
          const at = room(count);
          for (let i = 0; i < count; i++) all[at + i] = any();
          return at;
        };
        let wrong = 0;
        const expect = (at, x) => { if (!Object.is(all[at], x)) wrong++; };
        const untouched = (at) => { for (let i = 0; i < 4; i++) expect(at + i, 42); };
      """;

  /** Rows of x and y lie further apart than they are long; those of b may be one. */
  private static final String MULTIPLY =
      """
      async ({ rows, depth, columns, repeated }) => {
      %s
        const [tiles, panels] = [Math.ceil(rows / 4), Math.ceil(columns / 8)];
        const [xStep, yStep, bStep] = [depth + 1, 8 * panels + 4, repeated ? 0 : 8 * panels];
        const x = make(4 * tiles * xStep);
        const b = make((4 * tiles + 1) * 8 * panels);
        const header = make(16 + 8 * panels * depth);
        const w = header + 16;
        new Int32Array(all.buffer).set([depth, panels], header);
        const y = room(4 * tiles * yStep);
        lanes.multiply(4 * x, 4 * xStep, tiles, 4 * header, 4 * b, 4 * bStep, 4 * y, 4 * yStep);
        for (let r = 0; r < 4 * tiles; r++) {
          for (let c = 0; c < 8 * panels; c++) {
            let sum = all[b + r * bStep + c];
            for (let k = 0; k < depth; k++) sum = round(sum + round(all[x + r * xStep + k] * all[w + ((c >> 3) * depth + k) * 8 + c %% 8]));
            expect(y + r * yStep + c, sum);
          }
          untouched(y + r * yStep + 8 * panels);
        }
        return wrong;
      }
      """
          .formatted(BEGIN);

  private static final String NORM =
      """
      async ({ rows, columns, rectify, inPlace }) => {
      %s
        const tiles = Math.ceil(rows / 4);
        const step = columns + 3;
        const x = make(4 * tiles * step, () => (rows %% 2 ? 1e-3 : 1) * (2 * Math.random() - 1)); // also where the floor of the variance matters
        const before = all.slice();
        const y = inPlace ? x : room(4 * tiles * step);
        const scale = make(2 * columns);
        const offset = scale + columns;
        lanes.norm(4 * x, 4 * step, 4 * y, 4 * step, tiles, columns, 4 * scale, bits(rectify ? 0 : -Infinity));
        for (let r = 0; r < 4 * tiles; r++) {
          const row = before.subarray(x + r * step, x + r * step + columns);
          let [sum, squares] = [0, 0];
          for (const it of row) sum = round(sum + it);
          const mean = round(sum / columns);
          for (const it of row) squares = round(squares + round(round(it - mean) * round(it - mean)));
          const inv = round(1 / Math.sqrt(round(round(squares / columns) + round(1e-5))));
          for (let c = 0; c < columns; c++) {
            const n = round(round(row[c] - mean) * inv);
            const v = round(round(n * all[scale + c]) + all[offset + c]);
            expect(y + r * step + c, rectify && v < 0 ? 0 : v);
          }
          if (!inPlace) expect(y + r * step + columns, 42);
        }
        untouched(y + 4 * tiles * step + 3 & -4);
        return wrong;
      }
      """
          .formatted(BEGIN);

  private static final String SIGMOID =
      """
      async ({ count }) => {
      %s
        const x = make(count, () => 40 * (Math.random() - 0.5));
        [0, -0, 87, -87, 88, -88, 100, -100, 1e-30, Infinity, -Infinity, NaN].forEach((it, i) => { if (i < count) all[x + i] = it; });
        const y = room(count);
        lanes.sigmoid(4 * x, 4 * (x + count), 4 * y);
        const view = new DataView(new ArrayBuffer(4));
        for (let i = 0; i < count; i++) {
          const minus = -all[x + i];
          const clamped = minus < -87 ? -87 : minus > 88 ? 88 : minus;
          const shifted = fused(clamped, round(1.442695), 12582912);
          const n = round(shifted - 12582912);
          const r = fused(n, -round(-2.12194440e-4), fused(n, -round(355 / 512), clamped));
          let p = round(1 / 5040);
          for (const it of [1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1, 1]) p = fused(p, r, round(it));
          view.setFloat32(0, shifted);
          view.setInt32(0, (view.getInt32(0) + 127) << 23);
          expect(y + i, round(1 / round(1 + round(p * view.getFloat32(0)))));
        }
        untouched(y + count);
        return wrong;
      }
      """
          .formatted(BEGIN);

  private static final String ELEMENTS =
      """
      async ({ count }) => {
      %s
        const any = () => [NaN, Infinity, 0, -0, 3][Math.floor(20 * Math.random())] ?? 4 * Math.random() - 2;
        const [q, a, b] = [make(count, any), make(count, any), make(count, any)];
        const results = [0, 1, 2, 3].map(() => room(count));
        const [relu, clamp, combine, mix] = results.map((it) => 4 * it);
        lanes.relu(4 * a, 4 * (a + count), relu);
        lanes.clamp(4 * a, 4 * (a + count), bits(-1.5), bits(1.5), clamp);
        lanes.combine(4 * a, 4 * (a + count), 4 * b, bits(0.3), bits(-0.7), combine);
        lanes.mix(4 * q, 4 * (q + count), 4 * a, 4 * b, mix);
        for (let i = 0; i < count; i++) {
          const [share, first, second] = [all[q + i], all[a + i], all[b + i]];
          const high = first > 1.5 ? 1.5 : first;
          expect(relu / 4 + i, first < 0 ? 0 : first);
          expect(clamp / 4 + i, high < -1.5 ? -1.5 : high);
          expect(combine / 4 + i, round(round(round(0.3) * first) + round(round(-0.7) * second)));
          expect(mix / 4 + i, round(round(share * first) + round(round(1 - share) * second)));
        }
        for (const it of results) untouched(it + count);
        return wrong;
      }
      """
          .formatted(BEGIN);

  private static final String CHOOSE =
      """
      async ({ rows, columns, groups }) => {
      %s
        const [a, b, w] = [make(rows * columns), make(16 * groups * columns), make(columns)];
        const y = room(16 * groups * rows);
        lanes.choose(4 * a, rows, columns, 4 * b, groups, 4 * w, 4 * y);
        for (let i = 0; i < rows; i++) for (let j = 0; j < 16 * groups; j++) {
          let sum = 0;
          for (let c = 0; c < columns; c++) {
            const [own, other] = [all[a + i * columns + c], all[b + ((j >> 4) * columns + c) * 16 + j %% 16]];
            sum = fused(all[w + c], own >= other ? own : other, sum);
          }
          expect(y + i * 16 * groups + j, sum);
        }
        untouched(y + 16 * groups * rows);
        return wrong;
      }
      """
          .formatted(BEGIN);

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
  @CsvSource({"4, 1, 8, true", "1, 3, 1, false", "5, 7, 9, true", "64, 33, 40, false"})
  void aProductIsTheDefinitions(int rows, int depth, int columns, boolean repeated) {
    Map<String, Object> shape =
        Map.of("rows", rows, "depth", depth, "columns", columns, "repeated", repeated);
    assertThat(evaluate(MULTIPLY, shape)).isEqualTo(0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true, false",
    "4, 8, false, true",
    "7, 13, true, true",
    "64, 32, false, false"
  })
  void aNormIsTheDefinitions(int rows, int columns, boolean rectify, boolean inPlace) {
    Map<String, Object> shape =
        Map.of("rows", rows, "columns", columns, "rectify", rectify, "inPlace", inPlace);
    assertThat(evaluate(NORM, shape)).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 20_000})
  void aSigmoidIsTheDefinitions(int count) {
    assertThat(evaluate(SIGMOID, Map.of("count", count))).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 2000})
  void elementsAreTheDefinitions(int count) {
    assertThat(evaluate(ELEMENTS, Map.of("count", count))).isEqualTo(0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 5, 2", "9, 64, 4"})
  void sumsOfGreaterElementsAreTheDefinitions(int rows, int columns, int groups) {
    Map<String, Integer> shape = Map.of("rows", rows, "columns", columns, "groups", groups);
    assertThat(evaluate(CHOOSE, shape)).isEqualTo(0);
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
