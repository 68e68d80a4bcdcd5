// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dear.io.Json;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a visitor sees and touches: explanations, links, fingers, keys, colours. */
@Tag("browser") // runs in the module pages
class PageTest {
  private static final String PATH = "g4.0~0-1-0.3_1-2-0.4_2-3-0.5";

  /** What axe has to say against the page, once its script is there. */
  static final String VIOLATIONS =
      """
      async () => (await axe.run({ resultTypes: ['violations'] })).violations
          .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`)
      """;

  private static Chromium chromium;
  private static TestServer server;
  private static final List<RunFolder> TRAINING = new ArrayList<>();

  private BrowserContext context;
  private Page page;
  private final List<String> complaints = new ArrayList<>();

  @BeforeAll
  static void open(@TempDir Path runs) throws IOException {
    chromium = Chromium.start();
    for (String name : new String[] {"first", "second"}) {
      RunFolder folder = FakeRuns.create(runs, name);
      folder.append(FakeRuns.metrics(20));
      folder.append(FakeRuns.metrics(100));
      TRAINING.add(folder);
    }
    server = new TestServer(runs);
  }

  @AfterAll
  static void close() throws IOException {
    if (chromium != null) {
      server.close();
      for (RunFolder folder : TRAINING) {
        folder.close();
      }
      chromium.close();
      assertThat(server.failures).isEmpty();
    }
  }

  @BeforeEach
  void laptop() {
    visit(new Browser.NewContextOptions().setViewportSize(1280, 900));
  }

  @AfterEach
  void nothingToComplainAbout() {
    context.close();
    assertThat(complaints).isEmpty();
  }

  private void visit(Browser.NewContextOptions options) {
    context = chromium.browser.newContext(options.setReducedMotion(ReducedMotion.REDUCE));
    page = context.newPage();
    page.onPageError(complaints::add);
  }

  private void visitAnew(Browser.NewContextOptions options) {
    context.close();
    visit(options);
  }

  private void phone() {
    visitAnew(new Browser.NewContextOptions().setViewportSize(390, 844).setHasTouch(true));
  }

  private void go(String hash) {
    page.navigate(server.uri("/" + hash).toString());
  }

  /** Opens a view and waits for its answer. */
  private void solved(String hash) {
    go(hash);
    assertThat(page.locator("#headline")).containsText("·");
  }

  private void evaluation(int k) {
    page.locator("#evaluation").fill(Integer.toString(k));
  }

  // ---- it explains itself ----

  @Test
  void theFirstViewIsOnePictureWithWords() {
    solved("");
    assertThat(page.locator("#lead"))
        .hasText(
            "A neural network that finds shortest paths by settling down instead of stepping"
                + " through an algorithm.");
    assertThat(page.locator("#picture .node")).hasCount(8);
    assertThat(page.locator("#picture .weight").first()).isVisible();
    assertThat(page.locator("#figure-rollout")).isHidden();
    assertThat(page.locator("#picture .note-words"))
        .containsText(new String[] {"source", "arrow: the way back", "colour: its state"});
    page.locator("#notes").uncheck();
    assertThat(page.locator("#picture .note-words")).hasCount(0);
    assertThat(page).hasURL(Pattern.compile(".*[#&]h=0.*"));
  }

  /** Of all pairs some have no path; their pointers are not drawn, and no note points at them. */
  @Test
  void theNoteAboutArrowsPointsAtOne() {
    solved("#a=floyd_warshall&m=fw-pairs&i=g4.~0-1-0.5_1-2-0.5&xy=80.300_300.300_500.300_950.300");
    Object away =
        page.evaluate(
            """
            () => {
              const at = [...document.querySelectorAll('#picture .note-words')].findIndex((it) => it.textContent.startsWith('arrow'));
              const [x, y] = document.querySelectorAll('#picture .note-line')[at].getAttribute('d').match(/-?[\\d.]+/g).map(Number);
              const arrows = [...document.querySelectorAll('#picture .pointer')];
              return Math.round(Math.min(...arrows.flatMap((path) => [0, 0.25, 0.5, 0.75, 1].map((share) => {
                const point = path.getPointAtLength(share * path.getTotalLength());
                return Math.hypot(point.x - x, point.y - y);
              }))));
            }
            """);
    assertThat((Integer) away).isLessThan(60);
  }

