// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package reads what this program writes, and computes the same answers.
 *
 * <p>{@code -Ddear.python=INTERPRETER} names a Python with numpy and TensorBoard and makes the
 * tests required; without it they are skipped where {@code python3} has no numpy.
 */
class PythonTest {
  private static final String PROPERTY = "dear.python";
  private static final Path PACKAGE = Repository.ROOT.resolve("python");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```python\\n(.*?)^```$");
  private static final int MOST_SECONDS = 600;

  @TempDir Path folder;

  /** An ended process. */
  private record Ended(int code, String output) {}

  @Test
  void thePackageKnowsTheAlgorithms() throws IOException {
    Path table = PACKAGE.resolve("dear_reasoner/algorithms.json");
    if ("fix".equals(System.getProperty("format"))) {
      Files.writeString(table, PythonFiles.algorithms());
    }
    assertThat(table).as("-Dformat=fix writes it").hasContent(PythonFiles.algorithms());
  }

  @Test
  void thePackageReadsOurFilesAndComputesOurAnswers() throws IOException, InterruptedException {
    String python = python();
    PythonFiles.writeAnswers(folder.resolve("answers"));
    PythonFiles.writeRun(folder.resolve("run"));
    Ended tests = run(List.of(python, "-m", "unittest", "discover", "-s", "tests", "-v"));
    assertThat(tests.code()).as(tests.output()).isZero();
    assertThat(tests.output()).contains("OK");
    if (required()) {
      assertThat(tests.output()).doesNotContain("skipped");
    }
    runSnippets(python);
  }

  /** The code in the package's README, as one script. */
  private void runSnippets(String python) throws IOException, InterruptedException {
    Matcher block = BLOCK.matcher(Files.readString(PACKAGE.resolve("README.md")));
    StringBuilder script = new StringBuilder();
    while (block.find()) {
      script.append(block.group(1)).append('\n');
    }
    assertThat(script).hasSizeGreaterThan(100);
    Files.writeString(folder.resolve("snippets.py"), script);
    Ended ended = run(List.of(python, folder.resolve("snippets.py").toString()));
    assertThat(ended.code()).as(ended.output()).isZero();
  }

  private static boolean required() {
    return System.getProperty(PROPERTY) != null;
  }

  private String python() throws IOException, InterruptedException {
    String python = System.getProperty(PROPERTY, "python3");
    String trouble;
    try {
      Ended ended = run(List.of(python, "-c", "import numpy"));
      if (ended.code() == 0) {
        return python;
      }
      trouble = ended.output();
    } catch (IOException e) {
      trouble = String.valueOf(e.getMessage());
    }
    String advice =
        "no Python with numpy: %s; -D%s=INTERPRETER names one".formatted(trouble, PROPERTY);
    if (required()) {
      throw new AssertionError(advice);
    }
    return abort(advice);
  }

  private Ended run(List<String> command) throws IOException, InterruptedException {
    File output = Files.createTempFile(folder, "output", ".txt").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(PACKAGE.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output);
    builder
        .environment()
        .putAll(
            Map.of(
                "PYTHONPATH", PACKAGE.toString(),
                "PYTHONDONTWRITEBYTECODE", "1",
                "DEAR_ROOT", Repository.ROOT.toString(),
                "DEAR_FILES", folder.toString()));
    Process process = builder.start();
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command + " has not ended after " + MOST_SECONDS + " s");
    }
    return new Ended(process.exitValue(), Files.readString(output.toPath()));
  }
}
