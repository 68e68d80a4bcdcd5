// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both matchers against the library's search, with and without a match. */
class StringMatchersTest {
  private static final Trial NAIVE =
      new Trial(new NaiveStringMatcher(), NaiveStringMatcher.FEATURES);
  private static final Trial KMP = new Trial(new KmpMatcher(), KmpMatcher.FEATURES);

  static List<Trial> matchers() {
    return List.of(NAIVE, KMP);
  }

  @ParameterizedTest
  @MethodSource("matchers")
  void findTheFirstOccurrenceOrPointAtTheNeedle(Trial matcher) {
    Random random = new Random(41);
    for (int trial = 0; trial < 2000; trial++) {
      int letters = 1 + random.nextInt(3);
      String text = word(random, 1 + random.nextInt(12), letters);
      String needle = word(random, 1 + random.nextInt(5), letters);
      int at = text.indexOf(needle);
      assertThat(match(matcher.run(inputs(matcher, text, needle))))
          .as("%s in %s", needle, text)
          .isEqualTo(at < 0 ? text.length() : at);
    }
  }

  @ParameterizedTest
  @MethodSource("matchers")
  void needleLongerThanTheTextIsNotThere(Trial matcher) {
    assertThat(match(matcher.run(inputs(matcher, "aa", "aaa")))).isEqualTo(2);
    assertThat(match(matcher.run(inputs(matcher, "a", "ab")))).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("matchers")
  void tenThousandLettersOfAlmostMatches(Trial matcher) {
    String text = "a".repeat(10_000) + "b";
    Instance found = matcher.answer(inputs(matcher, text, "a".repeat(100) + "b"));
    assertThat(match(found)).isEqualTo(9900);
  }

  @ParameterizedTest
  @MethodSource("matchers")
  void refuseAnythingButTwoStrings(Trial matcher) {
    assertRefused(matcher, "node 2 is 0 after a 1", 0, 1, 0, 1);
    assertRefused(matcher, "the second is empty", 0, 0, 0);
    assertRefused(matcher, "the first is empty", 1, 1);
  }

  private static void assertRefused(Trial matcher, String message, int... string) {
    Inputs wrong =
        matcher
            .inputs(string.length)
            .codes("string", string)
            .codes("key", new int[string.length])
            .build();
    assertThatThrownBy(() -> matcher.run(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static int match(Instance instance) {
    return instance.output("match").codes()[0];
  }

  private static Inputs inputs(Trial matcher, String text, String needle) {
    int n = text.length() + needle.length();
    int[] string = IntStream.range(0, n).map(i -> i < text.length() ? 0 : 1).toArray();
    int[] key = (text + needle).chars().map(c -> c - 'a').toArray();
    return matcher.inputs(n).codes("string", string).codes("key", key).build();
  }

  private static String word(Random random, int length, int letters) {
    return random
        .ints(length, 'a', 'a' + letters)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
