// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** The categories of CLRS-30. */
public enum Category {
  /** Sorting keys. */
  SORTING("sorting"),
  /** Finding one of many keys. */
  SEARCHING("searching"),
  /** Problems split into parts of the same kind. */
  DIVIDE_AND_CONQUER("divide and conquer"),
  /** Tables of subproblems. */
  DYNAMIC_PROGRAMMING("dynamic programming"),
  /** The best next choice, never revised. */
  GREEDY("greedy"),
  /** Nodes and edges. */
  GRAPHS("graphs"),
  /** Strings. */
  STRINGS("strings"),
  /** Points in the plane. */
  GEOMETRY("geometry");

  private final String words;

  Category(String words) {
    this.words = words;
  }

  /** A readable name. */
  public String words() {
    return words;
  }
}
