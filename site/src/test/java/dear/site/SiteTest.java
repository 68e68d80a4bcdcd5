// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A visit to the site: the page of the playground, with the engine inside it. */
@Tag("browser") // runs in the module pages
class SiteTest {
  private static SiteHost host;

  private BrowserContext context;
  private Page page;
  private final List<String> complaints = new ArrayList<>();
  private final List<String> models = new ArrayList<>();

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

  @AfterEach
  void nothingToComplainAbout() {
    context.close();
    assertThat(complaints).isEmpty();
  }

  @BeforeEach
  void newPage() {
    open(1280, ColorScheme.LIGHT, false);
  }

  private void open(int width, ColorScheme scheme, boolean bypass) {
    context =
        host.browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setColorScheme(scheme)
                .setBypassCSP(bypass)
                .setReducedMotion(ReducedMotion.REDUCE));
    page = context.newPage();
    page.onConsoleMessage(message -> {
      if (message.type().equals("error")) {
        complaints.add(message.text());
      }
    });
    page.onPageError(complaints::add);
    context.onRequest(request -> {
      String url = request.url();
      if (url.endsWith(".safetensors")) {
        models.add(url.replaceFirst(".*/models/", ""));
      }
      boolean own = url.startsWith(host.uri().toString());
      if (!own && !url.startsWith("blob:") && !url.startsWith("data:")) {
        complaints.add("asked somebody else: " + url);
      }
    });
  }

  private void visit(String hash) {
    page.navigate(host.uri() + "#" + hash);
  }

  @Test
  void aQuestionIsAnsweredByTheModelItNeeds() {
    visit("a=insertion_sort&n=6&s=3");
    assertThat(page.locator("#headline")).hasText(Pattern.compile("Insertion sort · 6.*"));
    assertThat(page.locator("#picture .bar")).hasCount(6);
    assertThat(page.locator("#verdict")).hasText("Certified right");
    assertThat(models).containsExactly("insertion_sort.safetensors");
    page.locator("#evaluation").fill("1");
    assertThat(page).hasURL(Pattern.compile(".*[&]e=1.*"));
    page.locator("#algorithm").selectOption("bfs");
    assertThat(page.locator("#picture .node").first()).isVisible();
    assertThat(models).containsExactly("insertion_sort.safetensors", "bfs.safetensors");
  }

  /** Names of models are long; they break between their words. */
  @Test
  void toolsAreAtTheRightAndNamesBreakAtTheirJoints() {
    visit("a=kmp_matcher&n=10&s=4");
    assertThat(page.locator("#facts wbr")).hasCount(2);
    var tools = page.locator(".tools").boundingBox();
    assertThat(tools.x + tools.width).isGreaterThan(1200);
  }

  @Test
  void onlyAServerHasRuns() {
    visit("v=runs");
    assertThat(page.locator("#picture > *").first()).isAttached();
    assertThat(page.locator("#tab-runs")).isHidden();
    assertThat(page.locator("#api-link")).isHidden();
    assertThat(page.locator("#runs")).isHidden();
  }

  /** The link of a server's page, with a drawn graph, a chosen edge and its earlier weight. */
  @Test
  void aLinkOfTheServerShowsTheSameHere() {
    visit("a=bellman_ford&i=g4.0~0-1-0.3_1-2-0.4_2-3-0.5&p=g4.0~0-1-0.3_1-2-0.4_2-3-0.9&k=2-3&e=1");
    assertThat(page.locator("#headline")).hasText("Bellman–Ford · 4 nodes");
    assertThat(page.locator("#picture .edge")).hasCount(3);
    assertThat(page.locator("#warm-panel")).isVisible();
    assertThat(page.locator("#evaluation-out")).hasText(Pattern.compile("1 / [0-9]+"));
  }

  @Test
  void aProblemNamesItsField() {
    visit("a=insertion_sort&n=6");
    page.getByText("Type", new Page.GetByTextOptions().setExact(true)).click();
    page.locator("#numbers").fill("5");
    page.locator("#solve").click();
    assertThat(page.locator("#problem")).containsText("numbers must have 2 to 64 values");
    page.locator("#numbers").fill("5 3");
    page.locator("#solve").click();
    assertThat(page.locator("#problem")).isHidden();
  }

  /** Questions are answered in a thread of their own: the page goes on drawing meanwhile. */
  @Test
  void thePageDoesNotWait() {
    visit("a=insertion_sort&n=6&s=3");
    assertThat(page.locator("#verdict")).hasText("Certified right");
    Object drawn =
        page.evaluate(
            """
            async () => {
              const engine = await import('./engine-local.js');
              let frames = 0, done = false;
              const count = () => { if (!done) { frames++; requestAnimationFrame(count); } };
              const answer = engine.solve({ algorithm: 'insertion_sort', trace: true, sample: { nodes: 48 } });
              requestAnimationFrame(count);
              await answer;
              done = true;
              return frames;
            }
            """);
    assertThat((Integer) drawn).isGreaterThan(2);
  }

  @Test
  void aPreviewHasItsPictures() {
    visit("a=insertion_sort&n=4");
    for (String file : List.of("og.png", "icon.svg")) {
      assertThat(context.request().get(host.uri() + file).ok()).as(file).isTrue();
    }
    assertThat(page.locator("meta[name=description]")).hasCount(1);
    assertThat(page.locator("meta[property='og:image']")).hasAttribute("content", "og.png");
    assertThat(page.locator("link[rel=icon]")).hasAttribute("href", "icon.svg");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      textBlock =
          """
          a=bellman_ford&n=8&s=2 1280 LIGHT
          a=bellman_ford&n=8&s=2&c=1 1280 DARK
          a=bellman_ford&i=g4.0~0-1-0.3_1-2-0.4_2-3-0.5&p=g4.0~0-1-0.3_1-2-0.4_2-3-0.9 390 LIGHT
          a=insertion_sort&i=n2_0_2_1 1280 LIGHT
          a=floyd_warshall&n=6 390 DARK
          a=lcs_length&n=6 1280 LIGHT
          a=graham_scan&n=8 1280 DARK
          a=bellman_ford&n=64&d=0.2 1280 DARK
          a=find_maximum_subarray_kadane&n=8 390 LIGHT
          a=matrix_chain_order&n=8 1280 DARK
          a=optimal_bst&n=8 390 LIGHT
          a=activity_selector&n=8 1280 LIGHT
          a=task_scheduling&n=8 390 DARK
          a=naive_string_matcher&n=10 1280 LIGHT
          a=kmp_matcher&n=10 390 DARK
          a=segments_intersect 1280 LIGHT
          a=mst_prim&n=8 390 LIGHT
          a=bridges&n=8 1280 DARK
          a=dfs&n=8 1280 LIGHT
          """)
  void axeFindsNothing(String hash, int width, ColorScheme scheme) throws IOException {
    context.close();
    open(width, scheme, true);
    visit(hash);
    assertThat(page.locator("#headline")).containsText("·");
    page.locator("#tour-start").click();
    assertThat((List<?>) violations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1280, LIGHT", "390, DARK"})
  void axeFindsNothingInTheGuide(int width, ColorScheme scheme) throws IOException {
    context.close();
    open(width, scheme, true);
    page.navigate(host.uri() + "guide.html");
    assertThat((List<?>) violations()).isEmpty();
  }

  private Object violations() throws IOException {
    page.evaluate(axe());
    return page.evaluate(
        """
        async () => (await axe.run({ resultTypes: ['violations'] })).violations
            .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`)
        """);
  }

  private static String axe() throws IOException {
    try (InputStream script = SiteTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(
          Objects.requireNonNull(script, "axe").readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
