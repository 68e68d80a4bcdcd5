// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.io.Json;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.GivenInstances;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands about models: train, evaluate, inspect. */
class ReasonerCommandsTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path model;

  @BeforeAll
  static void trainOne() {
    Invocation trained = Runs.run(Runs.train("bellman_ford", shared.resolve("run")));
    assertThat(trained.code()).as(trained.err()).isZero();
    model = shared.resolve("run/best.safetensors");
    assertThat(trained.out()).contains("trained 6 steps", model.toString());
    assertThat(trained.err())
        .contains("step 6 of 6", "validation at step 3", "validation at step 6");
    assertThat(trained.err()).doesNotContain("\r", "\u001b");
  }

  // ---- train ----

  @Test
  void numpyTrainsOnWhatItSamples() throws IOException {
    Path file = folder.resolve("numpy.jsonl");
    Invocation sampled =
        Invocation.of(
            "sample",
            "dijkstra",
            "--rng",
            "numpy",
            "--seed",
            "3",
            "--nodes",
            "7",
            "--count",
            "8",
            "--random-pos",
            "--out",
            file.toString());
    assertThat(sampled.code()).as(sampled.err()).isZero();
    Path run = folder.resolve("run");
    Invocation trained =
        Runs.run(
            Runs.train(
                "dijkstra",
                run,
                "--rng",
                "numpy",
                "--seed",
                "3",
                "--batch",
                "4",
                "--steps",
                "1",
                "--train-nodes-min",
                "7",
                "--train-nodes-max",
                "7"));
    assertThat(trained.code()).as(trained.err()).isZero();
    Json config = Json.parse(Files.readString(run.resolve("config.json")));
    assertThat(config.get("data").get("train").string()).isEqualTo("numpy.random.RandomState(3)");
    Settings settings = RunFolder.readSettings(run);
    Network network = settings.network();
    ProblemSource source = ProblemSource.ofRun(settings, network);
    List<String> drawn =
        Stream.of(source.batch(0), source.batch(1))
            .flatMap(List::stream)
            .map(ReasonerCommandsTest::face)
            .toList();
    assertThat(drawn)
        .isEqualTo(
            GivenInstances.read(
                file, settings.algorithm(), _ -> true, _ -> true, it -> face(network.problem(it))));
  }

  private static String face(Problem problem) {
    StringBuilder face = new StringBuilder(Arrays.toString(problem.edges().values()));
    problem.nodeInputs().forEach(input -> face.append(Arrays.toString(input)));
    problem.targets().forEach(target -> face.append(Arrays.toString(target.truth())));
    return face.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--steps | none | setting steps: \"none\" is not a whole number",
        "--steps | 0 | setting steps",
        "--clip | 0 | setting clip",
        "--mode | deer | one of dear, nar",
        "--hits | 7 | setting hits",
        "--train-nodes-min | 7 | train-nodes-max",
        "--threads | 0 | --threads 0",
        "--threads | 9999999 | 9,999,999 threads are too many",
        "--preset | slow | --preset",
        "--p | 0.5,2 | setting p",
        "--gradient-damping | 0 | setting gradient-damping",
        "--backward-budget | 2 | setting backward-budget: \"2\" is not from 3 to 10000",
        "--rng | dice | one of split, numpy",
        "--stepz | 3 | --steps",
      })
  void aWrongSettingIsWrongUseAndMakesNoFolder(String option, String value, String message) {
    Path out = folder.resolve("run");
    Invocation wrong = Runs.run(Runs.with(Runs.train("bfs", out), option, value));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(message).contains("--help");
    assertThat(out).doesNotExist();
  }

  @Test
  void sizesMayChangeTogether() throws IOException {
    Path out = folder.resolve("run");
    Invocation trained =
        Runs.run(
            Runs.train(
                "bfs", out, "--train-nodes-min", "18", "--train-nodes-max", "19", "--steps", "1"));
    assertThat(trained.code()).as(trained.err()).isZero();
    assertThat(Files.readString(out.resolve("config.json")))
        .contains("\"train-nodes-min\": \"18\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--data", "--validation-data"})
  void aDatasetThatARunCannotUseIsNamed(String option) throws IOException {
    Path data = folder.resolve("data.jsonl");
    List<String> train = Runs.train("bfs", folder.resolve("run"), option, data.toString());
    assertThat(failure(train)).isEqualTo("dear: there is no dataset " + data);

    assertThat(sampled("dfs", data)).isZero();
    assertThat(failure(train))
        .isEqualTo("dear: %s line 1 is an instance of dfs, but the model is one of bfs", data);

    assertThat(sampled("bfs", data)).isZero();
    List<String> lines = Files.readAllLines(data);
    Files.write(data, List.of(lines.get(0), lines.get(1).substring(0, 200)));
    assertThat(failure(Runs.with(train, "--out", folder.resolve("next").toString())))
        .startsWith("dear: " + data + ":2: ");
  }

  private static String failure(List<String> command) {
    Invocation failed = Runs.run(command);
    assertThat(failed.code()).isEqualTo(1);
    return failed.err().strip();
  }

  private static int sampled(String algorithm, Path file) {
    return Invocation.of(
            "sample", algorithm, "--nodes", "5", "--count", "3", "--out", file.toString())
        .code();
  }

  @Test
  void aRunIsValidatedOnADataset() throws IOException {
    Path data = folder.resolve("data.jsonl");
    assertThat(sampled("bfs", data)).isZero();
    Path run = folder.resolve("run");
    Invocation trained =
        Runs.run(
            Runs.train(
                "bfs",
                run,
                "--validation-data",
                data.toString(),
                "--keep",
                "last",
                "--steps",
                "3"));
    assertThat(trained.code()).as(trained.err()).isZero();
    Json config = Json.parse(Files.readString(run.resolve("config.json")));
    assertThat(config.get("data").get("validation").string()).isEqualTo(data.toString());
    Json scored =
        Json.parse(
            Invocation.of("evaluate", run.toString(), "--data", data.toString(), "--json").out());
    double loss =
        Files.readString(run.resolve("metrics.jsonl"))
            .lines()
            .filter(line -> line.contains("validation_loss"))
            .mapToDouble(line ->
                Double.parseDouble(line.replaceFirst(".*validation_loss\": *([^,]+).*", "$1")))
            .findFirst()
            .orElseThrow();
    assertThat(scored.get("loss").number()).isEqualTo(loss);
  }

  @Test
  void aSizeThatTheAlgorithmDoesNotHaveIsWrongUse() {
    Path out = folder.resolve("run");
    Invocation wrong =
        Runs.run(
            Runs.with(Runs.train("strongly_connected_components", out), "--train-nodes-min", "3"));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("train-nodes-min", "strongly_connected_components");
    assertThat(out).doesNotExist();
  }

  @Test
  void aRunIsResumedAsItBegan() {
    String run = shared.resolve("run").toString();
    Invocation again = Invocation.of("train", "--resume", run);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).contains("trained 6 steps");
    assertThat(again.err()).doesNotContain("warning: the run");
    for (List<String> more :
        List.of(
            List.of("--batch", "7"),
            List.of("--init-from", "bfs"),
            List.of("--steps", "5"),
            List.of("--steps", "none"),
            List.of("bfs"),
            List.of("--out", "x"),
            List.of("--preset", "paper"))) {
      List<String> arguments = new ArrayList<>(List.of("train", "--resume", run));
      arguments.addAll(more);
      Invocation wrong = Runs.run(arguments);
      assertThat(wrong.code()).as("%s", more).isEqualTo(2);
      assertThat(wrong.err()).contains("--help");
    }
    assertThat(Invocation.of("train").code()).isEqualTo(2);
  }

  @Test
  void aRunIsLengthenedAndAnotherStartsFromIt() {
    Path out = folder.resolve("run");
    assertThat(Runs.run(Runs.train("bfs", out, "--steps", "2", "--schedule", "cosine")).code())
        .isZero();
    Invocation longer = Invocation.of("train", "--resume", out.toString(), "--steps", "4");
    assertThat(longer.code()).as(longer.err()).isZero();
    assertThat(longer.err())
        .contains("the run now ends at step 4 instead of 2", "a cosine over all these steps");
    assertThat(longer.out()).contains("trained 4 steps");
    Path next = folder.resolve("next");
    Invocation started = Runs.run(Runs.train("bfs", next, "--init-from", out.toString()));
    assertThat(started.code()).as(started.err()).isZero();
    Invocation shown = Invocation.of("inspect", next.toString());
    assertThat(shown.out())
        .contains("initial_weights", "run/best.safetensors")
        .doesNotContain(out.toString());
    Invocation wrong =
        Runs.run(
            Runs.train("bfs", folder.resolve("x"), "--init-from", out.toString(), "--width", "9"));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("does not have the shape of this run");
  }

  /** With such a low rate the loss stays as it is, so the second validation is no better. */
  @Test
  void onlyARunThatEndsBeforeItsLastStepStoppedEarly() {
    Path out = folder.resolve("early");
    List<String> train =
        Runs.train(
            "bfs", out, "--patience", "1", "--learning-rate", "1e-12", "--warm-up", "1000000");
    Invocation early = Runs.run(Runs.with(train, "--steps", "9"));
    assertThat(early.code()).as(early.err()).isZero();
    assertThat(early.out())
        .startsWith("stopped early: the last validation was no better than the best")
        .contains("trained 6 steps");
    String whole = folder.resolve("whole").toString();
    assertThat(Runs.run(Runs.with(train, "--out", whole)).out()).startsWith("trained 6 steps");
  }

  @Test
  void runsAreComparedSideBySide() throws IOException {
    Path wide = folder.resolve("wide");
    assertThat(Runs.run(Runs.train("bellman_ford", wide, "--width", "9", "--steps", "3")).code())
        .isZero();
    String narrow = shared.resolve("run").toString();
    Invocation text = Invocation.of("compare", narrow, wide.toString());
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out())
        .containsPattern("width +8 +9\n")
        .containsPattern("trained +6 of 6 steps +3 of 3 steps\n")
        .containsPattern("at step 3: step +3 +3\n")
        .doesNotContain("batch");
    Json json = Json.parse(Invocation.of("compare", narrow, wide.toString(), "--json").out());
    assertThat(json.get("runs").values()).hasSize(2);
    assertThat(json.get("runs").values().get(1).get("differences").members().keySet())
        .containsExactly("steps", "width");
    assertThat(json.get("runs").values().get(0).get("validations").values()).hasSize(2);
    Invocation one = Invocation.of("compare", narrow);
    assertThat(one.code()).isEqualTo(2);
    assertThat(one.err()).startsWith("dear: one run cannot be compared; name the folders of two");
    Invocation none = Invocation.of("compare", narrow, folder.resolve("none").toString());
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("none");
  }

  @Test
  void whatARunIsResumedWithIsChecked() throws IOException {
    Path out = folder.resolve("checked");
    assertThat(Runs.run(Runs.train("bfs", out)).code()).isZero();
    List<String> resume = List.of("train", "--resume", out.toString(), "--steps", "8");
    Path best = out.resolve("best.safetensors");
    byte[] good = Files.readAllBytes(best);
    byte[] bad = good.clone();
    bad[bad.length - 1] ^= 1;
    Files.write(best, bad);
    Invocation damaged = Runs.run(resume);
    assertThat(damaged.code()).isEqualTo(1);
    assertThat(damaged.err()).contains("the best model of the run is damaged: " + best, "restore");
    Files.delete(best);
    assertThat(Runs.run(resume).err()).contains(best + ", the best model of the run, is missing");
    Files.write(best, good);
    Files.delete(out.resolve("last.safetensors"));
    Invocation anew = Runs.run(resume);
    assertThat(anew.code()).as(anew.err()).isZero();
    assertThat(anew.err()).contains("there is no checkpoint in " + out + ": the run starts over");
  }

  @Test
  void aRunThatAnotherProgramBeganIsResumedWithAWarning() throws IOException {
    Path out = folder.resolve("run");
    assertThat(Runs.run(Runs.train("bfs", out, "--steps", "1")).code()).isZero();
    Path config = out.resolve("config.json");
    Files.writeString(
        config, Files.readString(config).replaceFirst("\"jdk\": \"[^\"]*\"", "\"jdk\": \"9+181\""));
    Invocation again = Invocation.of("train", "--resume", out.toString());
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.err())
        .contains("warning: the run began with jdk 9+181, now " + Runtime.version())
        .doesNotContain("kernels");
  }

  @Test
  void foldersThatWillNotDo() throws IOException {
    Invocation twice = Runs.run(Runs.train("bfs", shared.resolve("run")));
    assertThat(twice.code()).isEqualTo(1);
    assertThat(twice.err()).contains("already contains a training run");
    Invocation none = Invocation.of("train", "--resume", folder.toString());
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains(folder.toString(), "does not contain a training run");
    Path file = Files.writeString(folder.resolve("file"), "");
    Invocation below = Runs.run(Runs.train("bfs", file.resolve("run")));
    assertThat(below.code()).isEqualTo(1);
    assertThat(below.err()).contains("cannot create the folder").doesNotContain("internal error");
  }

  @Test
  void anExplosionFailsWithItsCause() {
    Path out = folder.resolve("run");
    Invocation exploded =
        Runs.run(
            Runs.with(
                Runs.train("insertion_sort", out),
                "--mode",
                "nar",
                "--batch",
                "1",
                "--steps",
                "60",
                "--learning-rate",
                "1",
                "--clip",
                "1e9",
                "--warm-up",
                "0",
                "--checkpoint-every",
                "1",
                "--jacobian",
                "1e6"));
    assertThat(exploded.code()).isEqualTo(1);
    assertThat(exploded.err())
        .containsPattern("dear: training stopped at step \\d+: .*the loss")
        .contains("the last good checkpoint is " + out.resolve("last.safetensors"));
  }

  // ---- evaluate ----

  @Test
  void scoresAreTheSameOnAnyNumberOfThreads() throws IOException {
    List<String> evaluate =
        List.of("evaluate", model.toString(), "--nodes", "7", "--count", "5", "--json");
    Json one = Json.parse(Runs.run(Runs.with(evaluate, "--threads", "1")).out());
    Json three = Json.parse(Runs.run(Runs.with(evaluate, "--threads", "3")).out());
    assertThat(one.get("graphs").integer()).isEqualTo(5);
    assertThat(one.get("algorithm").string()).isEqualTo("bellman_ford");
    assertThat(one.get("ms_per_graph").number()).isPositive();
    for (String name : one.members().keySet()) {
      if (!name.equals("ms_per_graph")) {
        assertThat(three.get(name)).as(name).isEqualTo(one.get(name));
      }
    }
    Json other = Json.parse(Runs.run(Runs.with(evaluate, "--seed", "2")).out());
    assertThat(other.get("loss")).isNotEqualTo(one.get("loss"));
  }

  @Test
  void theShardsOfSeveralMachinesAreTheTestOfOne() throws IOException {
    Path data = model.resolveSibling("shards.jsonl");
    Invocation.of("sample", "bellman_ford", "--count", "5", "--out", data.toString());
    for (List<String> graphs :
        List.of(
            List.of("--nodes", "7", "--count", "5", "--average", "2"),
            List.of("--data", data.toString()))) {
      List<String> evaluate = new ArrayList<>(List.of("evaluate", model.toString(), "--json"));
      evaluate.addAll(graphs);
      double evaluations = 0;
      double whole = Json.parse(Runs.run(evaluate).out()).get("evaluations").number();
      for (int k = 1; k <= 2; k++) {
        Invocation part = Runs.run(Runs.with(evaluate, "--shard", k + "/2"));
        assertThat(part.code()).as(part.err()).isZero();
        Json json = Json.parse(part.out());
        assertThat(json.get("graphs").integer()).isEqualTo(k + 1);
        evaluations += json.get("graphs").integer() * json.get("evaluations").number();
      }
      assertThat(evaluations / 5).isCloseTo(whole, within(1e-9));
    }
    assertThat(Invocation.of("evaluate", model.toString(), "--count", "2", "--shard", "1/3").err())
        .contains("--shard: 2 graphs have no 3 parts");
    assertThat(Invocation.of("evaluate", model + "", "--data", data + "", "--shard", "1/9").err())
        .contains("has 5 instances, so part 1 of 9 is empty");
  }

  @Test
  void aModelCanBeAskedToSearchOtherwise() throws IOException {
    List<String> evaluate =
        List.of("evaluate", model.toString(), "--nodes", "7", "--count", "5", "--json");
    Json spent =
        Json.parse(
            Runs.run(Runs.with(evaluate, "--tolerance", "1e-9", "--test-budget", "6")).out());
    assertThat(spent.get("most_evaluations").integer()).isEqualTo(6);
    assertThat(spent.get("stop_reasons").members()).containsOnlyKeys("BUDGET");
    Invocation wrong = Runs.run(Runs.with(evaluate, "--extent", "everything"));
    assertThat(wrong.code()).isNotZero();
    assertThat(wrong.err()).contains("setting extent: \"everything\" is not one of state, nodes");
    assertThat(Runs.run(Runs.with(evaluate, "--width", "64")).code()).isEqualTo(2);
  }

  @Test
  void oneGraphIsEnough() throws IOException {
    Invocation one =
        Invocation.of("evaluate", model.toString(), "--nodes", "2", "--count", "1", "--json");
    assertThat(one.code()).as(one.err()).isZero();
    assertThat(Json.parse(one.out()).get("graphs").integer()).isEqualTo(1);
    Invocation text = Invocation.of("evaluate", model.toString(), "--nodes", "5", "--count", "3");
    assertThat(text.code()).isZero();
    assertThat(text.out())
        .contains("bellman_ford, 3 graphs", "ACCURACY")
        .containsPattern("\\nstop reasons +[a-z ]+ \\d+(, [a-z ]+ \\d+)*\\n");
  }

  @Test
  void theDistributionOfGraphsCanBeChosen() throws IOException {
    List<String> evaluate =
        List.of("evaluate", model.toString(), "--nodes", "9", "--count", "5", "--json");
    Json usual = Json.parse(Runs.run(evaluate).out());
    Json dense = Json.parse(Runs.run(Runs.with(evaluate, "--p", "1")).out());
    Json sparse = Json.parse(Runs.run(Runs.with(evaluate, "--graph", "sparse")).out());
    assertThat(dense.get("loss")).isNotEqualTo(usual.get("loss"));
    assertThat(sparse.get("loss")).isNotEqualTo(usual.get("loss"));
    Invocation both = Runs.run(Runs.with(evaluate, "--p", "1", "--data", "x.jsonl"));
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("--data has its own graphs");
    Invocation wrong = Runs.run(Runs.with(evaluate, "--p", "1.5"));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("edge probability 1.5 is not in 0 to 1");
    Invocation other = Runs.run(Runs.with(evaluate, "--communities", "4"));
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err()).contains("bellman_ford has no option --communities");
  }

  @Test
  void equivalentQuestionsAreAveraged() throws IOException {
    List<String> evaluate =
        List.of("evaluate", model.toString(), "--nodes", "7", "--count", "5", "--json");
    Json once = Json.parse(Runs.run(evaluate).out());
    Json thrice = Json.parse(Runs.run(Runs.with(evaluate, "--average", "3")).out());
    assertThat(thrice.get("evaluations").number())
        .isGreaterThan(2 * once.get("evaluations").number());
    assertThat(thrice.get("loss").numberOrNaN()).isNaN();
    Invocation text =
        Invocation.of(
            "evaluate", model.toString(), "--nodes", "5", "--count", "2", "--average", "2");
    assertThat(text.out()).contains("asked in 2 equivalent ways").doesNotContain("loss");
  }

  @Test
  void answersAboutPairsAreScoredOnEdgesAndOverAllPairs() throws IOException {
    Path run = folder.resolve("fw");
    assertThat(Runs.run(Runs.train("floyd_warshall", run, "--steps", "1")).code()).isZero();
    String pairs = run.resolve("best.safetensors").toString();
    Invocation text = Invocation.of("evaluate", pairs, "--nodes", "6", "--count", "3");
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out()).contains("Pi, all pairs");
    Json json =
        Json.parse(
            Invocation.of("evaluate", pairs, "--nodes", "6", "--count", "3", "--json").out());
    double onEdges = json.get("outputs").values().getFirst().get("accuracy").get("value").number();
    double overPairs =
        json.get("over_pairs").values().getFirst().get("accuracy").get("value").number();
    assertThat(overPairs).isBetween(0.0, 1.0).isNotEqualTo(onEdges);
  }

  @Test
  void allPairsCanBeAskedSourceBySource() throws IOException {
    List<String> evaluate =
        List.of("evaluate", model.toString(), "--every-source", "--nodes", "6", "--count", "3");
    Invocation text = Runs.run(evaluate);
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("floyd_warshall, 3 graphs", "asked once for every source", "Pi, all pairs");
    Invocation averaged = Runs.run(Runs.with(evaluate, "--average", "2"));
    assertThat(averaged.code()).isEqualTo(2);
    assertThat(averaged.err()).contains("--average and --every-source cannot be combined");

    Path data = folder.resolve("fw.jsonl");
    Invocation sampled =
        Invocation.of(
            "sample", "floyd_warshall", "--nodes", "5", "--count", "2", "--out", data.toString());
    assertThat(sampled.code()).isZero();
    Invocation given =
        Invocation.of("evaluate", model.toString(), "--every-source", "--data", data.toString());
    assertThat(given.code()).as(given.err()).isZero();
    assertThat(given.out()).contains("floyd_warshall, 2 graphs");

    Path run = folder.resolve("bfs");
    assertThat(Runs.run(Runs.train("bfs", run, "--steps", "1")).code()).isZero();
    Invocation wrong =
        Invocation.of("evaluate", run.resolve("best.safetensors").toString(), "--every-source");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("bfs does not find shortest paths from one node");
  }

  @Test
  void aFileOfInstancesIsScored() throws IOException {
    Path data = folder.resolve("bf.jsonl.gz");
    assertThat(
            Invocation.of(
                    "sample",
                    "bellman_ford",
                    "--nodes",
                    "6",
                    "--count",
                    "4",
                    "--out",
                    data.toString())
                .code())
        .isZero();
    Invocation scored =
        Invocation.of("evaluate", model.toString(), "--data", data.toString(), "--json");
    assertThat(scored.code()).as(scored.err()).isZero();
    assertThat(Json.parse(scored.out()).get("graphs").integer()).isEqualTo(4);

    Path other = folder.resolve("bfs.jsonl");
    assertThat(
            Invocation.of(
                    "sample", "bfs", "--nodes", "6", "--count", "2", "--out", other.toString())
                .code())
        .isZero();
    Invocation wrong = Invocation.of("evaluate", model.toString(), "--data", other.toString());
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains(other + " line 1", "bfs", "bellman_ford");

    Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
    Invocation nothing = Invocation.of("evaluate", model.toString(), "--data", empty.toString());
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.err()).contains(empty.toString());
  }

  @Test
  void aDefectOfAnInstanceIsNamedWithItsLine() throws IOException {
    Path run = folder.resolve("sort");
    assertThat(Runs.run(Runs.train("insertion_sort", run, "--steps", "1")).code()).isZero();
    Path data = folder.resolve("sort.jsonl");
    Invocation sampled =
        Invocation.of(
            "sample", "insertion_sort", "--nodes", "3", "--count", "2", "--out", data.toString());
    assertThat(sampled.code()).isZero();
    List<String> lines = Files.readAllLines(data);
    // A chain in which everyone is the first.
    String spoilt =
        lines.get(1).replaceFirst("(\"outputs\":.*?)\\[[012],[012],[012]\\]", "$1[0,1,2]");
    assertThat(spoilt).isNotEqualTo(lines.get(1));
    Files.write(data, List.of(lines.get(0), spoilt));
    Invocation wrong =
        Invocation.of(
            "evaluate", run.resolve("best.safetensors").toString(), "--data", data.toString());
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains(data + " line 2: ", "not a chain");
  }

  @ParameterizedTest
  @CsvSource({
    "--nodes, 1",
    "--nodes, -5",
    "--nodes, x",
    "--count, 0",
    "--seed, -1",
    "--threads, 0",
    "--threads, -2",
    "--average, 0"
  })
  void wrongNumbersAreWrongUse(String option, String value) {
    Invocation wrong = Invocation.of("evaluate", model.toString(), option, value);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(option, value);
  }

  // ---- inspect, and files that are no models ----

  @Test
  void inspectTellsWhatAModelIs() throws IOException {
    Invocation text = Invocation.of("inspect", model.toString());
    assertThat(text.code()).isZero();
    assertThat(text.out()).contains("bellman_ford", "PARAMETER", "commit", "learning-rate");
    Json json = Json.parse(Invocation.of("inspect", model.toString(), "--json").out());
    assertThat(json.get("settings").get("width").string()).isEqualTo("8");
    assertThat(json.get("provenance").get("step").string()).matches("[36]");
    long numbers = 0;
    for (Json parameter : json.get("parameters").values()) {
      double product = 1;
      for (Json dimension : parameter.get("shape").values()) {
        product *= dimension.number();
      }
      assertThat(parameter.get("numbers").number()).isEqualTo(product);
      numbers += parameter.get("numbers").integer();
    }
    assertThat((long) json.get("numbers").number()).isEqualTo(numbers);
  }

  @Test
  void inspectTellsWhatTheEquilibriumIsLike() throws IOException {
    String text = Invocation.of("inspect", model.toString()).out();
    assertThat(text)
        .contains("equilibrium on a random instance of 16 nodes (seed 1): ")
        .containsPattern("spectral radius +(> )?\\d+\\.\\d{3}  (not )?below 1: ")
        .containsPattern("path independence +\\S+ +how far apart searches from 5 starts end");
    Json json = Json.parse(Invocation.of("inspect", model.toString(), "--json").out());
    Json equilibrium = json.get("equilibrium");
    assertThat(equilibrium.get("nodes").integer()).isEqualTo(16);
    assertThat(equilibrium.get("spectral_radius").number()).isPositive();
    assertThat(equilibrium.get("relative_distance_of_ends").number()).isNotNegative();
    assertThat(equilibrium.get("stop_reasons_of_starts").values()).hasSize(5);
    assertThat(equilibrium.get("stop_reason").string())
        .isIn("converged", "budget", "stalled", "not_finite");
    Path rolled = folder.resolve("nar");
    assertThat(
            Runs.run(Runs.with(Runs.train("bfs", rolled, "--steps", "1"), "--mode", "nar")).code())
        .isZero();
    String file = rolled.resolve("best.safetensors").toString();
    assertThat(Invocation.of("inspect", file).out())
        .contains("without searching for an equilibrium");
    assertThat(Json.parse(Invocation.of("inspect", file, "--json").out()).has("equilibrium"))
        .isFalse();
  }

  @Test
  void whatIsNoModelIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("letter.txt"), "Dear reasoner, how are you?\n");
    Path checkpoint = shared.resolve("run/last.safetensors");
    for (String command : List.of("evaluate", "inspect")) {
      for (Path file : List.of(text, checkpoint, folder, folder.resolve("none"))) {
        Invocation wrong = Invocation.of(command, file.toString());
        assertThat(wrong.code()).as("%s %s", command, file).isEqualTo(1);
        assertThat(wrong.err())
            .contains(file.toString())
            .doesNotContain("internal error")
            .doesNotContain("Exception");
      }
    }
  }
}
