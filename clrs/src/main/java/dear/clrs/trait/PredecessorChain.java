// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/**
 * What becomes of the hint {@code pred_h}, the chain in which every node points to the one before.
 */
public enum PredecessorChain {
  /** There is no such hint. */
  NONE,
  /** It is the same in every snapshot, so it is rather an input. */
  CONSTANT,
  /** It shows how nodes are rearranged. */
  CHANGING
}
