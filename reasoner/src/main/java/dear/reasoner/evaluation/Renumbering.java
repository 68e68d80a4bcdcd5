// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import dear.reasoner.problem.Features;
import java.util.List;

/** The same inputs with the nodes in another order. */
final class Renumbering {
  private Renumbering() {}

  /** Returns the inputs that an algorithm has itself, without what preprocessing has added. */
  static Inputs plain(Algorithm algorithm, Inputs inputs) {
    List<FeatureSpec> own = algorithm.features(Stage.INPUT);
    Inputs.Builder builder = builder(own, inputs);
    for (Feature feature : inputs.features()) {
      if (own.contains(feature.spec())) {
        add(builder, feature);
      }
    }
    return builder.build();
  }

  /**
   * Renumbers nodes. Positions keep their order: they belong to the numbers, not to the nodes.
   *
   * @param names the new number of each node
   */
  static Inputs of(Algorithm algorithm, Inputs inputs, int[] names) {
    List<FeatureSpec> specs = algorithm.features(Stage.INPUT);
    Inputs.Builder builder =
        inputs.hasGraph()
            ? Inputs.builder(specs, graph(inputs.graph(), names))
            : Inputs.builder(specs, inputs.nodes());
    for (Feature feature : inputs.features()) {
      add(
          builder,
          feature.name().equals(Inputs.POSITION) || feature.spec().location() == Location.GRAPH
              ? feature
              : ofNodes(feature, names));
    }
    return builder.build();
  }

  private static Feature ofNodes(Feature feature, int[] names) {
    FeatureSpec spec = feature.spec();
    if (spec.location() == Location.EDGE) {
      throw new IllegalArgumentException("input " + spec.name() + " of edges cannot be renumbered");
    }
    if (spec.isReal()) {
      double[] moved = new double[names.length];
      for (int i = 0; i < names.length; i++) {
        moved[names[i]] = feature.reals()[i];
      }
      return Feature.of(spec, feature.size(), moved);
    }
    int[] codes = feature.codes();
    if (spec.type() == Type.MASK_ONE) {
      return Feature.of(spec, feature.size(), new int[] {names[codes[0]]});
    }
    int[] moved = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      moved[names[i]] = Features.isPointer(spec) ? names[codes[i]] : codes[i];
    }
    return Feature.of(spec, feature.size(), moved);
  }

  private static Graph graph(Graph graph, int[] names) {
    Graph.Builder builder = Graph.builder(graph.nodes(), graph.edges());
    int[] rows = graph.rows();
    for (int e = 0; e < graph.edges(); e++) {
      if (graph.weights()[e] != 0) { // a self-loop of weight zero is there anyway
        builder.edge(names[rows[e]], names[graph.columns()[e]], graph.weights()[e]);
      }
    }
    return builder.build();
  }

  private static Inputs.Builder builder(List<FeatureSpec> specs, Inputs like) {
    return like.hasGraph()
        ? Inputs.builder(specs, like.graph())
        : Inputs.builder(specs, like.nodes());
  }

  private static void add(Inputs.Builder builder, Feature feature) {
    if (feature.spec().isReal()) {
      builder.reals(feature.name(), feature.reals());
    } else {
      builder.codes(feature.name(), feature.codes());
    }
  }
}
