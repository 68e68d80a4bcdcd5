// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example depends on the libraries as any user would: from a repository, as modules. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class QuickstartTest {
  private static final Path EXAMPLE = Repository.ROOT.resolve("examples/quickstart");
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir Path folder;

  /**
   * The libraries are installed into a repository of their own. Everything else is taken from the
   * one that built this test, so that only what Maven needs for installing is downloaded.
   */
  @Test
  void theExampleIsBuiltAndAnswers() throws Exception {
    maven(
        "install",
        "--projects=reasoner",
        "--also-make",
        "-Dquick",
        "-Dmaven.test.skip=true",
        "-Dbuild.folder=target/quickstart");
    maven("compile", "--file=" + EXAMPLE.resolve("pom.xml"));
    assertThat(example("--add-modules=jdk.incubator.vector"))
        .doesNotContain("kernels: scalar")
        .endsWith("[0, 0, 1]\n");
    assertThat(example()).contains("kernels: scalar").endsWith("[0, 0, 1]\n");
  }

  @Test
  void theReadmeNamesTheDependencyOfTheExample() {
    String pom = Repository.read(EXAMPLE.resolve("pom.xml"));
    String dependency =
        pom.substring(pom.indexOf("<dependency>"), pom.indexOf("</dependency>")).strip();
    assertThat(squeezed(Repository.read(Repository.ROOT.resolve("README.md"))))
        .contains(squeezed(dependency));
  }

  private void maven(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Repository.ROOT.resolve("mvnw").toString());
    command.addAll(List.of("--quiet", "--batch-mode"));
    command.add("-Dmaven.repo.local=" + folder.resolve("repository"));
    command.add("-Dmaven.repo.local.tail=" + System.getProperty("localRepository"));
    command.addAll(List.of(arguments));
    run(command);
  }

  private String example(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(JDK.resolve("bin/java").toString());
    command.addAll(List.of(options));
    command.add(
        "--module-path=" + EXAMPLE.resolve("target/classes") + ":" + EXAMPLE.resolve("target/lib"));
    command.add("--module=quickstart/quickstart.Quickstart");
    return run(command);
  }

  private String run(List<String> command) throws Exception {
    Path log = folder.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(Repository.ROOT.toFile());
    builder.environment().put("JAVA_HOME", JDK.toString());
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor()).as(() -> Repository.read(log)).isZero();
      return Repository.read(log);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