  @Test
  void theTourHasFiveStops() {
    solved("");
    page.locator("#tour-start").click();
    assertThat(page.locator("#tour-count")).hasText("1 of 5");
    for (int stop = 2; stop <= 5; stop++) {
      page.locator("#tour-next").click();
      assertThat(page.locator("#tour-count")).hasText(stop + " of 5");
      assertThat(page.locator(".toured")).isVisible();
    }
    page.keyboard().press("Escape");
    assertThat(page.locator("#tour")).isHidden();
    assertThat(page.locator("#tour-start")).isFocused();
  }

  @Test
  void wordsAreExplainedWhenFocused() {
    solved("");
    page.locator(".term[data-term=residual]").focus();
    assertThat(page.locator("#tip")).containsText("one more evaluation moves the state");
    page.keyboard().press("Escape");
    assertThat(page.locator("#tip")).isHidden();
    page.locator(".term[data-term=NAR]").hover();
    assertThat(page.locator("#tip")).containsText("must be told how many steps");
  }

  @Test
  void theComparisonTellsItsPoint() {
    solved("#a=bellman_ford&n=6&s=2");
    assertThat(page.locator("#beside"))
        .hasText(Pattern.compile("NAR must be told how many steps.*DEAR was told nothing.*"));
    page.locator("#compare").check();
    assertThat(page.locator("#figure-rollout")).isVisible();
    assertThat(page.locator("#caption-rollout")).containsText("NAR, step");
  }

  @Test
  void thereIsAGuide() {
    solved("");
    page.locator(".links a").getByText("How to read this").click();
    assertThat(page.locator("h1")).hasText("How to read the playground");
    for (String link : new String[] {"arxiv.org/abs/", "github.com/HekpoMaH/DEAR"}) {
      assertThat(page.locator("a[href*='" + link + "']")).hasCount(1);
    }
    page.getByText("Back to the playground").click();
    assertThat(page.locator("#picture .node")).hasCount(8);
  }

  @Test
  void presetsAreLinks() {
    solved("");
    page.locator("#presets a").getByText("Roads").click();
    assertThat(page.locator("#headline")).hasText("Bellman–Ford · 10 nodes");
    assertThat(page.locator("#picture .name").first()).hasText("Aachen");
    page.locator("#more summary").click();
    assertThat(page.locator("#every a")).hasCount(10);
    page.locator("#every a").getByText("Bridges").click();
    assertThat(page.locator("#headline")).hasText("Bridges · 10 nodes");
    assertThat(page.locator("#lead")).containsText("picks the edges that matter");
  }

  @Test
  void aSharedLinkHasAPicture() throws Exception {
    go("");
    assertThat(page.locator("meta[name=description]"))
        .hasAttribute("content", Pattern.compile(".*settling down.*"));
    assertThat(page.locator("meta[property='og:image']")).hasAttribute("content", "og.png");
    assertThat(page.locator("link[rel=icon]")).hasAttribute("href", "icon.svg");
    var picture = server.get("/og.png");
    assertThat(picture.statusCode()).isEqualTo(200);
    assertThat(picture.headers().firstValue("Content-Type")).contains("image/png");
  }

  // ---- the equilibrium ----

  @Test
  void statesMoveIntoTheEquilibrium() {
    solved("#a=bellman_ford&n=6&s=2");
    assertThat(page.locator("#space .state")).hasCount(6);
    evaluation(0);
    assertThat(page.locator("#space .state .disc")).hasCount(0);
    assertThat(page.locator("#space .home")).hasCount(6);
    evaluation(1);
    assertThat(page.locator("#space .state .disc")).hasCount(6);
    page.locator("#space .state").nth(2).locator(".disc").hover();
    assertThat(page.locator("#picture .node.lit")).hasCount(1);
    assertThat(page.locator("#picture .node.lit text").first()).hasText("2");
    page.locator("#picture .node").nth(4).hover();
    assertThat(page.locator("#space .state.lit title")).hasText("node 4");
  }

