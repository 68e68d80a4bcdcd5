// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import dear.io.Json;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a visitor does, in a real browser. Every test ends with a console without complaints. */
@Tag("browser") // runs in the module pages
class BrowserTest {
  private static Chromium chromium;
  private static TestServer server;
  private static RunFolder training;

  private BrowserContext context;
  private Page page;
  private final List<String> complaints = new ArrayList<>();

  @BeforeAll
  static void open(@TempDir Path runs) throws IOException {
    chromium = Chromium.start();
    training = FakeRuns.create(runs, "first");
    for (int step = 20; step <= 400; step += 20) {
      training.append(FakeRuns.metrics(step));
    }
    server = new TestServer(runs);
  }

  @AfterAll
  static void close() throws IOException {
    if (chromium != null) {
      server.close();
      training.close();
      chromium.close();
      assertThat(server.failures).isEmpty();
    }
  }

  @BeforeEach
  void newPage() {
    visit(1280, 900);
  }

  @AfterEach
  void nothingToComplainAbout() {
    context.close();
    assertThat(complaints).isEmpty();
  }

  private void visit(int width, int height) {
    context =
        chromium.browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setReducedMotion(ReducedMotion.REDUCE));
    page = context.newPage();
    page.onConsoleMessage(message -> {
      // A refusal that a test provokes is logged by the browser itself.
      boolean refusal = message.text().contains("Failed to load resource");
      if (message.type().equals("error") && !refusal) {
        complaints.add(message.text());
      }
    });
    page.onPageError(complaints::add);
    page.onRequest(request -> {
      boolean own = request.url().startsWith(server.playground.uri().toString());
      if (!own && !request.url().startsWith("blob:") && !request.url().startsWith("data:")) {
        complaints.add("asked somebody else: " + request.url());
      }
    });
  }

  private void go(String hash) {
    page.navigate(server.uri("/" + hash).toString());
  }

  private Locator evaluations() {
    return page.locator("#facts dd").first();
  }

  @Test
  void aRandomGraphIsSolvedAndPlayed() {
    go("#a=bellman_ford&n=8&s=2&c=1");
    assertThat(page.locator("#headline")).hasText("Bellman–Ford · 8 nodes");
    assertThat(page.locator("#picture .node")).hasCount(8);
    assertThat(page.locator("#verdict")).hasText(Pattern.compile("Certified right|Wrong in .*"));
    assertThat(page.locator("#figure-rollout")).isVisible(); // there is a NAR model, too
    String max = page.locator("#evaluation").getAttribute("max");
    assertThat(page.locator("#evaluation-out")).hasText(max + " / " + max);
    page.locator("#evaluation").fill("1");
    assertThat(page.locator("#evaluation-out")).hasText("1 / " + max);
    assertThat(page.locator("#evaluation"))
        .hasAttribute("aria-valuetext", Pattern.compile("evaluation 1 of .*residual.*"));
    page.locator("#evaluation").press("ArrowRight");
    assertThat(page.locator("#evaluation-out")).hasText("2 / " + max);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Play").setExact(true))
        .click();
    assertThat(page.locator("#evaluation-out")).hasText(max + " / " + max);
    page.locator("#dice").click();
    assertThat(page).hasURL(Pattern.compile(".*[#&]s=3.*"));
  }

  @Test
  void aGraphIsDrawnSolvedAndChanged() {
    go("#a=bellman_ford&n=8&s=2");
    assertThat(page.locator("#picture .node")).hasCount(8);
    page.getByText("Draw", new Page.GetByTextOptions().setExact(true)).click();
    page.getByText("Clear the drawing").click();
    assertThat(page.locator("#picture .node")).hasCount(0);
    double[][] places = {{200, 150}, {500, 120}, {420, 380}, {750, 300}};
    for (double[] place : places) {
      at(place).click();
    }
    assertThat(page.locator("#picture .node")).hasCount(4);
    page.getByText("Edge", new Page.GetByTextOptions().setExact(true)).click();
    connect(places[0], places[1]);
    connect(places[1], places[2]);
    connect(places[2], places[3]);
    connect(places[0], places[2]);
    assertThat(page.locator("#picture .edge")).hasCount(4);
    page.locator("#solve").click();
    assertThat(page.locator("#headline")).hasText("Bellman–Ford · 4 nodes");
    assertThat(evaluations()).hasText(Pattern.compile("[0-9]+"));
    assertThat(page.locator("#warm-panel")).isHidden();

    // A weight is changed: the search goes on from the old equilibrium, beside a cold one.
    page.locator("#compare").uncheck();
    page.getByText("Move", new Page.GetByTextOptions().setExact(true)).click();
    page.locator("#picture .hit").nth(1).focus();
    page.keyboard().press("Enter");
    assertThat(page.locator("#edge-editor p").first()).hasText("Edge 0 – 2");
    page.locator("#weight").fill("0.9");
    page.locator("#weight").press("Tab");
    assertThat(page.locator("#warm-panel")).isVisible();
    int warm = count(page.locator("#warm-bars .warm b"));
    int cold = count(page.locator("#warm-bars .cold b"));
    assertThat(warm).isBetween(1, cold);
    assertThat(page.locator("#picture .weight").nth(1)).hasText("0.9");

    // A source is chosen, a node dragged, an edge and a node removed.
    page.getByText("Source", new Page.GetByTextOptions().setExact(true)).click();
    page.locator("#picture .node").nth(3).click();
    assertThat(page.locator("#picture .node").nth(3))
        .hasAttribute("aria-label", Pattern.compile("node 3, the source.*"));
    page.getByText("Remove", new Page.GetByTextOptions().setExact(true)).click();
    page.locator("#picture .node").nth(0).click();
    assertThat(page.locator("#picture .node")).hasCount(3);
    assertThat(page.locator("#picture .edge")).hasCount(2);
  }

  @Test
  void theLinkShowsTheSameAgain() {
    go("#a=bellman_ford&n=7&s=5&d=0.6");
    page.locator("#compare").uncheck();
    assertThat(page.locator("#figure-rollout")).isHidden();
    page.locator("#picture .hit").first().focus();
    page.keyboard().press("Enter");
    page.locator("#weight").fill("0.77");
    page.locator("#weight").press("Tab");
    assertThat(page.locator("#warm-panel")).isVisible();
    page.locator("#evaluation").fill("1");
    assertThat(page).hasURL(Pattern.compile(".*[&]e=1.*"));
    String link = page.url();
    String facts = page.locator("#warm-bars").innerText();
    Page other = context.newPage();
    other.onPageError(complaints::add);
    other.navigate(link);
    assertThat(other.locator("#warm-panel")).isVisible();
    assertThat(other.locator("#warm-bars").innerText()).isEqualTo(facts);
    assertThat(other.locator("#figure-rollout")).isHidden();
    assertThat(other.locator("#evaluation-out")).hasText(Pattern.compile("1 / [0-9]+"));
    assertThat(other.url()).isEqualTo(link);
    assertThat(arrows(other)).isEqualTo(arrows(page));
    assertThat(other.locator("#picture .weight").first()).hasText("0.77");
  }

  /** Every line, arrow and node with its place and verdict. */
  private static Object arrows(Page shown) {
    return shown.evaluate(
        """
        () => [...document.querySelectorAll('#picture path:not(.edge), #picture .node')]
            .map((it) => `${it.getAttribute('class')} ${it.getAttribute('d')} ${it.getAttribute('transform')}`)
        """);
  }

  @Test
  void numbersAreTypedAndMoved() {
    go("#a=insertion_sort&n=6");
    assertThat(page.locator("#picture .bar")).hasCount(6);
    page.getByText("Type", new Page.GetByTextOptions().setExact(true)).click();
    page.locator("#numbers").fill("5, 2 9\n1 4");
    page.locator("#solve").click();
    assertThat(page.locator("#picture .bar")).hasCount(5);
    assertThat(page.locator("#headline")).hasText("Insertion sort · 5 numbers");
    page.locator("#picture .bar").nth(2).focus();
    page.keyboard().press("ArrowDown");
    assertThat(page.locator("#warm-panel")).isVisible();
    assertThat(page.locator("#numbers")).hasValue("5 2 8.55 1 4");
    assertThat(count(page.locator("#warm-bars .warm b")))
        .isLessThanOrEqualTo(count(page.locator("#warm-bars .cold b")));
    assertThat(page.locator("#beside")).hasText(Pattern.compile("There is no NAR model.*"));
  }

  @Test
  void pairsFormBesideTheGraph() {
    go("#a=floyd_warshall&m=fw-pairs&n=6&s=2");
    assertThat(page.locator("#picture .node")).hasCount(6);
    assertThat(page.locator("#figure-pairs")).isVisible();
    assertThat(page.locator("#pairs .pair")).hasCount(36);
    Object atTheEnd = cells();
    page.locator("#evaluation").fill("1");
    assertThat(page.locator("#pairs"))
        .hasAttribute("aria-label", Pattern.compile("States of the 36 pairs .* evaluation 1.*"));
    assertThat(cells()).isNotEqualTo(atTheEnd);

    // A pair that is pointed at has a name, an answer, and its two nodes in the graph.
    page.locator("#pairs .pair").nth(2 * 6 + 4).hover();
    assertThat(page.locator("#pair-words"))
        .hasText(Pattern.compile("Pair 2, 4: the answer is [0-5], .*"));
    assertThat(page.locator("#picture .node.lit")).hasCount(2);
    page.locator("#picture .node").nth(3).hover();
    assertThat(page.locator("#pair-words")).hasText("Row and column of 3");
    assertThat(page.locator("#pairs .pair-labels .lit")).hasText(new String[] {"3", "3"});
    assertThat(page.locator("#picture .node.lit")).hasCount(0);

    // By keyboard, without moving the slider; Enter shows the paths that start at the row's node.
    page.locator("#pairs").focus();
    page.keyboard().press("Home");
    page.keyboard().press("ArrowRight");
    page.keyboard().press("ArrowDown");
    assertThat(page.locator("#pair-words")).hasText(Pattern.compile("Pair 3, 1: .*"));
    page.keyboard().press("Enter");
    assertThat(page.locator("#picture .node").nth(3))
        .hasAttribute("aria-label", Pattern.compile("node 3, where the paths start.*"));
    assertThat(page.locator("#evaluation")).hasValue("1");
  }

  private Object cells() {
    return page.evaluate(
        "() => [...document.querySelectorAll('#pairs .pair')].map((it) => it.style.fill)");
  }

  @Test
  void barsHavePairsToo() {
    go("#a=insertion_sort&m=sort-pairs&i=n5_2_9");
    assertThat(page.locator("#pairs .pair")).hasCount(9);
    assertThat(page.locator("#pairs .pair-marks > *")).hasCount(3);
    page.locator("#pairs .pair").nth(1).hover();
    assertThat(page.locator("#pair-words")).hasText(Pattern.compile("Pair 0 \\(5\\), 1 \\(2\\).*"));
    assertThat(page.locator("#picture .bar.lit")).hasCount(2);
    page.locator("#model").selectOption("sort");
    assertThat(page.locator("#figure-pairs")).isHidden();
  }

  @Test
  void whatWentWrongIsSaid() {
    go("#a=insertion_sort&n=6");
    assertThat(page.locator("#picture .bar")).hasCount(6);
    page.getByText("Type", new Page.GetByTextOptions().setExact(true)).click();
    page.locator("#numbers").fill("5 apples");
    page.locator("#solve").click();
    assertThat(page.locator("#problem")).containsText("“apples” is not a number");
    page.locator("#numbers").fill("5");
    page.locator("#solve").click();
    assertThat(page.locator("#problem")).containsText("numbers must have 2 to 64 values");
    page.locator("#numbers").fill("5 3");
    page.locator("#solve").click();
    assertThat(page.locator("#problem")).isHidden();
  }

  @Test
  void everyAlgorithmWithAModelHasAPicture() {
    go("");
    assertThat(page.locator("#algorithm option"))
        .hasCount(10); // with three more sorts and Dijkstra
    for (String name :
        new String[] {
          "floyd_warshall", "bridges", "lcs_length", "insertion_sort", "bellman_ford"
        }) {
      page.locator("#algorithm").selectOption(name);
      assertThat(page).hasURL(Pattern.compile(".*a=" + name + ".*e=.*"));
      assertThat(page.locator("#picture > *").first()).isAttached();
      assertThat(page.locator("#problem")).isHidden();
    }
  }

  @Test
  void theViewIsSavedAsFiles() throws IOException {
    go("#a=bellman_ford&n=6&s=2");
    assertThat(page.locator("#picture .node")).hasCount(6);
    String svg = Files.readString(download("#save-svg").path());
    assertThat(svg).startsWith("<svg").contains("rgb(").doesNotContain("var(--");
    byte[] png = Files.readAllBytes(download("#save-png").path());
    assertThat(png).hasSizeGreaterThan(2000).startsWith(0x89, 'P', 'N', 'G');
    Json json = Json.parse(Files.readString(download("#save-json").path()));
    assertThat(json.get("algorithm").string()).isEqualTo("bellman_ford");
  }

  @Test
  void trainingRunsAreShownAndGoOn() throws IOException {
    go("#v=runs");
    assertThat(page.locator("#run-title")).hasText("first");
    assertThat(page.locator("#run-facts")).containsText("step 400 of 1000");
    assertThat(page.locator("#run-charts .curve").first()).isVisible();
    training.append(FakeRuns.metrics(420));
    assertThat(page.locator("#run-facts")).containsText("step 420 of 1000");
    page.locator("#tab-play").click();
    assertThat(page.locator("#picture .node").first()).isVisible();
  }

  @Test
  void aPhonesWidthIsEnough() {
    context.close();
    visit(390, 844);
    for (String hash :
        new String[] {
          "#a=bellman_ford&n=10",
          "#a=insertion_sort&n=10",
          "#a=floyd_warshall&m=fw-pairs&n=10",
          "#v=runs"
        }) {
      go(hash);
      assertThat(page.locator(hash.contains("runs") ? "#run-title" : "#headline"))
          .hasText(Pattern.compile("first|.*10.*"));
      Object overflow =
          page.evaluate(
              "document.documentElement.scrollWidth - document.documentElement.clientWidth");
      assertThat(overflow).as("wider than the phone at " + hash).isEqualTo(0);
      page.reload();
    }
  }

  @Test
  void darkIsRemembered() {
    go("#a=insertion_sort&n=6");
    assertThat(page.locator("#theme")).hasAttribute("aria-pressed", "false");
    page.locator("#theme").click();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    page.reload();
    assertThat(page.locator("#theme")).hasAttribute("aria-pressed", "true");
  }

  /** An engine inside the page takes the place of the server, and the page asks nobody else. */
  @Test
  void anEngineInsideThePageAnswers() throws Exception {
    String answer =
        server
            .solve(
                "{\"algorithm\":\"bellman_ford\",\"trace\":true,\"sample\":{\"nodes\":5,\"seed\":1}}")
            .body();
    page.addInitScript(
        """
        window.dearEngine = Promise.resolve({
          algorithms: async () => (%s),
          models: async () => (%s),
          solve: async (question) => {
            if (question.sample.seed === 13) throw { title: 'Unlucky', detail: 'not this one', field: 'seed' };
            return (%s);
          },
        });
        """
            .formatted(
                server.get("/api/algorithms").body(), server.get("/api/models").body(), answer));
    List<String> asked = new ArrayList<>();
    page.onRequest(request -> {
      if (request.url().contains("/api/")) {
        asked.add(request.url());
      }
    });
    go("#a=bellman_ford&n=5&s=1");
    assertThat(page.locator("#picture .node")).hasCount(5);
    assertThat(page.locator("#tab-runs")).isHidden();
    page.locator("#seed").fill("13");
    page.locator("#seed").press("Tab");
    assertThat(page.locator("#problem")).containsText("Unlucky");
    assertThat(page.locator("#problem")).containsText("seed not this one");
    assertThat(asked).isEmpty();
  }

  /** Every control has a name that can be read out, and the page can be walked by keyboard. */
  @Test
  void everyControlHasAName() {
    go("#a=bellman_ford&n=6");
    assertThat(page.locator("#picture .node")).hasCount(6);
    Object nameless =
        page.evaluate(
            """
            () => [...document.querySelectorAll('button, input, select, textarea, [role=img], [role=button], [role=slider]')]
                .filter((it) => !(it.getAttribute('aria-label') || it.textContent.trim() || it.labels?.length))
                .map((it) => it.outerHTML)
            """);
    assertThat((List<?>) nameless).isEmpty();
    assertThat(page.locator("#status")).hasText(Pattern.compile("Solved\\. .*"));
    page.locator("#picture .node").first().focus();
    page.keyboard().press("ArrowRight");
    page.locator("#stage").focus();
    page.keyboard().press("ArrowLeft");
    String max = page.locator("#evaluation").getAttribute("max");
    assertThat(page.locator("#evaluation-out")).hasText(Integer.parseInt(max) - 1 + " / " + max);
  }

  private Download download(String button) {
    return page.waitForDownload(() -> page.locator(button).click());
  }

  private static int count(Locator text) {
    return Integer.parseInt(text.innerText().replaceAll("[^0-9]", ""));
  }

  /** A place of the picture, in its own coordinates. */
  private Spot at(double[] place) {
    var box = page.locator("#picture").boundingBox();
    double scale = Math.min(box.width / 1000, box.height / 600);
    double left = box.x + (box.width - 1000 * scale) / 2;
    double top = box.y + (box.height - 600 * scale) / 2;
    return new Spot(page.mouse(), left + place[0] * scale, top + place[1] * scale);
  }

  private void connect(double[] from, double[] to) {
    at(from).move();
    page.mouse().down();
    Spot end = at(to);
    page.mouse().move(end.x(), end.y(), new Mouse.MoveOptions().setSteps(4));
    page.mouse().up();
  }

  private record Spot(Mouse mouse, double x, double y) {
    void click() {
      mouse.click(x, y);
    }

    void move() {
      mouse.move(x, y);
    }
  }
}
