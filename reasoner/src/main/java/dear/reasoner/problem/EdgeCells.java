// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;

/** Reads edge features, whichever cells they store, along a list of edges. */
final class EdgeCells {
  private EdgeCells() {}

  /** Returns the integers of a feature on the edges; the background value where none is stored. */
  static int[] codes(Feature feature, Inputs inputs, EdgeList edges) {
    int[] codes = new int[edges.count()];
    for (int e = 0; e < codes.length; e++) {
      int at = cell(feature.spec(), inputs, edges.rows()[e], edges.columns()[e]);
      codes[e] = at < 0 ? feature.spec().background() : feature.codes()[at];
    }
    return codes;
  }

  /** Returns the real number of a feature on an edge. */
  static double real(Feature feature, Inputs inputs, int row, int column) {
    int at = cell(feature.spec(), inputs, row, column);
    return at < 0 ? feature.spec().background() : feature.reals()[at];
  }

  private static int cell(FeatureSpec spec, Inputs inputs, int row, int column) {
    return switch (spec.support()) {
      case PAIRS -> row * inputs.nodes() + column;
      case EDGES -> inputs.graph().find(row, column);
      case REVERSED_EDGES -> inputs.graph().find(column, row);
    };
  }
}