  @Test
  void aWeightIsDraggedAndTheSearchGoesOn() throws IOException {
    solved("#a=bellman_ford&i=" + PATH);
    List<String> asked = new ArrayList<>();
    page.onRequest(request -> {
      if (request.url().endsWith("/api/solve")) {
        asked.add(Objects.requireNonNull(request.postData()));
      }
    });
    for (String weight : new String[] {"0.5", "0.6", "0.7"}) {
      page.evaluate(
          """
          (weight) => {
            const range = document.getElementById('weight-range');
            range.value = weight;
            range.dispatchEvent(new Event('input', { bubbles: true }));
          }
          """,
          weight);
      assertThat(page.locator("#picture .weight.chosen"))
          .hasText(Pattern.compile("0\\.[567]")); // while it is dragged
      assertThat(page.locator("#warm-panel")).isVisible();
    }
    page.locator("#weight-range").dispatchEvent("change");
    assertThat(page.locator("#picture .weight.chosen")).hasText("0.7");
    assertThat(page).hasURL(Pattern.compile(".*-0\\.7.*&p=g4.*"));
    assertThat(page.locator("#warm-count")).hasText(Pattern.compile("\\d+"));
    assertThat(page.locator(".count"))
        .hasText(Pattern.compile("\\d+ evaluations? instead of \\d+"));
    assertThat(asked).hasSizeBetween(1, 3);
    for (String question : asked) { // always from where the drag began
      List<Json> edges = Json.parse(question).get("previous").get("graph").get("edges").values();
      assertThat(edges.stream().map(edge -> edge.values().get(2).number()))
          .containsExactlyInAnyOrder(0.3, 0.4, 0.5);
    }
    // Two paths to one point.
    assertThat(page.locator("#space .path.warm")).hasCount(1);
    assertThat(page.locator("#space .path.cold")).hasCount(1);
    assertThat(page.locator("#space .goal")).hasCount(1);
  }

  // ---- before and after ----

  @Test
  void evaluationZeroIsTheQuestion() {
    solved("#a=insertion_sort&m=sort&i=n5_2_9_1_4");
    evaluation(0);
    assertThat(page.locator("#evaluation-out")).hasText(Pattern.compile("0 / \\d+"));
    assertThat(page.locator("#now")).containsText("the question");
    assertThat(page.locator("#verdict")).hasText("Not answered yet");
    Object order =
        page.evaluate(
            """
            () => [...document.querySelectorAll('#picture .bar')]
                .map((bar) => [Number(bar.style.transform.match(/[\\d.]+/)[0]), bar.querySelector('text').textContent])
                .sort((a, b) => a[0] - b[0]).map((bar) => bar[1]).join(' ')
            """);
    assertThat(order).isEqualTo("5 2 9 1 4");
    assertThat(page.locator("#picture .edge-line.right, #picture .edge-line.wrong")).hasCount(0);
    evaluation(1);
    assertThat(page.locator("#now")).containsText("of 5");
    assertThat(page.locator("#verdict")).hasText(Pattern.compile("Certified right|Wrong in .*"));
  }

  /** An answer that differs in every pointer, and is certified right all the same. */
  @Test
  void differentCanBeEquallyRight() throws Exception {
    String answer =
        server
            .solve(
                "{\"algorithm\":\"bellman_ford\",\"trace\":true,\"graph\":{\"nodes\":4,\"source\":0,"
                    + "\"edges\":[[0,1,0.5],[0,2,0.5],[1,3,0.5],[2,3,0.5]]}}")
            .body();
    page.addInitScript(
        """
        const answer = %s;
        answer.target.pi = [0, 0, 0, 1];
        for (const [k, frame] of answer.run.frames.entries()) {
          frame.verdict = k === 0 ? 'wrong' : 'right';
          frame.outputs.pi = [0, 0, 0, 2];
        }
        answer.run.outputs.pi = [0, 0, 0, 2];
        answer.run.certificate = { verdict: 'right', basis: 'both ways are short', fault_count: 0, faults: [] };
        window.dearEngine = { algorithms: async () => (%s), models: async () => (%s), solve: async () => answer };
        """
            .formatted(
                answer, server.get("/api/algorithms").body(), server.get("/api/models").body()));
    solved("#a=bellman_ford&n=4");
    assertThat(page.locator("#verdict")).hasText("Certified right");
    assertThat(page.locator("#picture .pointer.equal")).hasCount(1);
    assertThat(page.locator("#picture .pointer.wrong")).hasCount(0);
    assertThat(page.locator("#right-count"))
        .hasText("4 of 4 right, 1 of them different, equally right");
    assertThat(page.locator("#legend .equal")).hasText("different, equally right");
    evaluation(1);
    assertThat(page.locator("#picture .pointer.wrong")).hasCount(1);
    assertThat(page.locator("#now")).hasText("3 of 4 as the algorithm");
  }

