// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Location;
import dear.reasoner.problem.Features;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.ParameterLayout;

/** The decoder parameters of one output over pairs, {@code decoder.<output>.<part>}. */
sealed interface PairDecoderLayers {
  /** Returns the output. */
  FeatureSpec spec();

  /**
   * Nodes.
   *
   * @param pools of S and X, half of them over rows and half over columns
   * @param node of S_ii, X_ii and the pools
   */
  record Nodes(Linear pools, Linear node) {
    static Nodes in(ParameterLayout.Builder layout, String name, int d) {
      int c = PairLayers.channels(d);
      return new Nodes(
          layout.linear(name + "pools", 2 * d, 2 * c),
          layout.linear(name + "node", 2 * d + 4 * c, d));
    }
  }

  /** Something at each node. */
  record OfNode(FeatureSpec spec, Nodes nodes, Linear out) implements PairDecoderLayers {}

  /**
   * Something at each pair, or a pointer from its first node to its second.
   *
   * @param pair of S_ij, S_ji and X_ij
   */
  record OfPair(FeatureSpec spec, Nodes nodes, Linear pair, Linear left, Linear right, Linear out)
      implements PairDecoderLayers {}

  /**
   * A node for each pair.
   *
   * @param triple α, β, γ side by side, of S and X
   */
  record Between(FeatureSpec spec, Linear triple, Linear out) implements PairDecoderLayers {}

  /** Something of the graph, or the one node that the graph points to. */
  record OfGraph(FeatureSpec spec, Nodes nodes, Linear out) implements PairDecoderLayers {}

  /** Adds the parameters to a layout. */
  static PairDecoderLayers in(ParameterLayout.Builder layout, FeatureSpec spec, int d) {
    String name = "decoder." + spec.name() + ".";
    int columns = Features.columns(spec);
    boolean pointer = Features.isPointer(spec);
    if (spec.location() == Location.EDGE && pointer) {
      int p = Math.max(1, d / 4);
      return new Between(
          spec, layout.linear(name + "triple", 2 * d, 3 * p), layout.linear(name + "out", p, 1));
    }
    Nodes nodes = Nodes.in(layout, name, d);
    if (spec.location() == Location.GRAPH && !pointer) {
      return new OfGraph(spec, nodes, layout.linear(name + "out", d, columns));
    }
    if (spec.location() == Location.EDGE || (spec.location() == Location.NODE && pointer)) {
      return new OfPair(
          spec,
          nodes,
          layout.linear(name + "pair", 3 * d, d),
          layout.linear(name + "left", d, d),
          layout.linear(name + "right", d, d),
          layout.linear(name + "out", d, columns));
    }
    return new OfNode(spec, nodes, layout.linear(name + "out", d, columns));
  }
}
