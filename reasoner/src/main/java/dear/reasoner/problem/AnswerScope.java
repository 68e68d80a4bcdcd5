// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

/** The pairs of nodes that an answer may refer to. */
public enum AnswerScope {
  /** Pointers follow edges of the graph, and edge outputs live on them: the paper's bias. */
  EDGES,
  /** Pointers run against edges of the graph, to the nodes from which a node can be reached. */
  PREDECESSORS,
  /** Any node may point to any other, and edge outputs live on all ordered pairs, as in CLRS-30. */
  PAIRS
}
