// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** How the numbers of an input, or what follows from them, grow with the number of nodes. */
public enum Growth {
  /** They do not. */
  NONE,
  /** They count nodes. */
  COUNT,
  /** They are added up, and have either sign: sums grow with the root of their number. */
  SUMMED;

  private static final double USUAL_NODES = 16;

  /**
   * Returns what a number has to be divided by to be of the same order in instances of all sizes: a
   * count becomes a share, and sums of more than sixteen numbers stay as small as those of sixteen.
   */
  public double divisor(int nodes) {
    return switch (this) {
      case NONE -> 1;
      case COUNT -> nodes;
      case SUMMED -> Math.sqrt(Math.max(1, nodes / USUAL_NODES));
    };
  }
}
