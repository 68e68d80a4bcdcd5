// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** Which elements belong together in a softmax. */
sealed interface Groups {
  /** One row for each group. */
  Rows rows();

  /** The groups of the graph that a workspace is bound to. */
  default Segments in(Workspace w) {
    return new Segments(w, this);
  }

  /** All rows of a matrix. */
  record All(Value x) implements Groups {
    @Override
    public Rows rows() {
      return Rows.GRAPH;
    }
  }

  /** Rows of equal index; groups may interleave. */
  record ByIndex(Index index) implements Groups {
    @Override
    public Rows rows() {
      return index.into();
    }
  }

  /** The columns of each row. */
  record Columns(Value x) implements Groups {
    @Override
    public Rows rows() {
      return x.rows();
    }
  }

  /** The nodes paired with the same edge, or with the same first node. */
  record NodesOfPairs(Value x) implements Groups {
    @Override
    public Rows rows() {
      return x.rows().equals(Rows.EDGE_NODES) ? Rows.EDGES : Rows.NODES;
    }
  }
}
