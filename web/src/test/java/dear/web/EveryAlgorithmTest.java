// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.text.WrittenInputs;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.settings.Setting;
import dear.web.solve.ModelShelf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm can be asked and typed, and has a picture that fits it. */
@Tag("browser") // runs in the module pages
class EveryAlgorithmTest {
  private static final int SIZE = 7;

  private static TestServer server;
  private static Json document;

  @BeforeAll
  static void open(@TempDir Path folder) throws Exception {
    Path models = Files.createDirectory(folder.resolve("models"));
    for (Algorithm algorithm : Clrs.algorithms()) {
      TestServer.untrained(
              algorithm.name(), Map.of(Setting.PROCESSOR, "pairs", Setting.TEST_BUDGET, "6"))
          .save(models.resolve(algorithm.name() + ".safetensors"));
    }
    server =
        new TestServer(folder, TestServer.LIMITS, ModelShelf.readFolder(models, Assertions::fail));
    document = Json.parse(server.get("/openapi.json").body());
  }

  @AfterAll
  static void close() {
    server.close();
    assertThat(server.failures).isEmpty();
  }

  static List<Algorithm> algorithms() {
    return Clrs.algorithms();
  }

  /** What is drawn can be written down, and is then the same question with the same answer. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void aSampleCanBeAskedAgainAsItIsWritten(Algorithm algorithm) throws Exception {
    Json drawn =
        server.answer(
            "{\"algorithm\":\"%s\",\"trace\":true,\"sample\":{\"nodes\":%d,\"seed\":3}}"
                .formatted(algorithm.name(), SIZE));
    Json frame = drawn.get("run").get("frames").values().getFirst();
    assertThat(frame.has("pair_colours")).isTrue();
    Json instance = drawn.get("instance");
    String kind = instance.get("kind").string();
    Json written = instance;
    if (!kind.equals("graph")) {
      written = instance.get(kind);
    }
    String question =
        "{\"algorithm\":\"%s\",\"trace\":true,\"%s\":%s}"
            .formatted(
                algorithm.name(), kind, kind.equals("graph") ? graph(written) : text(written));
    Json again = server.answer(question);
    assertThat(again.get("target")).isEqualTo(drawn.get("target"));
    assertThat(again.get("run").get("residuals")).isEqualTo(drawn.get("run").get("residuals"));
    assertThat(described("SolveRequest", Json.parse(question))).isEmpty();
    assertThat(described("SolveAnswer", again)).isEmpty();
  }

  @Test
  void theCatalogueSaysWhatToWriteAndWhatToRead() throws Exception {
    Json found = Json.parse(server.get("/api/algorithms").body());
    for (Json one : found.values()) {
      Algorithm algorithm = Clrs.algorithm(one.get("name").string());
      assertThat(names(one.get("inputs")))
          .containsExactlyElementsOf(algorithm.traits().input().features());
      assertThat(one.get("reads").values().stream().map(Json::string))
          .containsExactlyElementsOf(algorithm.traits().answer().outputs());
      assertThat(one.has("strings"))
          .isEqualTo(algorithm.traits().input() instanceof InputForm.TwoStrings);
      assertThat(one.get("models").values().stream().map(Json::string))
          .containsExactlyInAnyOrderElementsOf(
              Clrs.algorithms().stream()
                  .filter(algorithm::sameTaskAs)
                  .map(Algorithm::name)
                  .toList());
    }
  }

  private static List<String> names(Json features) {
    return features.values().stream().map(it -> it.get("name").string()).toList();
  }

  @Test
  void frequenciesBecomeProbabilities() throws Exception {
    Json answer =
        server.answer("{\"algorithm\":\"optimal_bst\",\"inputs\":{\"p\":[3,1,0],\"q\":[1,2,1]}}");
    Json inputs = answer.get("instance").get("inputs");
    assertThat(inputs.get("p").values().getFirst().number()).isEqualTo(0.375);
    assertThat(inputs.get("q").values().get(1).number()).isEqualTo(0.25);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          binary_search          | {"key": [1, 3, 2], "target": [2]}              | inputs.key[2]
          binary_search          | {"key": [1, 2, 3]}                             | inputs.target
          binary_search          | {"key": [1, 2, 3], "target": [1, 2]}           | inputs.target
          binary_search          | {"key": [1], "target": [1]}                    | inputs.key
          activity_selector      | {"s": [1, 5], "f": [4, 3]}                     | inputs.f[1]
          activity_selector      | {"s": [1, 5], "f": [4]}                        | inputs.f
          activity_selector      | {"s": [1, 5], "f": [4, 6], "g": [1, 2]}        | inputs.g
          task_scheduling        | {"d": [1, 1.5], "w": [1, 1]}                   | inputs.d[1]
          task_scheduling        | {"d": [1, 2], "w": [1, -1]}                    | inputs.w[1]
          graham_scan            | {"x": [1, 2, 3], "y": [1, 2]}                  | inputs.y
          graham_scan            | {"x": [1, 2, true], "y": [1, 2, 3]}            | inputs.x[2]
          segments_intersect     | {"x": [1, 2, 3], "y": [1, 2, 3]}               | inputs.x
          naive_string_matcher   | {"string": [0, 0, 1], "key": [0, 1, 4]}        | inputs.key[2]
          naive_string_matcher   | {"string": [0, 1, 0], "key": [0, 1, 2]}        | inputs.string[1]
          kmp_matcher            | {"string": [0, 0, 0], "key": [0, 1, 2]}        | inputs.string
          optimal_bst            | {"p": [1, 1, 1], "q": [1, 1, 1]}               | inputs.p
          optimal_bst            | {"p": [1, -1, 0], "q": [1, 1, 1]}              | inputs.p[1]
          optimal_bst            | {"p": [0, 0, 0], "q": [0, 0, 0]}               | inputs
          matrix_chain_order     | {"p": [3, 0, 4]}                               | inputs.p[1]
          bellman_ford           | {"s": [0]}                                     | inputs
          heapsort               | {"key": "1 2"}                                 | inputs.key
          heapsort               | [1, 2]                                         | inputs
          """)
  void aFieldAtFaultIsNamed(String algorithm, String inputs, String field) throws Exception {
    HttpResponse<String> response =
        server.solve("{\"algorithm\":\"%s\",\"inputs\":%s}".formatted(algorithm, inputs));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(Json.parse(response.body()).get("field").string()).isEqualTo(field);
  }

  /** In one browser: draws a sample of each, types it, and reads the console. */
  @Test
  void everyPictureIsDrawn() {
    browse(
        "/#n=" + SIZE,
        page -> {
          assertThat(page.locator("#algorithm option")).hasCount(Clrs.algorithms().size());
          for (Algorithm algorithm : Clrs.algorithms()) {
            page.locator("#algorithm").selectOption(algorithm.name());
            assertThat(page.locator("#headline")).containsText(algorithm.title() + " · ");
            drawn(page, algorithm);
            assertThat(page.locator("#figure-pairs")).isVisible();
            String headline = page.locator("#headline").innerText();
            page.locator("#own-words").click();
            assertThat(page).hasURL(Pattern.compile(".*&i=.*&e=.*"));
            assertThat(page.locator("#headline")).hasText(headline);
            drawn(page, algorithm);
            assertThat(page.locator("#problem")).isHidden();
          }
        });
  }

