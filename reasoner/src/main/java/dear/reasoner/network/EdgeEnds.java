// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;

/**
 * The decoder's inputs for edges: a row for each end, and the terms of the edge encoding.
 *
 * @param a the rows of source nodes
 * @param b the rows of target nodes
 * @param terms the constant row, and one row for each scalar of an edge
 * @param from the source of each edge
 * @param to the target of each edge
 * @param scalars the scalars of each edge; never read if there are none
 */
record EdgeEnds(Value a, Value b, Value terms, Index from, Index to, Value scalars) {
  /** Returns the number of scalars of an edge. */
  int scalarCount(Workspace w) {
    return w.rows(terms) - 1;
  }

  /** Returns the source of an edge. */
  int row(Workspace w, int e) {
    return w.array(from)[w.start(from) + e];
  }

  /** Returns the target of an edge. */
  int column(Workspace w, int e) {
    return w.array(to)[w.start(to) + e];
  }

  /** Returns a scalar of an edge. */
  float scalar(Workspace w, int e, int k) {
    return w.array(Plane.VALUE)[w.offset(scalars) + e * scalarCount(w) + k];
  }
}
