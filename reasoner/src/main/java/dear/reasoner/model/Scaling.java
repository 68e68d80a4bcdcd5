package dear.reasoner.model;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Stage;
import java.util.Set;

/**
 * Brings numbers into the range that training saw, [0, 1], where that does not change the answer: a
 * sort looks only at the order of its keys, shortest paths and spanning trees only at ratios of
 * weights. Numbers that are in the range already stay as they are.
 */
final class Scaling {
  /** The algorithms whose keys may be shifted and stretched. */
  private static final Set<String> ORDER_ONLY =
      Set.of("insertion_sort", "bubble_sort", "heapsort", "quicksort", "quickselect", "minimum");

  private Scaling() {}

  static Inputs apply(Algorithm algorithm, Inputs inputs) {
    if (ORDER_ONLY.contains(algorithm.name())) {
      return inputs.with(toUnit(inputs.feature("key")));
    }
    if (inputs.hasGraph()) {
      return withGraph(algorithm, inputs, toUnit(inputs.graph()));
    }
    return inputs;
  }

  private static Feature toUnit(Feature keys) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double key : keys.reals()) {
      least = Math.min(least, key);
      most = Math.max(most, key);
    }
    if (least >= 0 && most <= 1) {
      return keys;
    }
    double[] scaled = keys.reals().clone();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = most > least ? (scaled[i] - least) / (most - least) : 0.5;
    }
    return Feature.of(keys.spec(), keys.size(), scaled);
  }

  private static Graph toUnit(Graph graph) {
    double most = 0;
    for (double weight : graph.weights()) {
      most = Math.max(most, Math.abs(weight));
    }
    if (most <= 1) {
      return graph;
    }
    double[] scaled = graph.weights().clone();
    for (int e = 0; e < scaled.length; e++) {
      scaled[e] /= most;
    }
    return Graph.ofSorted(graph.nodes(), graph.rowStart(), graph.columns(), scaled);
  }

  private static Inputs withGraph(Algorithm algorithm, Inputs inputs, Graph graph) {
    Inputs.Builder builder = Inputs.builder(algorithm.features(Stage.INPUT), graph);
    for (Feature feature : inputs.features()) {
      if (feature.spec().isReal()) {
        builder.reals(feature.name(), feature.reals());
      } else {
        builder.codes(feature.name(), feature.codes());
      }
    }
    return builder.build();
  }
}
