// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dear.web.solve.ModelShelf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Takes the pictures of the documentation, with the pretrained models and the runs of a folder:
 *
 * <pre>
 * ./mvnw test -pl web -am -Dtest=Screenshots -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Ddear.screenshots=docs/images -Ddear.screenshots.runs=runs
 * </pre>
 */
class Screenshots {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static Chromium chromium;
  private static Playground playground;

  @BeforeAll
  static void open() throws IOException {
    chromium = Chromium.start();
    Path runs = ROOT.resolve(System.getProperty("dear.screenshots.runs", "runs"));
    playground =
        Playground.open(
            PlaygroundOptions.onLoopback(0, runs),
            ModelShelf.shipped(),
            Throwable::printStackTrace);
    playground.warmUp(); // the pictures show how long an answer takes
  }

  @AfterAll
  static void close() {
    chromium.close();
    playground.close();
  }

  @ParameterizedTest
  @CsvSource({
    "graph, 1360, 850, LIGHT, a=bellman_ford&n=8&d=0.6&s=12",
    "dark, 1360, 850, DARK, a=strongly_connected_components_local&n=16&s=2&e=7",
    "sort, 1360, 850, LIGHT, a=insertion_sort&n=16&s=4&e=7",
    "beside, 1360, 850, LIGHT, a=bellman_ford&n=12&d=0.5&s=5&c=1&e=3",
    "tree, 1360, 850, DARK, a=optimal_bst&n=10&s=4",
    "outline, 1360, 850, LIGHT, a=graham_scan&n=24&s=3",
    "runs, 1360, 850, DARK, v=runs",
    "phone, 390, 844, LIGHT, a=bellman_ford&n=8&d=0.6&s=12"
  })
  void view(String name, int width, int height, ColorScheme scheme, String hash) {
    try (BrowserContext context = context(width, height, scheme)) {
      Page page = context.newPage();
      page.navigate(playground.uri() + "#" + hash);
      if (hash.startsWith("v=")) {
        assertThat(page.locator("#run-charts .curve").first()).isAttached();
      } else {
        assertThat(page.locator("#verdict")).hasText(Pattern.compile("Certified.*|Wrong.*"));
      }
      save(page, name);
    }
  }

  @ParameterizedTest
  @CsvSource("warm, 1360, 1150, LIGHT, a=bellman_ford&n=8&d=0.6&s=12")
  void change(String name, int width, int height, ColorScheme scheme, String hash) {
    try (BrowserContext context = context(width, height, scheme)) {
      Page page = context.newPage();
      page.navigate(playground.uri() + "#" + hash);
      page.locator("#picture .hit").nth(2).focus();
      page.keyboard().press("Enter");
      page.locator("#weight").fill("0.8");
      page.locator("#weight").press("Tab");
      assertThat(page.locator("#warm-panel")).isVisible();
      page.locator("#headline").click(); // no focus ring in the picture
      save(page, name);
    }
  }

  private static BrowserContext context(int width, int height, ColorScheme scheme) {
    return chromium.browser.newContext(
        new Browser.NewContextOptions()
            .setViewportSize(width, height)
            .setColorScheme(scheme)
            .setDeviceScaleFactor(width < 500 ? 2 : 1)
            .setReducedMotion(ReducedMotion.REDUCE));
  }

  private static void save(Page page, String name) {
    page.waitForTimeout(400);
    Path folder = ROOT.resolve(System.getProperty("dear.screenshots"));
    page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
  }
}
