// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.reasoner.problem.Features;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.ParameterLayout;

/** The decoder parameters of one output, {@code decoder.<output>.<part>}. */
sealed interface DecoderLayers {
  /** Returns the output. */
  FeatureSpec spec();

  record OfNode(FeatureSpec spec, Linear out) implements DecoderLayers {}

  record OfEdge(FeatureSpec spec, Linear source, Linear target, Linear edge)
      implements DecoderLayers {}

  record OfGraph(FeatureSpec spec, Linear out, Linear graph) implements DecoderLayers {}

  record NodePointer(FeatureSpec spec, Linear source, Linear target, Linear edge, Linear out)
      implements DecoderLayers {}

  record EdgePointer(
      FeatureSpec spec, Linear source, Linear target, Linear edge, Linear node, Linear out)
      implements DecoderLayers {}

  record GraphPointer(FeatureSpec spec, Linear out, Linear graph, Linear node)
      implements DecoderLayers {}

  /** Adds the parameters to a layout. */
  static DecoderLayers in(ParameterLayout.Builder layout, FeatureSpec spec, int d) {
    String name = "decoder." + spec.name() + ".";
    int columns = Features.columns(spec);
    boolean pointer = Features.isPointer(spec);
    return switch (spec.location()) {
      case NODE ->
          pointer
              ? new NodePointer(
                  spec,
                  layout.linear(name + "source", 2 * d, d),
                  layout.linear(name + "target", 2 * d, d),
                  layout.linear(name + "edge", d, d),
                  layout.linear(name + "out", d, 1))
              : new OfNode(spec, layout.linear(name + "out", 2 * d, columns));
      case EDGE ->
          pointer
              ? new EdgePointer(
                  spec,
                  layout.linear(name + "source", 2 * d, d),
                  layout.linear(name + "target", 2 * d, d),
                  layout.linear(name + "edge", d, d),
                  layout.linear(name + "node", 2 * d, d),
                  layout.linear(name + "out", d, 1))
              : new OfEdge(
                  spec,
                  layout.linear(name + "source", 2 * d, columns),
                  layout.linear(name + "target", 2 * d, columns),
                  layout.linear(name + "edge", d, columns));
      case GRAPH ->
          pointer
              ? new GraphPointer(
                  spec,
                  layout.linear(name + "out", 2 * d, 1),
                  layout.linear(name + "graph", d, 1),
                  layout.linear(name + "node", 2 * d, 1))
              : new OfGraph(
                  spec,
                  layout.linear(name + "out", 2 * d, columns),
                  layout.linear(name + "graph", d, columns));
    };
  }
}
