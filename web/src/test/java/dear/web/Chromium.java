// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The system's Chromium, driven by Playwright. */
public final class Chromium implements AutoCloseable {
  /** Names another browser than the one that is found. */
  private static final String VARIABLE = "DEAR_CHROMIUM";

  private static final List<String> PLACES =
      List.of(
          "/usr/bin/chromium",
          "/usr/bin/chromium-browser",
          "/usr/bin/google-chrome",
          "/Applications/Chromium.app/Contents/MacOS/Chromium",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

  final Browser browser;
  private final Playwright playwright;

  private Chromium(Path executable) {
    // A busy machine is slow, not wrong.
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    // Containers have neither a user namespace for the sandbox nor much /dev/shm.
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
  }

  /** Starts it; where there is none, the tests are skipped, or fail if a browser is required. */
  public static Chromium start() {
    Optional<Path> found = find();
    if (found.isEmpty()) {
      String advice =
          "no Chromium found: install one (apt-get install chromium) or name it by " + VARIABLE;
      if (System.getProperty("dear.browser", "optional").equals("required")) {
        throw new AssertionError(advice);
      }
      abort(advice);
    }
    return new Chromium(found.orElseThrow());
  }

  private static Optional<Path> find() {
    return Stream.concat(Optional.ofNullable(System.getenv(VARIABLE)).stream(), PLACES.stream())
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The browser. */
  public Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
