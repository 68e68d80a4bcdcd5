// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.GradientMethod;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.inference.Inference;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.problem.Wiring;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {
  private static final Algorithm ALGORITHM = Clrs.algorithm("bellman_ford");

  private final Settings quick = Settings.of(ALGORITHM, Preset.QUICK);

  @Test
  void thePaperPresetIsThePapers() {
    Settings paper = Settings.of(ALGORITHM, Preset.PAPER);
    assertThat(paper.width()).isEqualTo(128);
    assertThat(paper.batch()).isEqualTo(32);
    assertThat(paper.learningRate()).isEqualTo(3e-4);
    assertThat(paper.schedule()).isEqualTo(Choices.Schedule.CONSTANT);
    assertThat(paper.trainNodesMin()).isEqualTo(8);
    assertThat(paper.trainNodesMax()).isEqualTo(16);
    assertThat(paper.trainSamples()).isEqualTo(100_000);
    // 100 epochs of 100,000 samples in batches of 32
    assertThat(paper.steps()).isEqualTo(100 * 100_000 / 32).isEqualTo(312_500);
    assertThat(paper.inference())
        .isInstanceOfSatisfying(
            Inference.Equilibrium.class,
            dear -> {
              assertThat(dear.training()).isEqualTo(SolverOptions.DEFAULT);
              assertThat(dear.training().stop()).isEqualTo(StopRule.relative(0.1, 40));
              assertThat(dear.jacobianWeight()).isEqualTo(1e-4);
            });
    assertThat(paper.network().options().width()).isEqualTo(128);
  }

  @Test
  void namesAreUniqueAndFoundAgain() {
    Set<String> names = new HashSet<>();
    for (Setting setting : Setting.values()) {
      assertThat(names.add(setting.key())).isTrue();
      assertThat(Setting.of(setting.key())).contains(setting);
      assertThat(setting.words()).isNotBlank();
    }
    assertThat(Setting.of("stepz")).isEmpty();
  }

  /** An accessor casts to the type in the table; one with the wrong type fails here. */
  @Test
  void everyAccessorGivesTheValueOfItsSetting() throws ReflectiveOperationException {
    int accessors = 0;
    for (Setting setting : Setting.values()) {
      String name = accessor(setting);
      for (Method method : Settings.class.getMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          assertThat(setting.read(quick.text(setting)).meaning().toString())
              .isEqualTo(method.invoke(quick).toString());
          accessors++;
        }
      }
    }
    assertThat(accessors).isGreaterThan(20);
  }

  private static String accessor(Setting setting) {
    String words =
        Arrays.stream(setting.name().split("_", -1))
            .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
            .collect(Collectors.joining());
    return Character.toLowerCase(words.charAt(0)) + words.substring(1);
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void whatAnOlderFileMeansIsAValueToo(Setting setting) {
    setting.whenAbsent().ifPresent(text -> assertThat(setting.read(text).text()).isEqualTo(text));
  }

  @Test
  void aValueIsWrittenInOneForm() {
    assertThat(quick.with(Setting.BATCH, "+007").text(Setting.BATCH)).isEqualTo("7");
    assertThat(quick.with(Setting.LEARNING_RATE, "1E-3").text(Setting.LEARNING_RATE))
        .isEqualTo("1E-3");
    Settings some = quick.with(Setting.EDGE_PROBABILITIES, " 0.5 , 0.25");
    assertThat(some.text(Setting.EDGE_PROBABILITIES)).isEqualTo("0.5,0.25");
    assertThat(some.distribution().edgeProbabilities()).containsExactly(0.5, 0.25);
    assertThat(quick.with(Setting.WIRING, "both-ways").network().options().wiring())
        .isEqualTo(Wiring.BOTH_WAYS);
  }

  /** Every setting changes what it says, in what a run is built from, and nothing else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | decoded=point | inference.decoded=POINT",
        " | decoded=next | inference.decoded=NEXT",
        " | goal=lowest-residual | S.stop.goal=LOWEST_RESIDUAL",
        " | stall=0 | S.stop.patience=0",
        " | hits=3 | inference.training.stop.hitsInARow=3",
        " | test-hits=3 | inference.evaluation.stop.hitsInARow=3",
        " | residual=absolute | S.stop.measure=ABSOLUTE",
        " | extent=nodes | S.stop.extent=ROWS",
        " | tolerance=1e-3 | S.stop.tolerance=0.001",
        " | budget=50 | inference.training.stop.budget=50",
        " | test-budget=40 | inference.evaluation.stop.budget=40",
        " | window=4 | S.method.window=4",
        " | regularisation=0 | S.method.regularisation=0.0",
        " | mixing=0.7 | S.method.mixing=0.7",
        " | solver=torchdeq-anderson | S.method=TorchdeqAnderson S.method.growthLimit=none",
        "solver=torchdeq-anderson | window=5 | S.method.window=5",
        "solver=torchdeq-anderson | regularisation=1e-3 | S.method.regularisation=0.001",
        "solver=torchdeq-anderson | mixing=0.9 | S.method.mixing=0.9",
        "solver=plain | mixing=0.5 | S.method.damping=0.5",
        " | gradient=last | G=DampedSteps G.damping=1.0 G.steps=3",
        " | gradient=damped | G=DampedSteps G.damping=0.5 G.steps=5",
        "gradient=last | gradient-steps=7 | G.steps=7",
        "gradient=damped | gradient-steps=7 | G.steps=7",
        "gradient=damped | gradient-steps=3 | G.steps=3",
        "gradient=damped | gradient-damping=0.8 | G.damping=0.8",
        "gradient=last | gradient-damping=0.8 |",
        " | gradient=implicit | G=Implicit G.solver=GMRES G.memory=20 G.tolerance=1.0E-4"
            + " G.budget=60",
        "gradient=implicit | backward=anderson | G.solver=ANDERSON",
        "gradient=implicit | backward=broyden | G.solver=BROYDEN",
        "gradient=implicit | backward-tolerance=1e-6 | G.tolerance=1.0E-6",
        "gradient=implicit | backward-memory=8 | G.memory=8",
        "gradient=implicit | backward-budget=90 | G.budget=90",
        " | gradient=unrolled | G=Unrolled G.steps=40",
        " | pointers=any | network.scope=PAIRS",
        " | graphs=gnp | distribution.graphModel=GNP",
        " | rng=numpy | rng=NUMPY",
        " | data=some/train.jsonl | dataset=Optional[some/train.jsonl]",
        " | validation-data=some/v.jsonl | validationDataset=Optional[some/v.jsonl]",
        " | random-pos=false | preprocessing.randomPositions=false",
      })
  void otherReadingsAreOneSettingAway(
      @Nullable String before, String change, @Nullable String changed) {
    Settings base = before == null ? quick : quick.with(given(before));
    Map<String, String> expected = new TreeMap<>();
    for (String member : changed == null ? new String[0] : changed.split(" ", -1)) {
      String[] parts = member.split("=", 2);
      List<String> places =
          parts[0].startsWith("S.")
              ? List.of("inference.training", "inference.evaluation")
              : List.of("");
      places.forEach(place ->
          expected.put(
              parts[0].replaceFirst("^S", place).replaceFirst("^G", "inference.gradient"),
              parts[1]));
    }
    assertThat(differences(built(base), built(base.with(given(change))))).isEqualTo(expected);
  }

  private static Map<Setting, String> given(String text) {
    return Arrays.stream(text.split(" ", -1))
        .map(it -> it.split("=", 2))
        .collect(Collectors.toMap(it -> Setting.of(it[0]).orElseThrow(), it -> it[1]));
  }

  /** All members of what a run is built from, by their paths. */
  private static Map<String, String> built(Settings settings) {
    Map<String, String> members = new TreeMap<>();
    collect("inference", settings.inference(), members);
    collect("distribution", settings.distribution(), members);
    collect("network", settings.network().options(), members);
    collect("preprocessing", settings.preprocessing(), members);
    collect("rng", settings.rng(), members);
    collect("dataset", settings.dataset(), members);
    collect("validationDataset", settings.validationDataset(), members);
    return members;
  }

  private static void collect(String path, Object value, Map<String, String> members) {
    if (value instanceof Record) {
      members.put(path, value.getClass().getSimpleName());
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        try {
          collect(path + "." + component.getName(), component.getAccessor().invoke(value), members);
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(path, e);
        }
      }
    } else {
      members.put(path, value.toString());
    }
  }

  private static Map<String, String> differences(
      Map<String, String> before, Map<String, String> after) {
    Map<String, String> different = new TreeMap<>(after);
    different.entrySet().removeAll(before.entrySet());
    before.keySet().stream()
        .filter(it -> !after.containsKey(it))
        .forEach(it -> different.put(it, "none"));
    return different;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "decoded=f | one of image, point, next",
        "goal=best | one of first-hit, lowest-residual",
        "stall=-1 | from 0 to 10000",
        "solver=torchdeq | one of anderson, torchdeq-anderson, broyden, plain",
        "mixing=0 | from 0.01 to 1.0",
        "window=0 | from 1 to 64",
        "gradient=phantom | one of one-step, last, damped, implicit, unrolled",
        "gradient-steps=-1 | from 0 to 1000",
        "gradient-damping=0 | from 1.0E-12 to 1.0",
        "gradient-damping=1.1 | from 1.0E-12 to 1.0",
        "backward=cg | one of gmres, anderson, broyden",
        "backward-tolerance=0 | from 1.0E-12 to 0.99",
        "backward-tolerance=1 | from 1.0E-12 to 0.99",
        "backward-memory=0 | from 1 to 1000",
        "backward-budget=2 | from 3 to 10000",
        "pointers=all | one of edges, any",
        "graphs=er | one of clrs, gnp",
        "rng=mt19937 | one of split, numpy",
      })
  void aReadingThatDoesNotExistIsAnsweredWithThoseThatDo(String given, String allowed) {
    String[] parts = given.split("=", 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick.with(given(given)))
        .withMessage("setting %s: \"%s\" is not %s".formatted(parts[0], parts[1], allowed));
  }

  @Test
  void theDefaultsOfTheBackwardSolverAreTheLibrarys() {
    assertThat(quick.with(Setting.GRADIENT, "implicit").inference())
        .isInstanceOfSatisfying(
            Inference.Equilibrium.class,
            it -> assertThat(it.gradient()).isEqualTo(GradientMethod.Implicit.DEFAULT));
  }

  @Test
  void numpyTakesSeedsOf32Bits() {
    Settings numpy = quick.with(Setting.RNG, "numpy");
    assertThat(numpy.with(Setting.SEED, "4294967295").seed()).isEqualTo(4_294_967_295L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> numpy.with(Setting.SEED, "4294967296"))
        .withMessage("setting rng: numpy takes seeds from 0 to 4294967295, not 4294967296");
  }

  private static List<String> legal(Setting setting) {
    return switch (setting.kind()) {
      case Kind.Choice<?> choice -> choice.words();
      case Kind.Whole(long least, long most) -> List.of(Long.toString(least), Long.toString(most));
      case Kind.Real(double least, double most) ->
          List.of(Double.toString(least), Double.toString(most));
      case Kind.Reals(double least, double most) -> List.of(least + "," + most, "0.5");
      case Kind.Wholes(long least, long most) -> List.of(least + "," + most, Long.toString(least));
      case Kind.Flag _ -> List.of("true", "false");
      case Kind.Text _ -> List.of("", "a file.jsonl");
    };
  }

  private static List<String> illegal(Setting setting) {
    return switch (setting.kind()) {
      case Kind.Choice<?> _ -> List.of("", "Dear", "none of these");
      case Kind.Whole(long least, _) ->
          List.of("", "x", "1.5", "1e3", "99999999999999999999", Long.toString(least - 1));
      case Kind.Real(_, double most) ->
          List.of("", "x", "NaN", "Infinity", "-Infinity", "-1", Double.toString(most * 1.01));
      case Kind.Reals _ -> List.of("", "x", "0.5,", ",0.5", "0.5,NaN", "0.5;0.6", "1.1");
      case Kind.Wholes(long least, _) -> List.of("", "x", "4,", ",4", "1.5", "" + (least - 1));
      case Kind.Flag _ -> List.of("", "yes", "1", "TRUE");
      case Kind.Text _ -> List.of("two\nlines", "x".repeat(4097));
    };
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void everyLegalValueIsTakenAndMakesARun(Setting setting) {
    for (String value : legal(setting)) {
      Map<Setting, String> given =
          switch (setting) { // some must be consistent; the largest width exhausts the memory
            case HITS -> Map.of(setting, value, Setting.BUDGET, "100");
            case TRAIN_NODES_MIN -> Map.of(setting, value, Setting.TRAIN_NODES_MAX, "65536");
            case APPLICATIONS_MIN -> Map.of(setting, value, Setting.APPLICATIONS_MAX, "10000");
            case TRAIN_NODES_MAX -> Map.of(setting, value, Setting.TRAIN_NODES_MIN, "2");
            case SUPERVISE ->
                Map.of(setting, value, Setting.APPLICATIONS_MAX, "10000", Setting.GRADIENT, "last");
            case WIDTH -> Map.of(setting, value.equals("4096") ? "256" : value);
            default -> Map.of(setting, value);
          };
      Settings changed = quick.with(given);
      assertThat(changed.inference()).isNotNull();
      assertThat(changed.distribution()).isNotNull();
      assertThat(changed.network()).isNotNull();
      assertThat(changed).isNotEqualTo(quick.with(Setting.SEED, "77"));
    }
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void everyWrongValueIsNamedWithItsSettingAndWhatIsRight(Setting setting) {
    for (String value : illegal(setting)) {
      assertThatIllegalArgumentException()
          .as("%s = %s", setting.key(), value)
          .isThrownBy(() -> quick.with(setting, value))
          .withMessageStartingWith("setting " + setting.key() + ": \"")
          .withMessageMatching(
              "(?s).*is not (a number|a whole number|true or false|one of .+|from .+ to .+|one line"
                  + " .+)");
    }
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void spacesAroundAValueAreNoPartOfIt(Setting setting) {
    assertThat(quick.with(setting, " " + quick.text(setting) + "\t")).isEqualTo(quick);
  }

  @Test
  void settingsThatMustFitEachOtherCanChangeTogether() {
    Map<Setting, String> larger =
        Map.of(Setting.TRAIN_NODES_MIN, "20", Setting.TRAIN_NODES_MAX, "32");
    assertThat(quick.with(larger).trainNodesMin()).isEqualTo(20);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick.with(Setting.TRAIN_NODES_MIN, "17"))
        .withMessageContainingAll("train-nodes-min", "17", "train-nodes-max", "16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick.with(Setting.HITS, "41"))
        .withMessageContainingAll("hits", "41", "budget", "40");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick.with(Map.of(Setting.TEST_HITS, "5", Setting.TEST_BUDGET, "4")))
        .withMessageContainingAll("test-hits", "5", "test-budget", "4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode=nar supervise=4 | supervise: a rollout",
        "supervise=4 | supervise: a search has no fixed steps to decode; set applications-max",
        "supervise=4 applications-max=9 gradient=damped | one-step or last, not damped",
        "supervise=4 applications-max=9 gradient=implicit | one-step or last, not implicit",
        "supervise=2,8 applications-max=9 gradient=last | from 0 to 2 is less than the 3",
        "supervise=4,6 applications-max=9 gradient=last | from 4 to 6 is less than the 3",
        "supervise=8,4 applications-max=9 gradient=last | from 8 to 4 is less than the 3",
        "supervise=4,16 applications-max=9 gradient=last | 16 is never reached; applications-max",
        "mode=nar start-noise=0.1 | start-noise: a rollout",
        "processor=pairs linear-path=8 | linear-path: only a state at the nodes",
        "processor=pairs edge-comparisons=3 | edge-comparisons: only a state at the nodes",
      })
  void whatCannotWorkTogetherIsRefused(String given, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick.with(given(given)))
        .withMessageStartingWith("setting ")
        .withMessageContaining(message);
  }

  @Test
  void supervisionReachesTheInference() {
    Settings given =
        Settings.of(ALGORITHM, Preset.PAIRS)
            .with(Map.of(Setting.SUPERVISE, "0,4,8", Setting.START_NOISE, "0.25"));
    assertThat(given.inference())
        .isInstanceOfSatisfying(
            Inference.Equilibrium.class,
            dear -> {
              assertThat(dear.applications().supervised()).containsExactly(4, 8);
              assertThat(dear.noise()).isEqualTo(new Inference.Noise(0, 0.25));
            });
    Map<Setting, String> messages = Map.of(Setting.LINEAR_PATH, "8", Setting.EDGE_COMPARISONS, "3");
    assertThat(quick.with(messages).network().options().messages())
        .isEqualTo(new NetworkOptions.Messages(8, 3));
  }

  @ParameterizedTest
  @EnumSource(Preset.class)
  void whatIsWrittenIsReadAgain(Preset preset) throws IOException {
    for (Algorithm algorithm : Clrs.algorithms()) {
      Settings settings =
          Settings.of(algorithm, preset).with(Setting.SEED, Long.toString(Long.MAX_VALUE));
      assertThat(Settings.read(Json.parse(text(settings)), "here")).isEqualTo(settings);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "bellman_ford | belman_ford | belman_ford",
        "\"steps\" | \"stepz\" | stepz",
        "\"steps\":\"2000\", | | steps is missing",
        "\"steps\":\"2000\" | \"steps\":2000 | not a string",
        "\"steps\":\"2000\" | \"steps\":\"0\" | setting steps",
        "\"settings\" | \"sets\" | no member \"settings\"",
        "\"algorithm\":\"bellman_ford\" | \"algorithm\":null | not a string",
      })
  void aWrongDocumentIsAnErrorThatNamesItsSource(String old, String with, String message)
      throws IOException {
    String document = text(quick);
    assertThat(document).contains(old);
    String changed = document.replace(old, with == null ? "" : with);
    assertThatThrownBy(() -> Settings.read(Json.parse(changed), "some/config.json"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("some/config.json: ")
        .hasMessageContaining(message);
  }

  @Test
  void aFileFromBeforeASettingMeansThatItWasOff() throws IOException {
    String older = text(quick).replace("\"squeeze\":\"0\",", "").replace("\"keep\":\"best\",", "");
    assertThat(older).doesNotContain("squeeze", "keep");
    assertThat(Settings.read(Json.parse(older), "here")).isEqualTo(quick);
  }

  /** Damped steps used to be five with a damping of a half, whatever gradient-steps said. */
  @ParameterizedTest
  @CsvSource({
    "damped, 3, 5, 0.5",
    "damped, 7, 5, 0.5",
    "last, 3, 3, 1",
    "last, 7, 7, 1",
  })
  void aFileFromBeforeDampingWasASettingMeansWhatItMeantThen(
      String gradient, String written, int steps, double damping) throws IOException {
    String older =
        text(quick)
            .replace("\"gradient\":\"one-step\"", "\"gradient\":\"%s\"".formatted(gradient))
            .replace("\"gradient-steps\":\"0\"", "\"gradient-steps\":\"%s\"".formatted(written))
            .replace("\"gradient-damping\":\"0.5\",", "")
            .replaceAll("\"backward-[a-z]+\":\"[^\"]+\",", "")
            .replace("\"rng\":\"split\",", "");
    assertThat(older)
        .contains(gradient, "\"gradient-steps\":\"" + written + "\"")
        .doesNotContain("gradient-damping", "backward-", "rng");
    Settings read = Settings.parse(older, "here");
    assertThat(read.inference())
        .isInstanceOfSatisfying(
            Inference.Equilibrium.class,
            it ->
                assertThat(it.gradient())
                    .isEqualTo(new GradientMethod.DampedSteps(steps, damping)));
    assertThat(Settings.parse(read.json(), "again")).isEqualTo(read);
    if (written.equals("3")) { // the default of that time is the default of today
      assertThat(read).isEqualTo(quick.with(Setting.GRADIENT, gradient));
    }
  }

  @Test
  void nothingButAnObjectIsRead() {
    for (String document : List.of("[]", "3", "null", "\"settings\"", "{}")) {
      assertThatThrownBy(() -> Settings.read(Json.parse(document), "some/config.json"))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("some/config.json: ");
    }
  }

  private static String text(Settings settings) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject();
      settings.write(json);
      json.endObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
