// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a visit to the site, and how long its engine takes, as the page asks it:
 *
 * <pre>
 * ./mvnw -q test -pl site -am -Dtest=SiteMeasurement -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
class SiteMeasurement {
  private static final String VISIT =
      """
      async () => {
        const tasks = await new Promise((resolve) => {
          const found = [];
          new PerformanceObserver((list) => found.push(...list.getEntries().map((it) => Math.round(it.duration)))).observe({ type: 'longtask', buffered: true });
          setTimeout(() => resolve(found), 500);
        });
        const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime;
        return `first paint ${Math.round(paint)} ms, long tasks of the page: ${tasks.length ? tasks.join(', ') + ' ms' : 'none'}`;
      }
      """;

  private static final String ASK =
      """
      async (question) => {
        const engine = await import('./engine-local.js');
        const times = [];
        let answer;
        for (let i = 0; i < 3; i++) {
          const start = performance.now();
          answer = await engine.solve(JSON.parse(question)).catch((problem) => problem);
          if (!answer.run) return JSON.stringify(answer);
          times.push(performance.now() - start);
        }
        return `first ${times[0].toFixed(0)} ms, then ${Math.min(times[1], times[2]).toFixed(0)} ms, ${answer.run.evaluations} evaluations`;
      }
      """;

  @Test
  void visit(@TempDir Path folder) throws IOException {
    try (SiteHost host = SiteHost.open(folder)) {
      Page page = host.browser.newPage();
      long[] bytes = new long[1];
      page.context().onRequestFinished(request -> bytes[0] += request.sizes().responseBodySize);
      long start = System.nanoTime();
      page.navigate(host.uri().toString());
      assertThat(page.locator("#verdict")).hasText(Pattern.compile("Certified.*|Wrong.*"));
      long answered = System.nanoTime() - start;
      say(page.evaluate(VISIT));
      say("first answer after %d ms, %d KB".formatted(answered / 1_000_000, bytes[0] / 1000));
      for (Map.Entry<Integer, List<String>> size : sizes().entrySet()) {
        for (String algorithm : size.getValue()) {
          String question =
              "{\"algorithm\":\"%s\",\"trace\":true,\"sample\":{\"nodes\":%d,\"seed\":1}}"
                  .formatted(algorithm, size.getKey());
          say("%s, %d nodes: %s".formatted(algorithm, size.getKey(), page.evaluate(ASK, question)));
        }
      }
    }
  }

  private static Map<Integer, List<String>> sizes() {
    return Map.of(
        16, Clrs.algorithms().stream().map(Algorithm::name).toList(),
        64, List.of("bellman_ford", "insertion_sort", "mst_prim", "floyd_warshall", "bfs"));
  }

  private static void say(Object line) {
    System.out.println(line);
  }
}
