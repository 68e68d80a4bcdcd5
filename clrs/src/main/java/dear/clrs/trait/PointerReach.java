// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** How the pointers of an answer relate to the edges of the graph. */
public enum PointerReach {
  /** Each follows an edge, or there are none; without a graph all nodes are neighbours. */
  EDGES,
  /** They also run against edges, back to where a node was reached from. */
  EDGES_BOTH_WAYS,
  /** They may lead to any node, as in a chain through all nodes or to the head of a component. */
  ANY_NODE
}
