// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Slips of the finger get a sentence that says what is wrong, and no class names of Java. */
class MannersTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "solve minimum 2 1 --threads 9999999|2|9,999,999 threads are too many; the maximum is"
            + " 4,096",
        "evaluate minimum --count 1 --nodes 4 --threads 9999999|2|9,999,999 threads are too many",
        "solve minimum 2 1 --tolerance 0|2|setting tolerance: \"0\" is not from",
        "evaluate minimum --tolerance 0|2|setting tolerance: \"0\" is not from",
        "show bfs --line 0|2|--line 0 is too small; the minimum is 1",
        "sample bfs --nodes 1 --out x|2|--nodes 1 is too small; the minimum is 2",
        "evaluate minimum --average 0|2|--average 0 is too small; the minimum is 1",
        "reproduce table1 --count 0|2|--count 0 is too small; the minimum is 1",
        "reproduce clrs30 --larger-count 0|2|--larger-count 0 is too small; the minimum is 1",
        "reproduce clrs30 --average 0|2|--average 0 is too small; the minimum is 1",
        "reproduce figures --sizes 3|2|--sizes 3 is too small; the minimum is 4",
        "reproduce pack --out x --limit 0|2|--limit 0 is too small; the minimum is 1",
        "bench accuracy --every 0|2|--every 0 is too small; the minimum is 1",
        "algorthms|2|there is no command 'algorthms'",
        "show bfs bfs|2|'bfs' is one word too many",
        "sample bfs --out x --fast|2|there is no option --fast",
        "sample bfs --format shards --out -|2|--format shards writes a folder",
        "solve minimum apple|2|\"apple\" is not a number such as 2 or -0.5",
      })
  void whatCannotBeMeantIsRefused(String command, int code, String message) {
    Invocation run = Invocation.of(command.split(" ", -1));
    assertThat(run.err()).contains(message).doesNotContain("java.", "Exception");
    assertThat(run.code()).isEqualTo(code);
  }

  /** A German reads 1,5; the next program in the pipe reads two numbers. */
  @Test
  void numbersAreTheSameInEveryLanguage() throws Exception {
    ProcessBuilder show =
        Runs.process("256m", List.of("show", "minimum", "--nodes", "3", "--seed", "4"));
    show.command().addAll(1, List.of("-Duser.language=de", "-Duser.country=DE"));
    ProcessBuilder sample =
        Runs.process(
            "256m", List.of("sample", "bfs", "--out", folder.resolve("x.jsonl").toString()));
    sample.command().addAll(1, List.of("-Duser.language=ar", "-Duser.country=EG"));
    for (ProcessBuilder builder : List.of(show, sample)) {
      Process process = builder.start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
      assertThat(printed).matches("(?s).*[0-9]\\.[0-9].*").doesNotContainPattern("\\b0,[0-9]");
    }
  }

  /** Words and files may come from somebody who wants to write on our terminal. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "X",
        "show X",
        "inspect X",
        "evaluate ./X",
        "solve minimum 1 X",
        "solve X",
        "sample bfs --out x --X",
        "sample bfs --rng X --out x",
        "solve bfs --graph X.csv",
        "solve bfs --graph docs/roads.csv --format X",
      })
  void noControlCharacterReachesTheTerminal(String command) {
    String word = "a\u001b[31mb\u009b1m\u202ec";
    Invocation run =
        Invocation.of(
            Stream.of(command.split(" ", -1))
                .map(it -> it.replace("X", word))
                .toArray(String[]::new));
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).isNotBlank().doesNotContain("\u001b", "\u009b", "\u202e");
    assertThat(run.out()).doesNotContain("\u001b", "\u009b", "\u202e");
  }

  /** What a model file says of itself is shown, but only as text. */
  @Test
  void theProvenanceOfAModelIsOnlyText() throws IOException {
    Settings settings = Settings.of(Clrs.algorithm("bfs"), Preset.QUICK).with(Setting.WIDTH, "4");
    Network network = settings.network();
    Path file = folder.resolve("m.safetensors");
    new Model(
            settings,
            network,
            network.initial(1),
            new Provenance(Map.of("commit", "c\u001b]0;owned\u0007")))
        .save(file);
    Invocation shown = Invocation.of("inspect", file.toString());
    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("c?]0;owned?").doesNotContain("\u001b", "\u0007");
  }

  /** Nobody may ever write to a pipe; whoever waits for it does not know why. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "show PIPE",
        "inspect PIPE",
        "evaluate bfs --data PIPE",
        "evaluate PIPE",
        "solve bfs --data PIPE",
        "solve bfs --graph PIPE --format csv",
        "solve bfs --graph PIPE --format gml",
        "solve minimum --keys PIPE",
        "solve graham_scan --points PIPE",
        "solve bfs --graph /dev/null --format csv --model PIPE",
      })
  @EnabledOnOs(OS.LINUX)
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void pipesAreNotWaitedFor(String command) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path graph = Files.writeString(folder.resolve("g.csv"), "a,b\n");
    Invocation run =
        Invocation.of(
            command.replace("PIPE", "" + pipe).replace("/dev/null", "" + graph).split(" ", -1));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(pipe + " is not a regular file; ");
  }

  static Stream<CommandLine> commands() {
    return below(Main.program());
  }

  private static Stream<CommandLine> below(CommandLine command) {
    return Stream.concat(
        Stream.of(command), command.getSubcommands().values().stream().flatMap(MannersTest::below));
  }

  /** Help consists of sentences, and whoever may choose is told what from. */
  @ParameterizedTest
  @MethodSource("commands")
  void helpIsWhole(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    String help = command.getUsageMessage();
    if (spec.parent() != null) {
      assertSentence(spec.name(), HelpText.summary(spec));
      assertThat(spec.parent().commandLine().getUsageMessage().replaceAll("\\s+", " "))
          .contains(HelpText.summary(spec));
    }
    assertThat(help.lines()).allMatch(line -> line.length() <= 100);
    assertThat(help).doesNotContain("=<", "][,", "(default )");
    for (OptionSpec option : spec.options()) {
      assertSentence(option.longestName(), String.join(" ", option.description()));
      if (option.hidden()) {
        continue;
      }
      assertThat(help)
          .contains((option.negatable() ? "--[no-]" : "--") + option.longestName().substring(2));
      if (option.type().isEnum()) {
        for (Object choice : option.type().getEnumConstants()) {
          assertThat(option.paramLabel())
              .as("choices of %s", option.longestName())
              .containsIgnoringCase(choice.toString().replace('_', '-'));
        }
      }
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      assertSentence(parameter.paramLabel(), String.join(" ", parameter.description()));
    }
  }

  private static void assertSentence(String what, String text) {
    assertThat(text)
        .as("the description of %s in %s", what, text)
        .matches("(?s)[\\p{Lu}a-z0-9'-].*[.)]");
  }

  @Test
  void optionsAreGrouped() {
    String help = Invocation.of("solve", "--help").out();
    assertThat(help)
        .containsSubsequence(
            "\nInputs:",
            "--keys",
            "\nOptions:",
            "--exact",
            "\nSearch for the equilibrium:",
            "--solver=anderson|torchdeq-anderson|broyden|plain",
            "\nGeneral:",
            "--help");
    assertThat(Invocation.of("train", "--help").out())
        .containsSubsequence(
            "Usage: dear train [OPTIONS]",
            "\nNetwork:",
            "\nTraining:",
            "--backward-tolerance",
            "--gradient-damping",
            "\nData:",
            "--rng=split|numpy",
            "\nSearch for the equilibrium:");
    assertThat(Invocation.of("sample", "--help").out()).contains("\nRandom samples:");
  }

  @Test
  void noSamplerOverflows() {
    String out = folder.resolve("x.jsonl").toString();
    Invocation run = Invocation.of("sample", "bfs", "--nodes", "2147483647", "--out", out);
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("--nodes 2147483647", "at most").doesNotContain("Exception");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsNamed() {
    Invocation run =
        Invocation.of("sample", "bfs", "--nodes", "4", "--count", "1", "--out", "/proc/x");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("cannot write /proc/x: its folder does not take new files")
        .doesNotContain("Exception");
  }
}
