// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever depends on the algorithm is one of its traits: no other code decides by name, where a
 * new algorithm would be forgotten.
 */
class AlgorithmNamesTest {
  private static final String HOME = "clrs/src/main/java/dear/clrs/algorithm/";

  /** Names that are also ordinary words, such as JSON members. */
  private static final List<String> WORDS = List.of("minimum", "bridges");

  private static final Pattern NAME =
      Pattern.compile(
          Clrs.algorithms().stream()
              .map(Algorithm::name)
              .filter(name -> !WORDS.contains(name))
              .collect(Collectors.joining("|", "\"(", ")\"")));

  @Test
  void onlyTheirOwnClassesKnowAlgorithmsByName() {
    assertThat(
            Repository.mainSources().stream()
                .filter(file -> !Repository.name(file).startsWith(HOME))
                .filter(file -> !Repository.name(file).startsWith("bench/"))
                .flatMap(file ->
                    offences(Repository.read(file))
                        .map(line -> Repository.name(file) + ": " + line.strip())))
        .isEmpty();
  }

  @Test
  void aTableWouldBeNoticed() {
    assertThat(offences("Set.of(\"dfs\", \"x\");\n if (name.equals(\"bellman_ford\")) {"))
        .hasSize(2);
    assertThat(offences("/**\n * Clrs.algorithm(\"dfs\")\n */\n defaultValue = \"dfs\","))
        .isEmpty();
  }

  /** Examples in comments and defaults of options are not decisions. */
  private static Stream<String> offences(String source) {
    return source
        .lines()
        .filter(line -> !line.strip().startsWith("*") && !line.contains("defaultValue ="))
        .filter(line -> NAME.matcher(line).find());
  }
}
