// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;

/**
 * What the decoder knows of edges: a row for each end, and the terms of the edge's encoding.
 *
 * @param a rows of nodes that edges come from
 * @param b rows of nodes that edges go to
 * @param terms the constant row and one for each scalar of an edge
 * @param from where each edge comes from
 * @param to where each edge goes to
 * @param scalars the scalars of each edge; never read where there are none
 */
record EdgeEnds(Value a, Value b, Value terms, Index from, Index to, Value scalars) {
  /** How many scalars an edge has. */
  int scalarCount(Workspace w) {
    return w.rows(terms) - 1;
  }

  /** The node that an edge comes from. */
  int row(Workspace w, int e) {
    return w.array(from)[w.start(from) + e];
  }

  /** The node that an edge goes to. */
  int column(Workspace w, int e) {
    return w.array(to)[w.start(to) + e];
  }

  /** A scalar of an edge. */
  float scalar(Workspace w, int e, int k) {
    return w.array(Plane.VALUE)[w.offset(scalars) + e * scalarCount(w) + k];
  }
}