  @Test
  void tiesAreTold() {
    solved("#a=insertion_sort&m=sort&i=n2_0_2_1");
    assertThat(page.locator("#caveats li")).hasCount(1);
    solved("#a=insertion_sort&m=sort&i=n2_0_3_1");
    assertThat(page.locator("#caveats li")).hasCount(0);
  }

  /** A path of three nodes has two edges, which are four of nine cells. */
  @Test
  void aModelThatAnswersAlongEdgesIsJudgedThere() {
    solved("#a=floyd_warshall&m=fw&i=g3.~0-1-0.5_1-2-0.5");
    assertThat(page.locator("#right-count")).hasText(Pattern.compile("[0-4] of 4 .*"));
    assertThat(page.locator("#caveats")).containsText("that an edge joins");
  }

  // ---- links ----

  @Test
  void theSkipLinkKeepsTheView() {
    solved("#a=bellman_ford&n=7&s=5");
    page.keyboard().press("Tab");
    assertThat(page.locator("#skip")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#player")).isFocused();
    assertThat(page).hasURL(Pattern.compile(".*n=7.*s=5.*"));
    assertThat(page.locator("#picture .node")).hasCount(7);
  }

  @Test
  void solveKeepsTheLayoutThatWasDrawn() {
    String places = "100.100_400.500_700.100_900.500";
    solved("#a=bellman_ford&c=1&i=" + PATH + "&xy=" + places);
    assertThat(page.locator("#figure-rollout")).isVisible();
    page.locator("#solve").click();
    assertThat(page.locator("#solve[aria-busy]")).hasCount(0);
    assertThat(page).hasURL(Pattern.compile(".*xy=" + places.replace(".", "\\.") + ".*"));
    page.locator("#compare").uncheck();
    assertThat(page.locator("#figure-rollout")).isHidden();
    assertThat(page).hasURL(Pattern.compile(".*xy=" + places.replace(".", "\\.") + ".*"));
    assertThat(page.locator("#picture .node").nth(3))
        .hasAttribute("transform", "translate(900 500)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#a=bellman_ford&i=g4.0~0-1",
        "#a=bellman_ford&i=g4.9~0-1-0.5",
        "#a=bellman_ford&i=n1_2",
        "#a=insertion_sort&i=n1_x",
        "#a=bellman_ford&i=g2.0~0-1-0.5&xy=1_2"
      })
  void aBrokenLinkIsToldAndReplaced(String hash) {
    go(hash);
    assertThat(page.locator("#problem")).containsText("The link is broken");
    assertThat(page.locator("#headline")).hasText("Bellman–Ford · 8 nodes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "1e9"})
  void aLinkWithAWeightThatMakesNoSenseIsTold(String weight) {
    go("#a=bellman_ford&i=g2.0~0-1-" + weight);
    assertThat(page.locator("#problem")).containsText("graph.edges[0][2] must be a number from");
    assertThat(page.locator("#headline")).containsText("Bellman–Ford");
  }

  @Test
  void withoutAClipboardTheLinkIsShown() {
    page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    solved("#a=bellman_ford&n=6&s=2");
    page.locator("#copy-link").click();
    assertThat(page.locator("#copy-link")).hasText("Not copied");
    assertThat(page.locator("#link-text")).hasValue(page.url());
  }

  @Test
  void aRunThatAnswersLateDoesNotReplaceTheNextOne() {
    solved("");
    List<Route> held = new ArrayList<>();
    page.route(Pattern.compile(".*/api/runs/first$"), held::add);
    go("#v=runs&r=second");
    assertThat(page.locator("#run-title")).hasText("second");
    page.locator("[data-run=first]").click();
    page.locator("[data-run=second]").click();
    page.waitForCondition(() -> !held.isEmpty());
    try {
      held.getFirst().resume();
    } catch (RuntimeException e) {
      // the page has given it up
    }
    page.waitForTimeout(300);
    assertThat(page.locator("#run-title")).hasText("second");
    assertThat(page.locator("#run-charts .axis").first()).hasText("training step");
  }

  @Test
  void namesOfRunsBreakAtTheirJoints() {
    go("#v=runs");
    assertThat(page.locator("#run-list small").first()).containsText("bellman_ford, dear");
    assertThat(page.locator("#run-list small wbr")).hasCount(2); // two runs of bellman_ford
  }

  // ---- weights, labels, files ----

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "1e9", ""})
  void aWeightThatMakesNoSenseIsRefused(String weight) {
    solved("#a=bellman_ford&i=" + PATH + "&k=1-2");
    page.locator("#weight").fill(weight);
    page.locator("#weight").press("Tab");
    assertThat(page.locator("#weight-error"))
        .hasText("A weight is a number from 0.000001 to 1,000,000.");
    assertThat(page.locator("#picture .weight.chosen")).hasText("0.4");
    assertThat(page.locator("#warm-panel")).isHidden();
  }

  @Test
  void theShareOfEdgesIsWhatItSays() {
    solved("#a=bellman_ford&n=40&d=0.5&s=3");
    assertThat(page.locator("#density-out")).hasText("25 %");
    int edges = page.locator("#picture .edge").count();
    assertThat(edges / (40 * 39 / 2.0)).isCloseTo(0.25, within(0.06));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#a=bellman_ford&n=64&d=0.2&m=bf",
        "#a=insertion_sort&n=64&m=sort",
        "#a=bridges&n=64"
      })
  void labelsDoNotOverlap(String hash) {
    solved(hash);
    Object overlaps =
        page.evaluate(
            """
            () => {
              const boxes = [...document.querySelectorAll('#picture text')].map((text) => text.getBoundingClientRect()).filter((box) => box.width > 0);
              let found = 0;
              boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
                if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) found++;
              }));
              return found;
            }
            """);
    assertThat(overlaps).isEqualTo(0);
  }

