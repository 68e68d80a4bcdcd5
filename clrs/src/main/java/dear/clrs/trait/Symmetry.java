// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** Whether the edges of a graph have a direction. */
public enum Symmetry {
  /** No: every edge goes both ways with the same weight, or the question has no meaning. */
  UNDIRECTED,
  /** CLRS-30 draws undirected graphs, but the algorithm is right on directed ones as well. */
  EITHER,
  /** Yes, each edge has one. */
  DIRECTED,
  /** Yes, and the edges form no cycle. */
  ACYCLIC;

  /** Whether the edges of a drawn graph have a direction. */
  public boolean isDirected() {
    return this == DIRECTED || this == ACYCLIC;
  }
}
