// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** Which cells of the node × node matrix an edge feature stores. */
public enum Support {
  /** All of them, row by row. */
  PAIRS,
  /** The edges of the graph, in their order; every other cell has the background value. */
  EDGES,
  /** The reversed edges: value k belongs to the cell (column k, row k). */
  REVERSED_EDGES
}
