// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Java files are formatted by google-java-format, and all text files have clean line ends.
 *
 * <p>The formatter uses the javac of the JVM it runs in. As a test it runs in the JDK that the
 * build selects, so the result does not depend on the JDK that runs Maven.
 */
class FormatTest {
  private static final String REMEDY =
      "./mvnw -q test -pl checks -am -Dtest=FormatTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dformat=fix";

  /** Set to {@code fix} by the {@link #REMEDY}. */
  private static final boolean FIX = "fix".equals(System.getProperty("format"));

  @Test
  void javaFilesAreFormatted() {
    List<Path> sources = Repository.filesWithExtension("java");
    assertThat(sources).hasSizeGreaterThan(50);
    if (FIX) {
      googleJavaFormat("--replace", sources);
    } else {
      assertThat(googleJavaFormat("--dry-run", sources))
          .as("not formatted; this formats them: " + REMEDY)
          .isEmpty();
    }
  }

  @Test
  void textFilesAreClean() {
    List<Path> files = Repository.textFiles();
    assertThat(files.stream().map(Repository::name)).contains("pom.xml", "checks/pom.xml");
    assertThat(
            files.stream()
                .flatMap(
                    file -> blemishes(Repository.ROOT.relativize(file), Repository.read(file))))
        .isEmpty();
  }

  @Test
  void theFormatterNoticesAndMends(@TempDir Path folder) throws IOException {
    Path source = folder.resolve("Crooked.java");
    Files.writeString(
        source, "import java.util.Map;\nimport java.util.List;\nclass Crooked{List<?> l;}\n");
    assertThat(googleJavaFormat("--dry-run", List.of(source))).containsExactly(source.toString());

    googleJavaFormat("--replace", List.of(source));
    assertThat(source).hasContent("import java.util.List;\n\nclass Crooked {\n  List<?> l;\n}\n");
    assertThat(googleJavaFormat("--dry-run", List.of(source))).isEmpty();
  }

  @Test
  void blemishesAreNoticed() {
    assertThat(blemishes(Path.of("a.java"), "good\n\ngood\n")).isEmpty();
    assertThat(blemishes(Path.of("a.java"), "")).isEmpty();
    assertThat(blemishes(Path.of("a.java"), "a\n\tb\n")).containsExactly("a.java:2: tab");
    assertThat(blemishes(Path.of("a.xml"), "a \n")).containsExactly("a.xml:1: trailing blank");
    assertThat(blemishes(Path.of("a.md"), "a  \nb\n")).isEmpty();
    assertThat(blemishes(Path.of("a.sh"), "a\r\nb\n")).containsExactly("a.sh:1: carriage return");
    assertThat(blemishes(Path.of("a.css"), "a\nb"))
        .containsExactly("a.css:2: no newline at the end");
  }

  /** The tool's output: with {@code --dry-run}, the files it would change. */
  private static List<String> googleJavaFormat(String mode, List<Path> files) {
    ToolProvider tool = ToolProvider.findFirst("google-java-format").orElseThrow();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] arguments =
        Stream.concat(Stream.of(mode), files.stream().map(Path::toString)).toArray(String[]::new);
    int code = tool.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    assertThat(code).as(err.toString()).isZero();
    return out.toString().lines().toList();
  }

  /** Two blanks at the end of a Markdown line break it, so they may stay there. */
  private static Stream<String> blemishes(Path file, String text) {
    boolean markdown = Repository.extension(file).equals("md");
    List<String> found = new ArrayList<>();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String at = file + ":" + (i + 1) + ": ";
      if (lines[i].indexOf('\t') >= 0) {
        found.add(at + "tab");
      }
      if (lines[i].indexOf('\r') >= 0) {
        found.add(at + "carriage return");
      }
      if (lines[i].endsWith(" ") && !markdown) {
        found.add(at + "trailing blank");
      }
    }
    if (!lines[lines.length - 1].isEmpty()) {
      found.add(file + ":" + lines.length + ": no newline at the end");
    }
    return found.stream();
  }
}
