// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;

/**
 * The first occurrence of a pattern in a text. The letters at the match are compared one by one.
 * Fingerprints (Karp and Rabin 1987) show that no earlier shift is an occurrence: strings with
 * different fingerprints certainly differ. If two fingerprints agree, the letters are compared,
 * which either finds an earlier occurrence or, very rarely, shows a collision. Linear time.
 */
final class FirstMatch implements Conditions {
  /** The Mersenne prime 2^61 - 1, so that products fit into 128 bits and are reduced by shifts. */
  private static final long PRIME = (1L << 61) - 1;

  /** Any large number will do: the digits of pi. */
  private static final long BASE = 314_159_265_358_979_323L;

  @Override
  public String basis() {
    return "all letters of the pattern match there, and no earlier shift has its fingerprint";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    int[] letters = inputs.codes("key");
    int text = firstLength(inputs);
    int length = letters.length - text;
    int match = answer.one("match"); // the pattern's head if there is none
    if (match != text && (match > text - length || !matches(letters, text, match))) {
      findings.node(
          match, () -> "the pattern does not occur at %s".formatted(findings.name(match)));
      return;
    }
    if (match == text) {
      findings.verified("no shift has the fingerprint of the pattern, so it does not occur");
    }
    long power = 1;
    long wanted = 0;
    long seen = 0;
    for (int j = 0; j < length; j++) {
      power = j == 0 ? 1 : product(power, BASE);
      wanted = append(wanted, letters[text + j]);
    }
    for (int i = 0; i < text && i - length + 1 < match; i++) {
      if (i >= length) {
        seen = (seen + PRIME - product(power, letters[i - length] + 1)) % PRIME;
      }
      seen = append(seen, letters[i]);
      int shift = i - length + 1;
      if (shift >= 0 && seen == wanted && matches(letters, text, shift)) {
        findings.node(
            shift,
            () ->
                match == text
                    ? "the pattern does occur, at %s".formatted(findings.name(shift))
                    : "the pattern occurs at %s, before %s"
                        .formatted(findings.name(shift), findings.name(match)));
        return;
      }
    }
  }

  /** The length of the first of two strings, which is also the node of the second one's head. */
  static int firstLength(Inputs inputs) {
    int[] string = inputs.codes("string");
    int first = 0;
    while (first < string.length && string[first] == 0) {
      first++;
    }
    return first;
  }

  private static boolean matches(int[] letters, int text, int shift) {
    for (int j = 0; text + j < letters.length; j++) {
      if (letters[shift + j] != letters[text + j]) {
        return false;
      }
    }
    return true;
  }

  private static long append(long fingerprint, int letter) {
    return (product(fingerprint, BASE) + letter + 1) % PRIME;
  }

  private static long product(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    long reduced = (low & PRIME) + ((low >>> 61) | (high << 3));
    return reduced >= PRIME ? reduced - PRIME : reduced;
  }
}
