// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

/** Between which nodes an answer may lie. */
public enum AnswerScope {
  /** Pointers follow edges of the graph, and edge outputs live on them: the paper's bias. */
  EDGES,
  /** Any node may point to any, and edge outputs live on all ordered pairs, as in CLRS-30. */
  PAIRS
}
