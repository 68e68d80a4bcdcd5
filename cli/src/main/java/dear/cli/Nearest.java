// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the intended word for a mistyped one. */
final class Nearest {
  private Nearest() {}

  /** The nearest known word, if one is near enough. */
  static Optional<String> to(String word, Collection<String> known) {
    Optional<String> start =
        known.stream().filter(k -> word.length() >= 3 && k.startsWith(word)).findFirst();
    if (start.isPresent()) {
      return start;
    }
    return known.stream()
        .min(Comparator.comparingInt(k -> distance(word, k)))
        .filter(k -> distance(word, k) <= Math.max(2, word.length() / 3));
  }

  /** The Levenshtein distance: insertions, deletions and replacements. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
