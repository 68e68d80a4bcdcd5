// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** Whether the edges of a graph have a direction. */
public enum Symmetry {
  /** None has: every edge goes both ways with one weight, or the question has no meaning. */
  UNDIRECTED,
  /** CLRS-30 draws undirected graphs, but the algorithm is right on directed ones as well. */
  EITHER,
  /** Each has. */
  DIRECTED,
  /** Each has, and they never lead back to where one was. */
  ACYCLIC;

  /** Whether the edges of a drawn graph have a direction. */
  public boolean isDirected() {
    return this == DIRECTED || this == ACYCLIC;
  }
}
