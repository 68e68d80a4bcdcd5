// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * The sizes from which row counts are computed.
 *
 * @param nodes the number of nodes
 * @param edges the number of edges
 */
public record GraphSize(int nodes, int edges) {
  /** Checks that neither is negative. */
  public GraphSize {
    if (nodes < 0 || edges < 0) {
      throw new IllegalArgumentException(
          "a graph cannot have %d nodes, %d edges".formatted(nodes, edges));
    }
  }
}
