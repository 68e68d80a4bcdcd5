// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Java code in the documentation also appears verbatim in a test, so it compiles and runs. */
class SnippetTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

  @Test
  void everyJavaBlockIsPartOfATest() throws IOException {
    List<String> tests = new ArrayList<>();
    for (Path file : Repository.filesWithExtension("java")) {
      if (file.toString().contains("/src/test/")) {
        tests.add(squeezed(Files.readString(file)));
      }
    }
    List<String> strangers = new ArrayList<>();
    int blocks = 0;
    for (Path file : Repository.filesWithExtension("md")) {
      for (String block : blocks(Files.readString(file))) {
        blocks++;
        if (tests.stream().noneMatch(test -> test.contains(squeezed(block)))) {
          strangers.add(Repository.ROOT.relativize(file) + ": " + block);
        }
      }
    }
    assertThat(strangers).isEmpty();
    assertThat(blocks).isGreaterThan(2);
  }

  @Test
  void blocksAreFound() {
    assertThat(blocks("a\n```java\nint x;\n```\nb\n```sh\nls\n```\n")).containsExactly("int x;\n");
  }

  private static List<String> blocks(String markdown) {
    List<String> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(markdown);
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  /** The text without indentation and blank lines. */
  private static String squeezed(String text) {
    return text.replaceAll("(?m)^[ \\t]+", "").replaceAll("\\n+", "\n");
  }
}
