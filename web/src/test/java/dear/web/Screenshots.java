// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Takes the pictures of the documentation from a playground with trained models:
 *
 * <pre>
 * ./mvnw test -pl web -am -Dtest=Screenshots -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Ddear.screenshots=docs/images -Ddear.screenshots.from=http://127.0.0.1:8080/
 * </pre>
 */
class Screenshots {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static Chromium chromium;

  @BeforeAll
  static void open() {
    chromium = Chromium.start();
  }

  @AfterAll
  static void close() {
    chromium.close();
  }

  @ParameterizedTest
  @CsvSource({
    "graph, 1360, 850, LIGHT, a=bellman_ford&n=8&d=0.6&s=12",
    "dark, 1360, 850, DARK, a=strongly_connected_components_local&n=16&s=2&e=7",
    "sort, 1360, 850, LIGHT, a=insertion_sort&n=16&s=4&e=7",
    "beside, 1360, 850, LIGHT, a=bellman_ford&n=12&d=0.5&s=5&c=1&e=3",
    "runs, 1360, 850, DARK, v=runs",
    "phone, 390, 844, LIGHT, a=bellman_ford&n=8&d=0.6&s=12"
  })
  void view(String name, int width, int height, ColorScheme scheme, String hash) {
    try (BrowserContext context = context(width, height, scheme)) {
      Page page = context.newPage();
      page.navigate(System.getProperty("dear.screenshots.from") + "#" + hash);
      boolean runs = hash.startsWith("v=");
      assertThat(page.locator(runs ? "#run-charts .curve" : "#picture > *").first()).isAttached();
      save(page, name);
    }
  }

  @ParameterizedTest
  @CsvSource("warm, 1360, 1150, LIGHT, a=bellman_ford&n=8&d=0.6&s=12")
  void change(String name, int width, int height, ColorScheme scheme, String hash) {
    try (BrowserContext context = context(width, height, scheme)) {
      Page page = context.newPage();
      page.navigate(System.getProperty("dear.screenshots.from") + "#" + hash);
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
