// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** The meaning of a feature's values, which decides encoder, decoder, loss and score. */
public enum Type {
  /** A real number. */
  SCALAR,
  /** 0 or 1, independently; -1 is left out of losses and scores. */
  MASK,
  /** Exactly one node of the graph; stored as its index. */
  MASK_ONE,
  /** One of a number of classes, stored as its index; -1 is left out of losses and scores. */
  CATEGORICAL,
  /** The index of a node. */
  POINTER,
  /** Pointers that form one chain: each node to its predecessor, the first to itself. */
  SHOULD_BE_PERMUTATION,
  /** Pointers that form one cycle: the first of the chain points to the last. */
  PERMUTATION_POINTER
}