  @Test
  void aSavedPictureExplainsItself() throws IOException {
    solved("#a=bellman_ford&n=16&d=0.8&s=2");
    assertThat(page.locator("#picture .weight")).hasCount(1); // too many to show: the chosen one
    String svg =
        Files.readString(page.waitForDownload(() -> page.locator("#save-svg").click()).path());
    assertThat(svg)
        .contains("Bellman–Ford · 16 nodes", "evaluation", "different, equally right", "colour");
    int edges = page.locator("#picture .edge").count();
    assertThat(svg.split("class=\"weight")).hasSize(edges + 1);
    assertThat(page.locator("#picture .weight")).hasCount(1);
  }

  @Test
  void chartsNameTheirAxesAndCurves() {
    solved("#a=bellman_ford&n=6&s=2&c=1");
    assertThat(page.locator("#residuals .axis"))
        .hasText(new String[] {"evaluation", "residual, logarithmic"});
    assertThat(page.locator("#residuals .legend-words")).hasText(new String[] {"NAR", "DEAR"});
  }

  @Test
  void aFrameIsLaidOutOnce() {
    solved("#a=bellman_ford&n=64&d=1&m=bf&s=2");
    evaluation(1);
    CDPSession session = context.newCDPSession(page);
    session.send("Performance.enable");
    double before = layouts(session);
    evaluation(2);
    page.waitForTimeout(200);
    assertThat(layouts(session) - before)
        .isLessThan(40); // 4,159 when every edge asked for the width
  }

  private static double layouts(CDPSession session) {
    for (var metric : session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
      JsonObject one = metric.getAsJsonObject();
      if (one.get("name").getAsString().equals("LayoutCount")) {
        return one.get("value").getAsDouble();
      }
    }
    throw new AssertionError("no LayoutCount");
  }

  // ---- fingers and keys ----

  @Test
  void aPhoneScrollsAndKeepsThePlayer() {
    phone();
    solved("#a=bellman_ford&n=8&s=2");
    assertThat(page.locator("#picture")).hasCSS("touch-action", "pan-y pinch-zoom");
    assertThat(page.locator("#picture .node").first()).hasCSS("touch-action", "none");
    assertThat(page.locator("#player-bar")).hasCSS("position", "sticky");
    page.evaluate("document.getElementById('figure-main').scrollIntoView()");
    assertThat(page.locator("#player")).isInViewport();
    page.locator("label").getByText("Draw").click();
    double tools = page.locator("#tool").boundingBox().y;
    double picture = page.locator("#picture").boundingBox().y;
    assertThat(picture - tools).isBetween(0.0, 250.0);
    solved("#a=insertion_sort&m=sort&n=6");
    assertThat(page.locator("#picture .bar").first()).not().hasCSS("touch-action", "none");
    assertThat(page.locator("#picture .handle").first()).hasCSS("touch-action", "none");
  }

