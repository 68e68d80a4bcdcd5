// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Codes for the letters of two strings. CLRS-30 has four letters, but what counts is only which
 * letter of the first string equals which of the second. A letter that occurs in one of them alone
 * equals nothing, so all of these can share a code: one for the first string, one for the second.
 */
final class Alphabet {
  /** The benchmark's own letters, which the page shows drawn strings with, keep their codes. */
  private static final int FIRST = 'a';

  private final Map<Integer, Integer> first = new LinkedHashMap<>();
  private final Map<Integer, Integer> second = new LinkedHashMap<>();

  private Alphabet() {}

  /**
   * Codes below a limit.
   *
   * @throws IllegalArgumentException if the strings need more
   */
  static Alphabet of(String one, String other, int limit) {
    Set<Integer> ofOne = letters(one);
    Set<Integer> ofOther = letters(other);
    Set<Integer> all = new LinkedHashSet<>(ofOne);
    all.addAll(ofOther);
    Set<Integer> shared = new LinkedHashSet<>(ofOne);
    shared.retainAll(ofOther);
    Alphabet alphabet = new Alphabet();
    if (all.stream().allMatch(letter -> letter >= FIRST && letter < FIRST + limit)) {
      all.forEach(letter -> alphabet.first.put(letter, letter - FIRST));
      alphabet.second.putAll(alphabet.first);
      return alphabet;
    }
    if (all.size() <= limit) {
      for (int letter : all) {
        alphabet.first.put(letter, alphabet.first.size());
      }
      alphabet.second.putAll(alphabet.first);
      return alphabet;
    }
    int codes = 0;
    for (int letter : shared) {
      alphabet.first.put(letter, codes);
      alphabet.second.put(letter, codes++);
    }
    codes = alphabet.share(alphabet.first, ofOne, codes);
    codes = alphabet.share(alphabet.second, ofOther, codes);
    if (codes > limit) {
      throw new IllegalArgumentException(
          ("CLRS-30 has %d letters, but these strings need %d: %d that both contain (%s)%s; shorten"
                  + " the strings, or replace letters that need not be told apart")
              .formatted(
                  limit,
                  codes,
                  shared.size(),
                  shared.stream().map(Character::toString).collect(Collectors.joining(" ")),
                  codes > shared.size() ? ", and one for each string's others" : ""));
    }
    return alphabet;
  }

  private int share(Map<Integer, Integer> codes, Set<Integer> letters, int free) {
    boolean used = false;
    for (int letter : letters) {
      used |= codes.putIfAbsent(letter, free) == null;
    }
    return used ? free + 1 : free;
  }

  private static Set<Integer> letters(String text) {
    return text.codePoints().boxed().collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The codes of the first string. */
  int[] codesOfFirst(String text) {
    return text.codePoints().map(first::get).toArray();
  }

  /** The codes of the second string. */
  int[] codesOfSecond(String text) {
    return text.codePoints().map(second::get).toArray();
  }
}
