// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.dataset.NamedGraph;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenInputsTest {
  private static final Algorithm LCS = Clrs.algorithm("lcs_length");

  private static void assertRefused(ThrowingCallable code, String message) {
    assertThatThrownBy(code)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** Five letters, but those that the pattern lacks need not be told apart. */
  @ParameterizedTest
  @ValueSource(strings = {"naive_string_matcher", "kmp_matcher"})
  void aTextMayHaveMoreLettersThanThePattern(String name) {
    Algorithm matcher = Clrs.algorithm(name);
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 300; k++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(3, 20); i > 0; i--) {
        text.append("abcdefgü".charAt(random.nextInt(8)));
      }
      StringBuilder pattern = new StringBuilder();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        pattern.append("abc".charAt(random.nextInt(3)));
      }
      WrittenInputs written = WrittenInputs.strings(matcher, text.toString(), pattern.toString());
      int place = text.indexOf(pattern.toString());
      assertThat(Reading.of(matcher, written.inputs(), matcher.run(written.inputs()).outputs()))
          .isEqualTo(
              new Reading.Match(
                  place < 0 ? OptionalInt.empty() : OptionalInt.of(place), pattern.length()));
    }
  }

  @ParameterizedTest
  @CsvSource({"ABCBDAB, BDCABA, 4", "xxaxx, yyayy, 1", "xyz, uvw, 0", "äöü, öü, 2"})
  void lettersOfOneStringAloneCountAsOne(String first, String second, int length) {
    WrittenInputs written = WrittenInputs.strings(LCS, first, second);
    Reading reading = Reading.of(LCS, written.inputs(), LCS.run(written.inputs()).outputs());
    assertThat(((Reading.Common) reading).first()).hasSize(length);
  }

  @Test
  void stringsThatNeedMoreLettersAreRefused() {
    assertRefused(
        () -> WrittenInputs.strings(LCS, "human", "chimpanzee"),
        "CLRS-30 has 4 letters, but these strings need 6: 4 that both contain (h m a n), and one");
    assertRefused(() -> WrittenInputs.strings(LCS, "abcde", "abcde"), "these strings need 5");
    assertRefused(() -> WrittenInputs.strings(LCS, "", "a"), "the first is empty");
    assertRefused(
        () -> WrittenInputs.strings(Clrs.algorithm("kmp_matcher"), "abc", "abca"),
        "the pattern has 4 letters, but the text only 3, so it cannot occur there");
  }

  @Test
  void pointsOnOneLineAreRefused() {
    for (String name : List.of("graham_scan", "jarvis_march")) {
      Algorithm hull = Clrs.algorithm(name);
      for (String points :
          List.of("1,1 1,1 1,1", "0,0 1,1 2,2 3,3", "0.1,0.1 0.2,0.2 0.3,0.3", "1,0 1,0 1,7")) {
        List<double[]> pairs = NumberLines.pairs(List.of(points.split(" ", -1)));
        assertRefused(() -> WrittenInputs.pairs(hull, pairs), "the points lie on one line");
      }
    }
  }

  @Test
  void numbersThatAreNotWhatTheFormAsksForAreRefused() {
    Algorithm search = Clrs.algorithm("binary_search");
    Algorithm tree = Clrs.algorithm("optimal_bst");
    Algorithm chain = Clrs.algorithm("matrix_chain_order");
    Algorithm activities = Clrs.algorithm("activity_selector");
    Algorithm tasks = Clrs.algorithm("task_scheduling");
    double[] two = {1, 2};
    assertRefused(
        () -> WrittenInputs.search(search, new double[] {1, 3, 2}, 2), "3 comes before 2");
    assertRefused(() -> WrittenInputs.probabilities(tree, two, two), "2 keys have 3 gaps");
    assertRefused(
        () -> WrittenInputs.probabilities(tree, new double[] {-1}, new double[0]), "negative");
    assertRefused(
        () -> WrittenInputs.probabilities(tree, new double[] {0}, new double[0]), "positive");
    assertRefused(() -> WrittenInputs.numbers(chain, 10), "at least two numbers");
    assertRefused(() -> WrittenInputs.numbers(chain, 10, 0), "must be positive, not 0");
    assertRefused(
        () -> WrittenInputs.pairs(activities, List.of(new double[] {4, 1})), "ends before");
    assertRefused(() -> WrittenInputs.pairs(tasks, List.of(new double[] {1.5, 1})), "whole number");
    assertRefused(() -> WrittenInputs.pairs(tasks, List.of(new double[] {1, -1})), "negative");
    assertRefused(
        () -> WrittenInputs.pairs(Clrs.algorithm("graham_scan"), List.of(two)), "three points");
    assertRefused(
        () -> WrittenInputs.pairs(Clrs.algorithm("segments_intersect"), List.of(two)),
        "four end points, not 1");
    assertRefused(() -> WrittenInputs.strings(search, "a", "b"), "of the form sorted_keys");
  }

  @Test
  void countsBecomeProbabilities() {
    Algorithm tree = Clrs.algorithm("optimal_bst");
    WrittenInputs written =
        WrittenInputs.probabilities(tree, new double[] {3, 1}, new double[] {2, 1, 1});
    assertThat(written.inputs().reals("p")).containsExactly(0.375, 0.125, 0);
    assertThat(written.inputs().reals("q")).containsExactly(0.25, 0.125, 0.125);
    assertThat(written.notes())
        .containsExactly("the numbers sum to 8, not to 1: they were divided by it");
    assertThat(WrittenInputs.probabilities(tree, new double[] {0.5, 0.5}, new double[0]).notes())
        .hasSize(1);
  }

  @Test
  void graphsMustSuitTheAlgorithm() {
    Graph path = Graph.builder(3).edge(0, 1, 2).edge(1, 2, -3).build();
    NamedGraph named = new NamedGraph(path, List.of("a", "b", "c"));
    assertRefused(
        () -> WrittenInputs.graph(Clrs.algorithm("bridges"), named, 0),
        "a -> b has no matching reverse edge; add --undirected");
    assertRefused(() -> WrittenInputs.graph(Clrs.algorithm("dijkstra"), named, 0), "negative");
    Graph ring = Graph.builder(3).edge(0, 1, 1).edge(1, 2, 1).edge(2, 1, 1).build();
    assertRefused(
        () ->
            WrittenInputs.graph(
                Clrs.algorithm("topological_sort"), new NamedGraph(ring, named.names()), 0),
        "without cycles, but b lies on one");
    assertThat(WrittenInputs.graph(Clrs.algorithm("bfs"), named, 0).inputs().graph().weights())
        .as("weights that do not matter")
        .containsOnly(0, 1);
    assertThat(WrittenInputs.graph(Clrs.algorithm("topological_sort"), named, 0).names().apply(2))
        .isEqualTo("c");
  }
}