  @Test
  void everythingIsNearByKeyboard() {
    solved("#a=bellman_ford&i=" + PATH);
    int tabs = 0;
    do {
      page.keyboard().press("Tab");
      tabs++;
    } while (tabs < 60 && !isFocused("#player"));
    assertThat(tabs).isLessThan(12); // 63, when the picture came first
    page.locator("#add-node").focus();
    page.keyboard().press("Enter");
    assertThat(page.locator("#picture .node")).hasCount(5);
    assertThat(page.locator("#picture .node").nth(4)).isFocused();
    // The picture is one stop for nodes and one for edges.
    assertThat(page.locator("#picture [tabindex='0']")).hasCount(2);
    for (int step = 0; step < 100; step++) {
      page.keyboard().press("Shift+ArrowLeft");
    }
    assertThat(page.locator("#picture .node").nth(4))
        .hasAttribute("transform", Pattern.compile("translate\\(42 .*"));
    page.keyboard().press("ArrowRight");
    assertThat(page.locator("#picture .node").nth(4)).not().isFocused();
  }

  private boolean isFocused(String selector) {
    return (Boolean)
        page.evaluate("(it) => document.activeElement?.matches(it) ?? false", selector);
  }

  /** With motion the page plays what it has found; without, it shows the end. */
  @ParameterizedTest
  @EnumSource(
      value = ReducedMotion.class,
      names = {"REDUCE", "NO_PREFERENCE"})
  void motionIsForThoseWhoWantIt(ReducedMotion motion) {
    context.close();
    context = chromium.browser.newContext(new Browser.NewContextOptions().setReducedMotion(motion));
    page = context.newPage();
    page.onPageError(complaints::add);
    page.addInitScript(
        """
        window.seen = new Set();
        setInterval(() => seen.add(document.getElementById('evaluation-out')?.textContent), 5);
        """);
    solved("#a=bellman_ford&n=6&s=2");
    String max = page.locator("#evaluation").getAttribute("max");
    assertThat(page.locator("#evaluation-out")).hasText(max + " / " + max);
    Object zero = page.evaluate("[...seen].some((it) => it?.startsWith('0 / '))");
    assertThat(zero).isEqualTo(motion == ReducedMotion.NO_PREFERENCE);
  }

  // ---- colours and names ----

  @ParameterizedTest
  @CsvSource({"LIGHT", "DARK"})
  void linesCanBeSeenAndToldApart(ColorScheme scheme) {
    visitAnew(new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(1280, 900));
    solved("#a=bellman_ford&n=6&s=2");
    assertThat(contrast("--faint", "--card")).isGreaterThan(3);
    for (String mark : new String[] {"--right", "--equal", "--wrong"}) {
      assertThat(contrast(mark, "--card")).isGreaterThan(4.5);
    }
    assertThat(contrast("--right", "--wrong")).isGreaterThan(1.5);
  }

  private double contrast(String one, String other) {
    return ((Number)
            page.evaluate(
                """
                ([one, other]) => {
                  const light = (name) => {
                    const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
                    const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
                        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
                  };
                  const [a, b] = [light(one), light(other)];
                  return Math.max(a, b) / Math.min(a, b);
                }
                """,
                List.of(one, other)))
        .doubleValue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      textBlock =
          """
          a=bellman_ford&n=8&s=2 1280 LIGHT
          a=bellman_ford&n=8&s=2&c=1 1280 DARK
          a=bellman_ford&i=g4.0~0-1-0.3_1-2-0.4_2-3-0.5&p=g4.0~0-1-0.3_1-2-0.4_2-3-0.9 390 LIGHT
          a=insertion_sort&m=sort-pairs&i=n2_0_2_1 1280 LIGHT
          a=floyd_warshall&m=fw&n=6 390 DARK
          a=lcs_length&n=6 1280 LIGHT
          a=bridges&n=8 1280 DARK
          v=runs 1280 LIGHT
          """)
  void axeFindsNothing(String hash, int width, ColorScheme scheme) throws IOException {
    visitAnew(
        new Browser.NewContextOptions()
            .setViewportSize(width, 900)
            .setColorScheme(scheme)
            .setBypassCSP(true));
    go("#" + hash);
    if (hash.contains("runs")) {
      assertThat(page.locator("#run-charts .curve").first()).isAttached();
    } else {
      assertThat(page.locator("#headline")).containsText("·");
      page.locator("#tour-start").click();
    }
    page.evaluate(axe());
    assertThat((List<?>) page.evaluate(VIOLATIONS)).isEmpty();
  }

  static String axe() throws IOException {
    try (InputStream script = PageTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(
          Objects.requireNonNull(script, "axe").readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
