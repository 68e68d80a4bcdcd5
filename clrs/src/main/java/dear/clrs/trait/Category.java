// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** The classes into which CLRS-30 sorts its algorithms. */
public enum Category {
  /** Orders of keys. */
  SORTING("sorting"),
  /** One of many keys. */
  SEARCHING("searching"),
  /** Problems split into parts of the same kind. */
  DIVIDE_AND_CONQUER("divide and conquer"),
  /** Tables of subproblems. */
  DYNAMIC_PROGRAMMING("dynamic programming"),
  /** The best next choice, never taken back. */
  GREEDY("greedy"),
  /** Nodes and edges. */
  GRAPHS("graphs"),
  /** Texts. */
  STRINGS("strings"),
  /** Points of the plane. */
  GEOMETRY("geometry");

  private final String words;

  Category(String words) {
    this.words = words;
  }

  /** In words. */
  public String words() {
    return words;
  }
}
