// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slips of the finger get a sentence that says what is wrong, and no class names of Java. */
class MannersTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "solve minimum 2 1 --threads 9999999|1|9,999,999 threads are too many; the maximum is"
            + " 4,096",
        "evaluate minimum --count 1 --nodes 4 --threads 9999999|2|9,999,999 threads are too many",
        "solve minimum 2 1 --tolerance 0|2|setting tolerance: \"0\" is not from",
        "evaluate minimum --tolerance 0|2|setting tolerance: \"0\" is not from",
        "solve minimum apple|2|\"apple\" is not a number such as 2 or -0.5",
      })
  void whatCannotBeMeantIsRefused(String command, int code, String message) {
    Invocation run = Invocation.of(command.split(" ", -1));
    assertThat(run.err()).contains(message).doesNotContain("java.", "Exception");
    assertThat(run.code()).isEqualTo(code);
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
