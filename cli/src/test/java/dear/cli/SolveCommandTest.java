// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.clrs.text.Decimals;
import dear.clrs.text.Reading;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions, most of them to models that have learned nothing: the form of answers, and errors. */
class SolveCommandTest {
  @TempDir Path folder;

  private String model(String algorithm) throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK).with(Setting.WIDTH, "8");
    Path file = folder.resolve(algorithm + ".safetensors");
    var network = settings.network();
    new Model(settings, network, network.initial(1), new Provenance(Map.of("step", "0")))
        .save(file);
    return file.toString();
  }

  private String graph(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return file.toString();
  }

  @Test
  void namesAModelForWhatAStateOnPairsCannotHold() {
    Invocation refused = askAboutTooManyKeys("insertion_sort");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("at most 512 nodes, not 513; --model insertion_sort_nodes takes any number");
  }

  @Test
  void saysHowToTrainAModelForWhatNoneThatComesWithTheProgramCanHold() {
    Invocation refused = askAboutTooManyKeys("minimum");
    assertThat(refused.code()).isEqualTo(1);
    Matcher advice =
        Pattern.compile(
                "at most 512 nodes, not 513; .*'dear (train .*)', then ask it with --model (\\S+)")
            .matcher(refused.err());
    assertThat(advice.find()).as(refused.err()).isTrue();
    List<String> train = List.of(advice.group(1).split(" "));
    assertThat(train).containsSubsequence("--processor", "nodes");
    assertThat(train.getLast()).isEqualTo("runs/" + advice.group(2));
    List<String> small = Runs.train("minimum", folder.resolve("run"));
    Invocation trained =
        Runs.run(Runs.with(small, train.subList(2, train.size() - 2).toArray(String[]::new)));
    assertThat(trained.code()).as(trained.err()).isZero();
    String model = folder.resolve("run").toString();
    Invocation answered = askAboutTooManyKeys("minimum", "--model", model);
    assertThat(answered.err()).isEmpty();
    assertThat(answered.out()).contains("min: ", "model " + model);
  }

  private static Invocation askAboutTooManyKeys(String algorithm, String... more) {
    List<String> words = new ArrayList<>(List.of("solve", algorithm));
    for (int i = 0; i <= 512; i++) {
      words.add(Integer.toString(i));
    }
    words.addAll(List.of(more));
    return Runs.run(words);
  }

  @Test
  void sortsNumbersOfTheLine() throws IOException {
    Invocation solved =
        Invocation.of(
            "solve",
            "insertion_sort",
            "5",
            "2",
            "4",
            "3",
            "1",
            "--model",
            model("insertion_sort"),
            "--json",
            "--certify");
    Json answer = Json.parse(solved.out());
    assertThat(answer.get("outputs").get("pred").values()).hasSize(5);
    assertThat(answer.get("evaluations").integer()).isPositive();
    assertThat(answer.get("mode").string()).isEqualTo("dear");
    assertThat(answer.get("stop_reason").string())
        .isIn("converged", "budget", "stalled", "not_finite");
    assertThat(solved.code()).isEqualTo(expectedCode(answer));
  }

  /** 1 without a readable answer, 3 for one that is certified wrong. */
  private static int expectedCode(Json answer) {
    boolean unreadable = answer.get("answer").has("warning");
    boolean right = answer.get("certificate").get("verdict").string().equals("right");
    return unreadable || answer.get("stop_reason").string().equals("not_finite")
        ? 1
        : right ? 0 : 3;
  }

  static Stream<Arguments> questions() {
    return Clrs.algorithms().stream()
        .map(algorithm -> Arguments.of(algorithm, question(algorithm)));
  }

  /** What a person types, for each form of input. */
  private static String question(Algorithm algorithm) {
    return switch (algorithm.traits().input()) {
      case InputForm.Keys _ -> "5 -2 4 3e2 0.5";
      case InputForm.SortedKeys _ -> "-1 3 5 7 --target -2.5";
      case InputForm.MatrixSizes _ -> "--sizes 10 20 30 40";
      case InputForm.Probabilities _ -> "--probabilities 3 2 1 --gaps 1 1 1 1";
      case InputForm.TwoStrings(String first, String second) ->
          "--%s abracadabra --%s cad".formatted(first, second);
      case InputForm.Intervals _ -> "1-4 3-5 0-6 5-7";
      case InputForm.Tasks _ -> "4,70 2,60 1,20";
      case InputForm.Points _ -> "0,0 -4,0 4,3 2,1 0,3";
      case InputForm.TwoSegments _ -> "0,0 4,4 0,4 4,-1";
      case InputForm.OnGraph form ->
          form.symmetry().isDirected() ? "--graph GRAPH" : "--graph GRAPH --undirected";
    };
  }

  @ParameterizedTest
  @MethodSource("questions")
  void everyAlgorithmTakesInputsAsTheyAreTyped(Algorithm algorithm, String question)
      throws IOException {
    List<String> words = typed(algorithm, question);
    words.addAll(List.of("--model", pairsModel(algorithm), "--test-budget", "4"));
    Invocation text = Invocation.of(words.toArray(String[]::new));
    words.add("--json");
    Invocation solved = Invocation.of(words.toArray(String[]::new));
    Json answer = Json.parse(solved.out());
    assertThat(answer.get("answer").get("form").string())
        .isEqualTo(algorithm.traits().answer().word());
    assertThat(solved.code()).isEqualTo(expectedCode(answer)).isEqualTo(text.code());
    assertThat(solved.err().isEmpty()).isEqualTo(solved.code() != 1);
    assertThat(text.out()).contains("evaluations");
    assertThat(text.out()).containsAnyOf("certified: ", "the answer is wrong in");
    assertThat(text.out().lines().findFirst().orElseThrow())
        .containsPattern(opening(algorithm.traits().answer()));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void pretrainedModelsAnswerWhatIsTyped(Algorithm algorithm, String question) throws IOException {
    Invocation solved = Invocation.of(typed(algorithm, question).toArray(String[]::new));
    assertThat(solved.code()).as(solved.err()).isZero();
    assertThat(solved.err()).isEmpty();
    assertThat(solved.out().lines().findFirst().orElseThrow())
        .containsPattern(opening(algorithm.traits().answer()))
        .doesNotStartWith("no ");
    assertThat(solved.out()).contains("(pretrained)");
  }

  /** The product is the best one, although the table has wrong splits of ranges outside of it. */
  @Test
  void theVerdictIsAboutWhatIsPrinted() throws IOException {
    String[] question = "solve matrix_chain_order --sizes 50 17 9 12 40 46".split(" ", -1);
    Invocation solved = Invocation.of(question);
    assertThat(solved.out())
        .startsWith("product: ")
        .contains("other ranges, which the answer does not use, are not the best")
        .contains("certified: the answer is right");
    assertThat(solved.code()).isZero();
    Algorithm chain = Clrs.algorithm("matrix_chain_order");
    Inputs inputs = chain.inputs(50, 17, 9, 12, 40, 46);
    Reading best = Reading.of(chain, inputs, chain.run(inputs).outputs());
    assertThat(solved.out()).contains("cost: " + Decimals.text(((Reading.Product) best).cost()));
  }

  /** In training hardly any two numbers are equal; in questions of people many are. */
  @ParameterizedTest
  @CsvSource({
    "activity_selector 1-4 4-6 6-9, 3 chosen: 1-4 4-6 6-9",
    "activity_selector 1-4 3-5 0-6 5-7 3-9 5-9 6-10 8-11 8-12 2-14 12-16, '4 chosen: 1-4 5-7 '",
    "activity_selector 4-4 2-4 4-6 6-6, 4 chosen: ",
    "'task_scheduling 1,5 2,5 1,5 3,5', on time",
    "binary_search 1 2 2 2 3 3 7 --target 3, found: 3",
    "binary_search 5 5 5 5 --target 5, found: 5",
    "mst_kruskal --graph UNIT --undirected, 'Spanning tree, Kruskal: 5 edges, weight 5'",
    "mst_prim --graph UNIT --undirected, 'tree of 5 edges, weight 5'",
    "mst_kruskal --graph BOOK --undirected, 'Spanning tree, Kruskal: 8 edges, weight 37'",
    "mst_prim --graph BOOK --undirected, 'tree of 8 edges, weight 37'",
    "mst_kruskal --graph CROWDED --undirected, 'Spanning tree, Kruskal: 3 edges, weight 3003.3'",
    "mst_prim --graph CROWDED --undirected, 'tree of 3 edges, weight 3003.3'",
  })
  void pretrainedModelsAnswerWhereNumbersAreEqual(String question, String answer)
      throws IOException {
    String unit = "a,b\nb,c\nc,d\nd,e\ne,f\nf,a\na,d\nb,e\n";
    String book = // figure 23.1 of the book
        "a,b,4 a,h,8 b,h,11 b,c,8 c,i,2 c,f,4 c,d,7 d,e,9 d,f,14 e,f,10 f,g,2 g,i,6 g,h,1 h,i,7"
            .replace(' ', '\n');
    String crowded = "a,b,1001\nb,c,1001.1\nc,d,1001.2\nd,a,1001.3\na,c,1001.25\n";
    String words =
        question
            .replace("UNIT", graph("unit.csv", unit))
            .replace("BOOK", graph("book.csv", book))
            .replace("CROWDED", graph("crowded.csv", crowded));
    Invocation solved = Invocation.of(("solve " + words).split(" ", -1));
    assertThat(solved.out()).startsWith(answer);
    assertThat(solved.code()).isZero();
  }

  private List<String> typed(Algorithm algorithm, String question) throws IOException {
    String roads = graph("roads.csv", "a,b,10\nb,c,5\na,c,20\nc,d,1\n");
    List<String> words = new ArrayList<>(List.of("solve", algorithm.name()));
    words.addAll(List.of(question.replace("GRAPH", roads).split(" ", -1)));
    return words;
  }

  /** How the text of an answer begins, or says that there is none. */
  private static String opening(AnswerForm form) {
    return "^no [a-z ]+: |^"
        + switch (form) {
          case AnswerForm.Order _ -> "sorted: ";
          case AnswerForm.Element _ -> "(min|median|found|not found): ";
          case AnswerForm.Range _ -> "part: ";
          case AnswerForm.Parentheses _ -> "product: [(]";
          case AnswerForm.SearchTree _ -> "expected cost: ";
          case AnswerForm.Subsequence _ -> "common subsequence: ";
          case AnswerForm.Selection _ -> "(\\d chosen|on time, in this order|Articulation points)";
          case AnswerForm.Paths _ -> "paths from a$";
          case AnswerForm.AllPaths _ -> "paths between all pairs$";
          case AnswerForm.Tree _ -> "tree of \\d edges, weight ";
          case AnswerForm.Forest _ -> "\\d trees?$";
          case AnswerForm.NodeSequence _ -> "order: ";
          case AnswerForm.EdgeSelection _ -> ".*: \\d edges?";
          case AnswerForm.Components _ -> "\\d components?$";
          case AnswerForm.Occurrence _ -> "(no match|match: position \\d)";
          case AnswerForm.Decision _ -> "the segments (do not )?intersect";
          case AnswerForm.Hull _ -> "hull: [(]";
        };
  }

  private String pairsModel(Algorithm algorithm) throws IOException {
    Settings settings =
        Settings.of(algorithm, Preset.QUICK)
            .with(Setting.PROCESSOR, "pairs")
            .with(Setting.WIDTH, "4")
            .with(Setting.TARGETS, "pairs");
    Path file = folder.resolve(algorithm.name() + "-pairs.safetensors");
    var network = settings.network();
    new Model(settings, network, network.initial(1), new Provenance(Map.of("step", "0")))
        .save(file);
    return file.toString();
  }

  @Test
  void numbersComeFromFilesAndStandardInput() throws IOException {
    String keys = graph("keys.txt", "key\n5 2\n4\n");
    String points = graph("points.csv", "x,y\n0,0\n4,0\n4,3\n");
    String sort = model("insertion_sort");
    List<String> common = List.of("--json", "--no-certify", "--model");
    assertThat(pointers(common, "insertion_sort", "--keys", keys, sort)).isEqualTo(3);
    assertThat(pointers(common, "graham_scan", "--points", points, model("graham_scan")))
        .isEqualTo(3);
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream("3\n1 4 1 5".getBytes(StandardCharsets.UTF_8)));
      Invocation solved = Invocation.of("solve", "insertion_sort", "-", "--json", "--model", sort);
      assertThat(Json.parse(solved.out()).get("outputs").get("pred").values()).hasSize(5);
      assertThat(solved.out()).contains("1 of the 5 keys repeats an earlier one");
    } finally {
      System.setIn(before);
    }
    String bad = graph("bad.txt", "5\nfive\n");
    Invocation refused = Invocation.of("solve", "insertion_sort", "--keys", bad, "--model", sort);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("bad.txt:2: \"five\" is not a number");
  }

  private static int pointers(List<String> common, String algorithm, String option, String... rest)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("solve", algorithm, option, rest[0]));
    words.addAll(common);
    words.add(rest[1]);
    Json outputs = Json.parse(Invocation.of(words.toArray(String[]::new)).out()).get("outputs");
    return outputs.get(algorithm.equals("graham_scan") ? "in_hull" : "pred").values().size();
  }

  @Test
  void writesToAFile() throws IOException {
    Path answer = folder.resolve("answer.txt");
    Invocation solved =
        Invocation.of(
            "solve", "minimum", "3", "1", "--model", model("minimum"), "--out", "" + answer);
    assertThat(solved.out()).isEmpty();
    assertThat(answer).content().startsWith("min: ").contains("evaluations");
  }

  @ParameterizedTest
  @CsvSource({
    "insertion_sort 5 2 --text abc, does not take --text; example: dear solve insertion_sort 5 2 4",
    "insertion_sort 5 2 --keys x.txt, 'give inputs as words or with --keys, not both'",
    "insertion_sort five, is not a number such as 2",
    "insertion_sort 5 --modle x, '--modle'",
    "binary_search 1 2 3, --target NUMBER is missing",
    "binary_search 3 2 --target 2, 3 comes before 2",
    "kmp_matcher --text abc, takes two strings",
    "kmp_matcher --text abcde --pattern abcde, 'CLRS-30 has 4 letters, but these strings need 5'",
    "lcs_length --text abc --pattern a, does not take --text",
    "matrix_chain_order --sizes 10, at least two numbers",
    "optimal_bst --probabilities 0.5 0.5 --gaps 1, 2 keys have 3 gaps",
    "activity_selector 4-1, ends before it starts",
    "activity_selector 4, is not a pair of numbers such as",
    "'graham_scan 0,0 1,1', at least three points",
    "'segments_intersect 0,0 1,1 2,2', four end points",
    "bfs, example: dear solve bfs --graph FILE",
    "'graham_scan 0,0 1,1 2,0 --source a', does not take a graph",
  })
  void inputsThatDoNotSuitAreWrongUse(String question, String message) throws IOException {
    List<String> words = new ArrayList<>(List.of("solve"));
    words.addAll(List.of(question.split(" ", -1)));
    Invocation refused = Invocation.of(words.toArray(String[]::new));
    assertThat(refused.err()).contains(message);
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  void graphsThatDoNotSuitAreRefused() throws IOException {
    String ring = graph("ring.csv", "a,b\nb,c\nc,a\n");
    Invocation oneWay =
        Invocation.of("solve", "bridges", "--graph", ring, "--model", model("bridges"));
    assertThat(oneWay.code()).isEqualTo(1);
    assertThat(oneWay.err()).contains("add --undirected");
    Invocation circular =
        Invocation.of(
            "solve", "topological_sort", "--graph", ring, "--model", model("topological_sort"));
    assertThat(circular.code()).isEqualTo(1);
    assertThat(circular.err()).contains("without cycles, but a lies on one");
  }

  @Test
  void allPairsCanBeShownFromOneNode() throws IOException {
    String roads = graph("roads.csv", "a,b,10\nb,c,5\n");
    Invocation solved =
        Invocation.of("solve", "floyd_warshall", "--graph", roads, "--undirected", "--source", "b");
    assertThat(solved.out()).startsWith("paths from b").contains("b → a  (10)", "b → c  (5)");
    assertThat(solved.code()).isZero();
    Invocation json =
        Invocation.of(
            ("solve floyd_warshall --undirected --source b --json --graph " + roads)
                .split(" ", -1));
    Json answer = Json.parse(json.out()).get("answer");
    assertThat(answer.get("source").string()).isEqualTo("b");
    assertThat(answer.get("paths").values())
        .extracting(path -> path.get("from").string() + path.get("to").string())
        .containsExactly("ba", "bc");
    Invocation edges =
        Invocation.of(
            "solve", "floyd_warshall", "--graph", roads, "--model", "floyd_warshall_nodes");
    assertThat(edges.out()).contains("answers only for pairs of nodes that an edge joins");
  }

  @Test
  void findsPathsInAGraphOfOnesOwn() throws IOException {
    String roads = graph("roads.csv", "source,target,weight\nBonn,Köln,30\nKöln,Trier,160\n");
    Invocation solved =
        Invocation.of(
            "solve",
            "bellman_ford",
            "--graph",
            roads,
            "--undirected",
            "--source",
            "Köln",
            "--model",
            model("bellman_ford"),
            "--certify");
    assertThat(solved.err()).isEmpty();
    assertThat(solved.out()).contains("paths from Köln", "evaluations", "residual");
    assertThat(solved.out()).containsAnyOf("certified", "the answer is wrong in");
  }

  @Test
  void readsDimacs() throws IOException {
    String arcs = graph("g.gr", "c tiny\np sp 3 2\na 1 2 4\na 2 3 5\n");
    Invocation solved =
        Invocation.of("solve", "bfs", "--graph", arcs, "--model", model("bfs"), "--no-certify");
    // Each node has one edge to it, so even an untrained model cannot miss the predecessors.
    assertThat(solved.code()).as(solved.err()).isZero();
    assertThat(solved.out()).contains("paths from 1");
  }

  @Test
  void namesComponents() throws IOException {
    String ring = graph("ring.csv", "a,b\nb,c\nc,a\nd,a\n");
    Invocation solved =
        Invocation.of(
            "solve",
            "strongly_connected_components_local",
            "--graph",
            ring,
            "--model",
            model("strongly_connected_components_local"),
            "--no-certify");
    assertThat(solved.code()).as(solved.err()).isEqualTo(1);
    assertThat(solved.err()).contains("warning: circular");
    assertThat(solved.out()).contains("components");
  }

  @Test
  void solvesAnInstanceOfADataset() throws IOException {
    Path data = folder.resolve("bf.jsonl");
    Invocation.of("sample", "bellman_ford", "--count", "2", "--nodes", "6", "--out", "" + data);
    Invocation solved =
        Invocation.of(
            "solve",
            "bellman_ford",
            "--data",
            "" + data,
            "--line",
            "2",
            "--model",
            model("bellman_ford"),
            "--no-certify");
    assertThat(solved.code()).as(solved.err()).isZero();
    assertThat(solved.out()).contains("paths from");
    assertThat(
            Invocation.of(
                    "solve",
                    "bellman_ford",
                    "--data",
                    "" + data,
                    "--line",
                    "3",
                    "--model",
                    model("bellman_ford"))
                .err())
        .contains("fewer than 3 lines");
  }

  @Test
  void aModelOfAnotherAlgorithmIsNamed() throws IOException {
    Invocation wrong =
        Invocation.of("solve", "minimum", "3", "1", "2", "--model", model("insertion_sort"));
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("is a model of insertion_sort, not of minimum");
  }

  @Test
  void wrongUse() throws IOException {
    String sort = model("insertion_sort");
    String paths = model("bellman_ford");
    String roads = graph("roads.csv", "a,b,1\n");
    assertThat(Invocation.of("solve", "insertion_sort", "--model", sort).code()).isEqualTo(2);
    assertThat(Invocation.of("solve", "insertion_sort", "1", "x", "--model", sort).code())
        .isEqualTo(2);
    assertThat(Invocation.of("solve", "insertion_sort", "--graph", roads, "--model", sort).err())
        .contains("does not take a graph");
    assertThat(Invocation.of("solve", "bellman_ford", "1", "2", "--model", paths).err())
        .contains("does not take one sequence of numbers");
    Invocation nowhere =
        Invocation.of("solve", "bellman_ford", "--graph", roads, "--source", "z", "--model", paths);
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err()).contains("no node \"z\"");
    assertThat(Invocation.of("solve", "insertion_sort", "1", "2", "--model", "none").err())
        .contains("none");
  }

  @ParameterizedTest
  @CsvSource({"--line, 0", "--line, -3", "--threads, 0", "--threads, -2"})
  void numbersBelowOneAreWrongUse(String option, String value) throws IOException {
    Path data = folder.resolve("bf.jsonl");
    Invocation.of("sample", "bellman_ford", "--count", "2", "--nodes", "6", "--out", "" + data);
    String paths = model("bellman_ford");
    Invocation wrong =
        Invocation.of(
            "solve", "bellman_ford", "--data", "" + data, "--model", paths, option, value);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(option + " " + value + " is too small; the minimum is 1");
  }

  @Test
  void badGraphsAreNamed() throws IOException {
    String model = model("dijkstra");
    String nan = graph("nan.csv", "a,b,NaN\n");
    assertThat(Invocation.of("solve", "dijkstra", "--graph", nan, "--model", model).err())
        .contains("nan.csv:1");
    String negative = graph("negative.csv", "a,b,-1\n");
    assertThat(Invocation.of("solve", "dijkstra", "--graph", negative, "--model", model).err())
        .contains("not negative");
  }
}
