// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/**
 * The role of the hint {@code pred_h}, the chain in which every node points to the one before it.
 */
public enum PredecessorChain {
  /** There is no such hint. */
  NONE,
  /** It is the same in every snapshot, so it is really an input. */
  CONSTANT,
  /** It shows how nodes are rearranged. */
  CHANGING
}
