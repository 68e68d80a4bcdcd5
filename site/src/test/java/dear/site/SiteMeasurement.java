// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.google.gson.JsonObject;
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
 * -Ddear.lanes=false} an engine without vectors, {@code -Ddear.only=dfs,bfs} some models.
 */
class SiteMeasurement {
  private static final int VISITS = 5;
  private static final int[] SIZES = {16, 64};

  /** What a browser notices from the start: what is painted, what moves, what blocks the page. */
  private static final String WATCH =
      """
      window.noticed = { paint: 0, largest: 0, shift: 0, tasks: [] };
      const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
      watch('paint', (it) => { if (it.name === 'first-contentful-paint') noticed.paint = it.startTime; });
      watch('largest-contentful-paint', (it) => { noticed.largest = it.startTime; });
      watch('layout-shift', (it) => { if (!it.hadRecentInput) noticed.shift += it.value; });
      watch('longtask', (it) => noticed.tasks.push(Math.round(it.duration)));
      """;

  private static final String NOTICED =
      """
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { paint, largest, shift, tasks } = noticed;
        return `first paint ${Math.round(paint)} ms, largest ${Math.round(largest)} ms, layout shift ${shift.toFixed(3)}, long tasks of the page: ${tasks.length ? tasks.join(', ') + ' ms' : 'none'}`;
      }
      """;

  private static final String ASK =
      """
      async ([question, count]) => {
        const engine = await import('./engine-local.js');
        const times = [];
        let answer;
        for (let i = 0; i <= count; i++) {
          const start = performance.now();
          answer = await engine.solve(JSON.parse(question)).catch((problem) => problem);
          if (!answer.run) return JSON.stringify(answer);
          times.push(Math.round(performance.now() - start));
        }
        const [first, ...rest] = times;
        return `${Math.min(...rest)} to ${Math.max(...rest)} (${first}; ${answer.run.evaluations})`;
      }
      """;

  @Test
  void visit(@TempDir Path folder) throws IOException {
    try (SiteHost host = SiteHost.open(folder)) {
      String address = System.getProperty("dear.visit", host.uri().toString());
      for (int slowdown : new int[] {1, 4}) {
        say("a processor %d times slower:".formatted(slowdown));
        for (int visit = 0; visit < VISITS; visit++) {
          visit(host, address, slowdown);
        }
      }
    }
  }

  private static void visit(SiteHost host, String address, int slowdown) {
    try (BrowserContext context = host.browser.newContext()) { // nothing is cached
      AtomicLong bytes = new AtomicLong();
      List<Request> requests = new ArrayList<>();
      context.onRequestFinished(requests::add);
      context.addInitScript(WATCH);
      Page page = context.newPage();
      JsonObject rate = new JsonObject();
      rate.addProperty("rate", slowdown);
      context.newCDPSession(page).send("Emulation.setCPUThrottlingRate", rate);
      long start = System.nanoTime();
      page.navigate(address);
      assertThat(page.locator("#verdict")).hasText(Pattern.compile("Certified.*|Wrong.*"));
      long answered = System.nanoTime() - start;
      String noticed = (String) page.evaluate(NOTICED);
      requests.forEach(it -> bytes.addAndGet(it.sizes().responseBodySize));
      say(
          "%s, first answer after %d ms, %d requests, %d KB"
              .formatted(noticed, answered / 1_000_000, requests.size(), bytes.get() / 1000));
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
      List<String> only = List.of(System.getProperty("dear.only", "").split(",", -1));
      Page page = context.newPage();
      page.navigate(host.uri() + "algorithms.json"); // a page that asks nothing itself
      say("Milliseconds once loaded (the first time; evaluations), 16 nodes, 64 nodes:");
      for (ShippedModel model : ShippedModels.ofProgram().all()) {
        if (only.contains("") || only.contains(model.name())) {
          StringBuilder line = new StringBuilder("| " + model.name() + " |");
          for (int nodes : SIZES) {
            line.append(' ').append(page.evaluate(ASK, question(model, nodes))).append(" |");
          }
          say(line);
        }
      }
    }
  }

  private static List<Object> question(ShippedModel model, int nodes) {
    int size = // 63 keys, 64 gaps
        model.algorithm().name().equals("optimal_bst") ? nodes - 1 : nodes;
    return List.of(
        "{\"algorithm\":\"%s\",\"model\":\"%s\",\"trace\":true,\"sample\":{\"nodes\":%d,\"seed\":1}}"
            .formatted(model.algorithm().name(), model.name(), size),
        nodes == 16 ? 5 : 2);
  }

  private static void say(Object line) {
    System.out.println(line);
  }
}
