// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

/** How the edges of a random graph are drawn. */
public enum GraphModel {
  /**
   * As CLRS-30 does: every cell of the matrix with probability p, self-loops among them; undirected
   * graphs keep an edge only where both cells were drawn, so with probability p². Takes O(n²) time.
   */
  CLRS,
  /**
   * The textbook's G(n, p): every pair with probability p, no self-loops. Takes time linear in the
   * edges.
   */
  GNP,
  /**
   * A random tree, or a ring with a few chords: hardly any edges and long paths, whatever the edge
   * probability. No self-loops. Takes time linear in the nodes, apart from sorting.
   */
  SPARSE
}
