// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts that measure: what they accept, and what they make of a program's answers. */
class BenchScriptsTest {
  /** The Python of {@code .ci/run} has numpy. */
  private static final String PYTHON = System.getProperty("dear.python", "python3");

  /** Writes a run's folder where it is told to, and what a test says; keeps a list of its calls. */
  private static final String TRAINER =
      """
      #!/bin/sh
      echo "$*" >> "$(dirname "$0")/calls"
      case $1 in
        train)
          while [ "$1" != --out ]; do shift; done
          mkdir -p "$2"
          echo {} > "$2/config.json" ;;
        evaluate)
          echo '{"outputs": [{"accuracy": {"value": 0.875}}], "evaluations": 9.5, "stop_reasons": {"CONVERGED": 10}}' ;;
      esac
      """;

  /** A list of four keys, and the largest of them as its median. */
  private static final String SELECTOR =
      """
      #!/bin/sh
      case $1 in
        sample)
          while [ "$1" != --out ]; do shift; done
          echo '{"num_nodes": 4, "inputs": {"key": {"data": [0.4, 0.1, 0.3, 0.2]}},
            "outputs": {"median": {"data": [0, 0, 1, 0]}}}' | tr -d '\\n' > "$2" ;;
        solve) echo '{"outputs": {"median": [0]}}' ;;
      esac
      """;

  @TempDir Path folder;

  @BeforeEach
  void needPython() throws IOException, InterruptedException {
    assumeTrue(run(List.of("sh", "-c", "command -v " + PYTHON)).startsWith("0: "));
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ": " + output;
  }

  private static String script(Path home, String name, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PYTHON, home.resolve("bench/" + name) + ""));
    command.addAll(List.of(arguments));
    return run(command);
  }

  /** A copy of a script, beside another program. */
  private void install(String name, String program) throws IOException {
    Files.createDirectories(folder.resolve("bench"));
    Files.copy(Repository.ROOT.resolve("bench/" + name), folder.resolve("bench/" + name));
    Path file = Files.writeString(folder.resolve("dear"), program);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void needNumpy() throws IOException, InterruptedException {
    assumeTrue(run(List.of(PYTHON, "-c", "import numpy")).startsWith("0: "), "numpy is needed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ablations", "compare", "drops", "executors", "turns"})
  void helpAndWrongOptions(String name) throws IOException, InterruptedException {
    if (name.equals("drops")) {
      needNumpy();
    }
    assertThat(script(Repository.ROOT, name, "--help"))
        .startsWith("0: ")
        .contains("bench/" + name + " ");
    assertThat(script(Repository.ROOT, name, "--no-such-option"))
        .startsWith("2: ")
        .contains("usage: ");
  }

  @Test
  void ablationsAreTrainedOnceAndTold() throws IOException, InterruptedException {
    install("ablations", TRAINER);
    String[] arguments = {"--seeds", "2", "--only", "strongly_connected_components_local"};
    String table = script(folder, "ablations", arguments);
    assertThat(table)
        .startsWith("0: ")
        .contains("| `--communities 4 --toggles 0.01` | 87.5, 87.5 | 87.5 | 9.5 | 100 |");
    Path calls = folder.resolve("calls");
    assertThat(calls).content().contains("--toggles 0.01 --seed 2 ").contains("--seed 901 ");
    List<String> once = Files.readAllLines(calls);
    assertThat(once).hasSize(16); // four lines, two seeds, training and test
    assertThat(script(folder, "ablations", arguments)).isEqualTo(table);
    assertThat(calls).content().hasLineCount(once.size());
  }

  @Test
  void aFailureOfTheProgramIsShown() throws IOException, InterruptedException {
    install("ablations", "#!/bin/sh\necho no room left >&2\nexit 1\n");
    assertThat(script(folder, "ablations", "--only", "insertion_sort"))
        .startsWith("1: ")
        .contains("dear train insertion_sort", "failed:\nno room left");
    assertThat(script(folder, "ablations", "--seeds", "0")).startsWith("2: ");
  }

  @Test
  void ranksAreCounted() throws IOException, InterruptedException {
    needNumpy();
    install("drops", SELECTOR);
    assertThat(script(folder, "drops", "quickselect", "--sizes", "4", "4"))
        .startsWith("0: ")
        .contains("1 lists: right 0 %, ranks above the median: 1 to 1, mean 1.00, 25.00 % of");
    assertThat(script(folder, "drops", "quickselect", "--blocks", "2")).startsWith("2: ");
  }
}
