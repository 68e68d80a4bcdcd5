// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** How an answer is proved right without running the algorithm. */
public sealed interface Proof {
  /** By conditions that every right answer meets and no other. */
  enum Known implements Proof {
    /** The keys do not fall along a chain through all nodes. */
    SORTED_CHAIN,
    /** No key is smaller. */
    MINIMUM,
    /** As many keys are smaller as the median has below it. */
    MEDIAN,
    /** The keys beside the place lie on both sides of the target. */
    SEARCH,
    /** No part has a larger sum. */
    MAXIMUM_SUBARRAY,
    /** No other split of a matrix product is cheaper. */
    MATRIX_CHAIN,
    /** No other root of a search tree is cheaper. */
    SEARCH_TREE,
    /** No common subsequence is longer. */
    COMMON_SUBSEQUENCE,
    /** The activities do not overlap, and no more of them would fit. */
    ACTIVITIES,
    /** Every edge is relaxed when each counts one. */
    FEWEST_EDGES,
    /** Every edge is relaxed. */
    SHORTEST_PATHS,
    /** Every edge is relaxed, from every node. */
    ALL_SHORTEST_PATHS,
    /** Pointers form a tree, and no edge outside of it is lighter than what it would replace. */
    MINIMUM_TREE,
    /** The same for marked edges. */
    MINIMUM_FOREST,
    /** Classes are strongly connected, and the graph between them has no cycle. */
    COMPONENTS,
    /** All edges lead forward. */
    FORWARD_ORDER,
    /** Some depth-first search leaves this forest. */
    DEPTH_FIRST_FOREST,
    /** No cycle runs over a bridge, and some cycle over every other edge. */
    BRIDGE_COVER,
    /** The needle is there, and nowhere before. */
    FIRST_MATCH,
    /** The ends of the segments lie on the sides that they must. */
    SEGMENTS,
    /** The corners turn one way, and no point lies outside. */
    CONVEX_HULL
  }

  /**
   * No such conditions are known.
   *
   * @param why in a sentence
   */
  record Unknown(String why) implements Proof {}
}
