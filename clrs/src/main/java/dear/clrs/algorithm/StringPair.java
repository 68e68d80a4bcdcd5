// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;

/** Two strings laid out one after the other, as the string algorithms of CLRS-30 take them. */
final class StringPair {
  private final int[] letters;
  private final int firstLength;

  private StringPair(int[] letters, int firstLength) {
    this.letters = letters;
    this.firstLength = firstLength;
  }

  /**
   * The strings of a run: letters in {@code key}, 0 or 1 for first and second in {@code string}.
   */
  static StringPair of(Execution run) {
    int[] string = run.codes("string");
    int first = 0;
    while (first < string.length && string[first] == 0) {
      first++;
    }
    for (int i = first; i < string.length; i++) {
      if (string[i] != 1) {
        throw new IllegalArgumentException(
            "input string must be 0 for the first string, then 1 for the second: node "
                + i
                + " is 0 after a 1");
      }
    }
    if (first == 0 || first == string.length) {
      throw new IllegalArgumentException(
          "input string must mark two strings of at least one letter each (0 first, then 1): the "
              + (first == 0 ? "first" : "second")
              + " is empty");
    }
    return new StringPair(run.codes("key"), first);
  }

  /** The length of the first string, which is also the node of the second string's head. */
  int firstLength() {
    return firstLength;
  }

  int secondLength() {
    return letters.length - firstLength;
  }

  int first(int i) {
    return letters[i];
  }

  int second(int j) {
    return letters[firstLength + j];
  }

  /** One chain for each string. */
  int[] chains() {
    int[] pointers = Chains.identity(letters.length);
    pointers[firstLength] = firstLength;
    return pointers;
  }
}
