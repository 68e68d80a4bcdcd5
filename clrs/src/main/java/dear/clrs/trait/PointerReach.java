// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** How the pointers of an answer relate to the edges of the graph. */
public enum PointerReach {
  /** Each follows an edge, or there are none; without a graph all nodes are neighbours. */
  EDGES,
  /** Each runs against an edge, back to the node from which a node was reached. */
  PREDECESSORS,
  /** They may lead to any node, as in a chain through all nodes or to the head of a component. */
  ANY_NODE
}
