// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.sampling.GraphModel;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.inference.Inference;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Wiring;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

  @Test
  void otherReadingsOfThePaperAreOneSettingAway() {
    assertThat(quick.network().options().scope()).isEqualTo(AnswerScope.PREDECESSORS);
    assertThat(quick.with(Setting.POINTERS, "any").network().options().scope())
        .isEqualTo(AnswerScope.PAIRS);
    assertThat(quick.with(Setting.SOLVER, "torchdeq-anderson").inference())
        .isInstanceOfSatisfying(
            Inference.Equilibrium.class,
            it ->
                assertThat(it.training().method())
                    .isEqualTo(dear.equilibrium.Method.TorchdeqAnderson.DEFAULT));
    assertThat(quick.with(Setting.GRAPHS, "gnp").distribution().graphModel())
        .isEqualTo(GraphModel.GNP);
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
      })
  void whatCannotWorkTogetherIsRefused(String given, String message) {
    Map<Setting, String> settings =
        Arrays.stream(given.split(" ", -1))
            .map(it -> it.split("=", 2))
            .collect(Collectors.toMap(it -> Setting.of(it[0]).orElseThrow(), it -> it[1]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick.with(settings))
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
    assertThat(quick.with(Setting.LINEAR_PATH, "8").network().options().linearPath()).isEqualTo(8);
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
