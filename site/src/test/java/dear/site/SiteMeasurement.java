// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a visit to the site, and how long its engine takes with every pretrained model, as the
 * page asks it:
 *
 * <pre>
 * ./mvnw -q test -pl site -am -Dtest=SiteMeasurement -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>{@code -Ddear.visit=http://127.0.0.1:8080/} measures a visit to that server instead, {@code
 * -Ddear.lanes=false} an engine without vectors.
 */
class SiteMeasurement {
  private static final int VISITS = 5;

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
      async ([question, count]) => {
        const engine = await import('./engine-local.js');
        const times = [];
        let answer;
        for (let i = 0; i < count; i++) {
          const start = performance.now();
          answer = await engine.solve(JSON.parse(question)).catch((problem) => problem);
          if (!answer.run) return JSON.stringify(answer);
          times.push(performance.now() - start);
        }
        const [first, ...rest] = times;
        rest.sort((a, b) => a - b);
        return `first ${first.toFixed(0)} ms, then ${rest.map((it) => it.toFixed(0)).join(', ')} ms, ${answer.run.evaluations} evaluations`;
      }
      """;

  @Test
  void visit(@TempDir Path folder) throws IOException {
    try (SiteHost host = SiteHost.open(folder)) {
      String address = System.getProperty("dear.visit", host.uri().toString());
      for (int visit = 0; visit < VISITS; visit++) {
        visit(host, address);
      }
    }
  }

  private static void visit(SiteHost host, String address) {
    try (BrowserContext context = host.browser.newContext()) { // nothing is cached
      AtomicLong bytes = new AtomicLong();
      List<Request> requests = new ArrayList<>();
      context.onRequestFinished(requests::add);
      Page page = context.newPage();
      long start = System.nanoTime();
      page.navigate(address);
      assertThat(page.locator("#verdict")).hasText(Pattern.compile("Certified.*|Wrong.*"));
      long answered = System.nanoTime() - start;
      String paint = (String) page.evaluate(VISIT);
      requests.forEach(it -> bytes.addAndGet(it.sizes().responseBodySize));
      say(
          "%s, first answer after %d ms, %d requests, %d KB"
              .formatted(paint, answered / 1_000_000, requests.size(), bytes.get() / 1000));
    }
  }

  @Test
  void everyModel(@TempDir Path folder) throws IOException {
    try (SiteHost host = SiteHost.open(folder);
        BrowserContext context = host.browser.newContext()) {
      if (!Boolean.parseBoolean(System.getProperty("dear.lanes", "true"))) {
        context.route(
            "**/lanes.wasm", route -> route.fulfill(new Route.FulfillOptions().setBody("none")));
      }
      Page page = context.newPage();
      page.navigate(host.uri() + "algorithms.json"); // a page that asks nothing itself
      for (int nodes : new int[] {16, 64}) {
        for (ShippedModel model : ShippedModels.ofProgram().all()) {
          int size =
              model.algorithm().name().equals("optimal_bst")
                  ? nodes - 1
                  : nodes; // 63 keys, 64 gaps
          String question =
              "{\"algorithm\":\"%s\",\"model\":\"%s\",\"trace\":true,\"sample\":{\"nodes\":%d,\"seed\":1}}"
                  .formatted(model.algorithm().name(), model.name(), size);
          Object times = page.evaluate(ASK, List.of(question, nodes == 16 ? 6 : 3));
          say("%s, %d nodes: %s".formatted(model.name(), nodes, times));
        }
      }
    }
  }

  private static void say(Object line) {
    System.out.println(line);
  }
}
