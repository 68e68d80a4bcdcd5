// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What must not appear anywhere: paths of one machine, and notes about unfinished work. */
class ProseTest {
  /** Split into pieces, because this file is checked too. */
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.~-])/(?:(?:w" + "ork|r" + "oot|f" + "arm)/|tmp/b" + "ash)");

  private static final Pattern UNDONE =
      Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");

  @Test
  void nothingUnwantedIsWritten() {
    List<Path> files = Repository.textFiles();
    assertThat(files.stream().map(Repository::name)).contains("pom.xml", "checks/pom.xml");
    assertThat(
            files.stream().flatMap(file -> unwanted(Repository.name(file), Repository.read(file))))
        .isEmpty();
  }

  @Test
  void unwantedWordsAreNoticed() {
    assertThat(unwanted("a", "homework/solutions, docs/root/a, xxx, Todorov")).isEmpty();
    for (String path : List.of("w-ork/", "r-oot/", "f-arm/", "tmp/b-ash_jobs")) {
      assertThat(unwanted("a", "fine\nsee /" + path.replace("-", "") + "file"))
          .as(path)
          .hasSize(1)
          .allMatch(line -> line.startsWith("a:2: "));
    }
    for (String word : List.of("TO-DO", "FIX-ME", "XX-X", "HA-CK")) {
      assertThat(unwanted("a", "// " + word.replace("-", "") + ": later")).as(word).hasSize(1);
    }
  }

  private static Stream<String> unwanted(String name, String text) {
    List<String> lines = text.lines().toList();
    return IntStream.range(0, lines.size())
        .filter(
            i -> MACHINE_PATH.matcher(lines.get(i)).find() || UNDONE.matcher(lines.get(i)).find())
        .mapToObj(i -> name + ":" + (i + 1) + ": " + lines.get(i).strip());
  }
}
