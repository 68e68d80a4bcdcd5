// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** Where the equilibrium of an algorithm lies, that is, which rule leaves its answer unchanged. */
public enum Equilibrium {
  /** The algorithm itself iterates until a whole sweep changes nothing. */
  SWEEP("it stops when a sweep changes nothing"),
  /** One more relaxation, comparison or table rule leaves the answer as it is. */
  RULE("one more step of its rule changes nothing"),
  /** The answer is a set of marks that stays once the scan is over. */
  SCAN("its marks stay once the scan is over"),
  /** Only the answer together with clock, stack and colours is at rest. */
  CLOCK("at rest only with clock and stack");

  private final String words;

  Equilibrium(String words) {
    this.words = words;
  }

  /** A short description. */
  public String words() {
    return words;
  }
}
