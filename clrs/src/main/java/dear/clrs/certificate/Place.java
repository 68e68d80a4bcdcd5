// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/** Where an answer is wrong. */
public sealed interface Place {
  /**
   * A node.
   *
   * @param node its index
   */
  record Node(int node) implements Place {}

  /**
   * An edge, or a cell of an answer that has one for each pair of nodes.
   *
   * @param from the source or row
   * @param to the target or column
   */
  record Edge(int from, int to) implements Place {}

  /** The answer as a whole. */
  record Whole() implements Place {}
}
