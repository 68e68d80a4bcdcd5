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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison with PyTorch takes a PyTorch that is there, and installs nothing unasked. */
class BenchCompareTest {
  @TempDir Path folder;

  /** An interpreter that answers like one with or without PyTorch. */
  private String interpreter(String name, String line) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  private static String compare(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.add(Repository.ROOT.resolve("bench/compare").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ": " + output;
  }

  @Test
  void aGivenInterpreterIsUsedAsItIs() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "the script needs Python");
    assertThat(compare(Map.of(), "--help"))
        .startsWith("0: ")
        .contains("--python INTERPRETER", "5.4 GB", "DEAR_BENCH_PYTHON");
    String without = interpreter("without", "echo No module named torch >&2; exit 1");
    assertThat(compare(Map.of(), "--python", without))
        .startsWith("1: ")
        .contains(without + " has no PyTorch with numpy: No module named torch");
    assertThat(compare(Map.of("DEAR_BENCH_PYTHON", "/no/such/python")))
        .startsWith("1: ")
        .contains("cannot run /no/such/python: ");
    String with = interpreter("with", "case $1 in -c) echo 9.9;; *) echo asked >&2; exit 1;; esac");
    assertThat(compare(Map.of("DEAR_BENCH_PYTHON", with), "--rounds", "1", "--threads", "1"))
        .contains("PyTorch 9.9 of " + with, "asked");
  }
}
