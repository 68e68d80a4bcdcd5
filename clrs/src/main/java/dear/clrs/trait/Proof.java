// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** How an answer is proved right without running the algorithm. */
public sealed interface Proof {
  /** By conditions that all right answers meet, and only those. */
  enum Known implements Proof {
    /** The keys never decrease along a chain through all nodes. */
    SORTED_CHAIN,
    /** No key is smaller. */
    MINIMUM,
    /** The number of smaller keys is that of the median. */
    MEDIAN,
    /** The keys next to the position lie on either side of the target. */
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
    /** A task is marked if its deadline is later than the number of heavier marked tasks. */
    TASK_MARKS,
    /** Every edge is relaxed, each with length one. */
    FEWEST_EDGES,
    /** Every edge is relaxed. */
    SHORTEST_PATHS,
    /** Every edge is relaxed, from every node. */
    ALL_SHORTEST_PATHS,
    /** Pointers form a tree, and no edge outside it is lighter than what it would replace. */
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
    /** The edges of marked nodes, and of no others, lie in several blocks of cycles. */
    CUT_POINTS,
    /** The needle is there, and nowhere before. */
    FIRST_MATCH,
    /** The ends of the segments lie on the required sides. */
    SEGMENTS,
    /** The corners turn one way, and no point lies outside. */
    CONVEX_HULL
  }

  /**
   * No such conditions are known.
   *
   * @param why one sentence
   */
  record Unknown(String why) implements Proof {}
}