  @Test
  void axeFindsNothingInAnyPicture() throws IOException {
    String axe = PageTest.axe();
    List<Object> found = new ArrayList<>();
    try (Chromium chromium = Chromium.start();
        BrowserContext context =
            chromium.browser.newContext(
                new Browser.NewContextOptions()
                    .setBypassCSP(true) // axe is a script from elsewhere
                    .setReducedMotion(ReducedMotion.REDUCE))) {
      Page page = context.newPage();
      page.navigate(server.uri("/#n=" + SIZE).toString());
      page.evaluate(axe);
      for (Algorithm algorithm : Clrs.algorithms()) {
        page.locator("#algorithm").selectOption(algorithm.name());
        assertThat(page.locator("#headline")).containsText(algorithm.title() + " · ");
        found.addAll((List<?>) page.evaluate(PageTest.VIOLATIONS));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void pointsAreTypedAndMoved() {
    browse(
        "/#a=graham_scan&i=ix:0_4_0_4_1~y:0_0_4_4_1",
        page -> {
          Locator points = page.locator("#typed-box textarea");
          assertThat(points).hasValue("0,0 4,0 0,4 4,4 1,1");
          assertThat(page.locator("#picture .spot")).hasCount(5);
          page.locator("#picture .spot").nth(4).focus();
          page.keyboard().press("ArrowRight");
          assertThat(page.locator("#warm-panel")).isVisible();
          assertThat(points).hasValue(Pattern.compile("0,0 4,0 0,4 4,4 1\\.\\d+,1"));
          assertThat(page).hasURL(Pattern.compile(".*&p=ix.*"));
          points.fill("0,0 4,0\n2,3");
          page.locator("#solve").click();
          assertThat(page.locator("#picture .spot")).hasCount(3);
          points.fill("0,0 4;0 2,3");
          page.locator("#solve").click();
          assertThat(page.locator("#problem")).containsText("“4” is not of the form 0,1");
        });
  }

  @Test
  void stringsAreTyped() {
    browse(
        "/#a=kmp_matcher&n=" + SIZE,
        page -> {
          assertThat(page.locator("#picture .letter")).hasCount(SIZE);
          page.locator("#own-words").click();
          Locator fields = page.locator("#typed-box input");
          fields.nth(0).fill("abcabd");
          fields.nth(1).fill("abd");
          page.locator("#solve").click();
          assertThat(page.locator("#headline")).hasText(Pattern.compile(".* · 9 letters"));
          assertThat(page.locator("#picture .letter text"))
              .hasText(new String[] {"a", "b", "c", "a", "b", "d", "a", "b", "d"});
          fields.nth(0).fill("abracadabra");
          fields.nth(1).fill("Cad");
          page.locator("#solve").click();
          assertThat(page.locator("#headline")).hasText(Pattern.compile(".* · 14 letters"));
          String[] letters = "abracadabraCad".split("");
          assertThat(page.locator("#picture .letter text")).hasText(letters);
          page.navigate(page.url()); // a link keeps what was typed
          page.reload();
          assertThat(page.locator("#picture .letter text")).hasText(letters);
          assertThat(fields.nth(0)).hasValue("abracadabra");
          fields.nth(0).fill("abcdef");
          fields.nth(1).fill("fedcba");
          page.locator("#solve").click();
          assertThat(page.locator("#problem"))
              .containsText("CLRS-30 has 4 letters, but these strings need 6");
        });
  }

  @Test
  void tasksAreTypedWithEitherSign() {
    browse(
        "/#a=task_scheduling&n=" + SIZE,
        page -> {
          page.locator("#own-words").click();
          page.locator("#typed-box textarea").fill("2:0.5 1,0.9 2,0.1");
          page.locator("#solve").click();
          assertThat(page.locator("#headline")).hasText(Pattern.compile(".* · 3 tasks"));
        });
  }

  /** The page and the command give letters the same codes, and refuse the same strings. */
  @Test
  void lettersAreThoseOfTheCommand() {
    Algorithm matcher = Clrs.algorithm("kmp_matcher");
    String read =
        """
        ([text, pattern]) => import('/forms.js').then((forms) => {
          const shape = {
            input: 'two_strings', inputs: [{ name: 'string' }, { name: 'key' }],
            strings: ['text', 'pattern'],
          };
          try {
            return forms.formOf(shape).read([text, pattern], shape).key.join(' ');
          } catch (error) {
            return error.message;
          }
        })
        """;
    browse(
        "/#a=kmp_matcher&n=" + SIZE,
        page -> {
          for (List<String> strings :
              List.of(
                  List.of("abracadabra", "cad"),
                  List.of("abracadabra", "Cad"),
                  List.of("AbaB", "aB"),
                  List.of("to be or", " b"),
                  List.of(" ab", "ab "),
                  List.of("dcba", "cb"),
                  List.of("abc", "abca"),
                  List.of("xyx", "yz"),
                  List.of("loremipsum", "sum"),
                  List.of("wxyz", "zyxw"),
                  List.of("grüße", "ß🙂"),
                  List.of("pqr", "stuvw"),
                  List.of("abcde", "edcba"),
                  List.of("abcdx", "dcbay"),
                  List.of("abcdefgh", "hgfe"),
                  List.of("abcx", "cbay"))) {
            assertThat(page.evaluate(read, strings))
                .as(strings.toString())
                .isEqualTo(byTheCommand(matcher, strings));
          }
        });
  }

  private static String byTheCommand(Algorithm matcher, List<String> strings) {
    try {
      int[] codes =
          WrittenInputs.strings(matcher, strings.getFirst(), strings.getLast())
              .inputs()
              .codes(InputForm.TwoStrings.LETTERS);
      return Arrays.stream(codes).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void browse(String hash, Consumer<Page> visit) {
    List<String> complaints = new ArrayList<>();
    try (Chromium chromium = Chromium.start();
        BrowserContext context =
            chromium.browser.newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(1280, 900)
                    .setReducedMotion(ReducedMotion.REDUCE))) {
      Page page = context.newPage();
      page.onPageError(complaints::add);
      page.onConsoleMessage(message -> {
        if (message.type().equals("error")) {
          complaints.add(message.text());
        }
      });
      page.navigate(server.uri(hash).toString());
      visit.accept(page);
    }
    assertThat(complaints).isEmpty();
  }

  private static void drawn(Page page, Algorithm algorithm) {
    Locator found = page.locator("#picture " + shape(algorithm));
    assertThat(found.first()).isVisible();
    boolean table =
        algorithm.traits().answer() instanceof AnswerForm.Parentheses
            || algorithm.traits().answer() instanceof AnswerForm.SearchTree;
    if (!table && !(algorithm.traits().input() instanceof InputForm.TwoSegments)) {
      assertThat(found).hasCount(SIZE);
    }
  }

  /** What stands for a node, or for a range of nodes, in the picture of an algorithm. */
  private static String shape(Algorithm algorithm) {
    return switch (algorithm.traits().answer()) {
      case AnswerForm.Parentheses _, AnswerForm.SearchTree _ -> ".slot";
      case AnswerForm.Hull _ -> ".spot";
      case AnswerForm.Decision _ -> ".segment";
      case AnswerForm.Subsequence _, AnswerForm.Occurrence _ -> ".letter";
      case AnswerForm.Order _, AnswerForm.Element _, AnswerForm.Range _ -> ".bar";
      case AnswerForm.Selection _ -> algorithm.isGraphAlgorithm() ? ".node" : ".span";
      case AnswerForm.Paths _,
          AnswerForm.AllPaths _,
          AnswerForm.Tree _,
          AnswerForm.Forest _,
          AnswerForm.NodeSequence _,
          AnswerForm.EdgeSelection _,
          AnswerForm.Components _ ->
          ".node";
    };
  }

  private static List<String> described(String schema, Json value) {
    return new JsonSchema(document)
        .faults(document.get("components").get("schemas").get(schema), value);
  }

  private static String graph(Json instance) throws IOException {
    String source = instance.has("source") ? ",\"source\":" + instance.get("source").integer() : "";
    return "{\"nodes\":%d,\"edges\":%s%s}"
        .formatted(instance.get("nodes").integer(), text(instance.get("edges")), source);
  }

  private static String text(Json value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      write(value, json);
    }
    return bytes.toString(UTF_8);
  }

  private static void write(Json value, JsonWriter json) throws IOException {
    switch (value) {
      case Json.Members(Map<String, Json> members) -> {
        json.beginObject();
        for (Map.Entry<String, Json> member : members.entrySet()) {
          write(member.getValue(), json.name(member.getKey()));
        }
        json.endObject();
      }
      case Json.Values(List<Json> values) -> {
        json.beginArray();
        for (Json one : values) {
          write(one, json);
        }
        json.endArray();
      }
      case Json.Numeral(double number) -> json.value(number);
      case Json.Text(String string) -> json.value(string);
      case Json.Flag(boolean truth) -> json.value(truth);
      case Json.Null _ -> json.nullValue();
    }
  }
}
