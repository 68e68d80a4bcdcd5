// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** A row count that is known only when a graph is bound. */
public sealed interface Rows {
  /** One row for the graph. */
  Rows GRAPH = PerGraph.GRAPH;

  /** One row for each node. */
  Rows NODES = PerGraph.NODES;

  /** One row for each edge. */
  Rows EDGES = PerGraph.EDGES;

  /** One row for each ordered pair of nodes, (0,0), (0,1), … */
  Rows NODE_PAIRS = PerGraph.NODE_PAIRS;

  /** One row for each pair of an edge and a node, all nodes of the first edge first. */
  Rows EDGE_NODES = PerGraph.EDGE_NODES;

  /** The number of rows for a graph of this size. */
  int count(GraphSize size);

  /** The counts that follow the graph. */
  enum PerGraph implements Rows {
    GRAPH,
    NODES,
    EDGES,
    NODE_PAIRS,
    EDGE_NODES;

    @Override
    public int count(GraphSize size) {
      return switch (this) {
        case GRAPH -> 1;
        case NODES -> size.nodes();
        case EDGES -> size.edges();
        case NODE_PAIRS -> Math.multiplyExact(size.nodes(), size.nodes());
        case EDGE_NODES -> Math.multiplyExact(size.edges(), size.nodes());
      };
    }
  }

  /** A count that is the same for every graph. */
  record Fixed(int rows) implements Rows {
    /** Checks the count. */
    public Fixed {
      if (rows < 1) {
        throw new IllegalArgumentException("a matrix needs at least one row, not " + rows);
      }
    }

    @Override
    public int count(GraphSize size) {
      return rows;
    }
  }
}
