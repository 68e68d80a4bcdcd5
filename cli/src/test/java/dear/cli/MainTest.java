// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  @Test
  void helpListsTheCommands() {
    Invocation help = Invocation.of("--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("algorithms", "sample", "show", "Exit codes");
    assertThat(Invocation.of().out()).isEqualTo(help.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"algorithms", "sample", "show", "completion"})
  void everyCommandHasHelp(String command) {
    Invocation help = Invocation.of(command, "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("Usage: dear " + command);
  }

  /** A command that is named first is made alone, which must not show. */
  @Test
  void aCommandIsTheSameAloneAndAmongOthers() {
    assertThat(Main.program("solve").getSubcommands()).containsOnlyKeys("solve");
    Main.program()
        .getSubcommands()
        .forEach((name, command) -> {
          CommandLine alone =
              Objects.requireNonNull(Main.program(name).getSubcommands().get(name), name);
          assertThat(alone.getUsageMessage()).isEqualTo(command.getUsageMessage());
          assertThat(alone.getCommandSpec().optionsMap().keySet())
              .isEqualTo(command.getCommandSpec().optionsMap().keySet())
              .contains("--help", "--verbose", "--stacktrace");
        });
  }

  @Test
  void versionNamesTheJdk() {
    Invocation version = Invocation.of("--version");
    assertThat(version.code()).isZero();
    assertThat(version.out()).startsWith("dear ").contains("JDK " + Runtime.version());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sampel | sample",
        "sample bellman_ford --node 3 --out x | --nodes",
        "sample belman_ford --out x | bellman_ford",
        "algorithms insertionsort | insertion_sort",
        "show quick_sort | quicksort",
        "show bellman_ford --lines 3 | --line",
      })
  void wrongUseSuggestsTheNearestRightWord(String arguments, String suggestion) {
    Invocation wrong = Invocation.of(arguments.split(" ", -1));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err())
        .containsIgnoringCase("did you mean " + suggestion)
        .doesNotContain("positional");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sample bellman_ford | --out",
        "sample bellman_ford --count 0 --out x | --count 0 is too small",
        "sample bellman_ford --nodes 1 --out x | --nodes 1 is too small",
        "sample bellman_ford --nodes many --out x | many",
        "sample insertion_sort --p 0.4 --out x | has no option --p",
        "sample bellman_ford --p 1.5 --out x | 1.5 is not in 0 to 1",
        "sample bellman_ford --rng dice --out x | dice",
        "show nothing_like_this | dear algorithms",
      })
  void wrongUseSaysWhatIsWrong(String arguments, String message) {
    Invocation wrong = Invocation.of(arguments.split(" ", -1));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(message).contains("--help");
  }

  @Test
  void aWordThatIsNearNothingGetsNoSuggestion() {
    assertThat(Invocation.of("zzzzzzzz").err()).doesNotContain("Did you mean");
  }

  @Test
  void completionKnowsCommandsAndAlgorithms() {
    Invocation completion = Invocation.of("completion");
    assertThat(completion.code()).isZero();
    assertThat(completion.out()).contains("complete", "sample", "--random-pos", "bellman_ford");
  }
}
