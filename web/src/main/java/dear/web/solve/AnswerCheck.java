// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.certificate.Certificate;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Support;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Choices;
import java.util.List;

/**
 * Judges answers by what their model means: one that was trained to answer along edges says nothing
 * about other pairs of nodes, and the cells it leaves empty are not faults.
 *
 * @param algorithm the algorithm of the question
 * @param inputs its inputs
 * @param alongEdges whether only pairs that an edge joins are answered
 */
record AnswerCheck(Algorithm algorithm, Inputs inputs, boolean alongEdges) {
  static AnswerCheck of(Model model, Algorithm algorithm, Inputs inputs) {
    return new AnswerCheck(
        algorithm,
        inputs,
        model.settings().targets() == Choices.Targets.EDGES && inputs.hasGraph());
  }

  Certificate check(List<Feature> outputs) {
    List<Feature> said =
        alongEdges
            ? outputs.stream().map(it -> isOnPairs(it) ? onEdges(it) : it).toList()
            : outputs;
    return Certificate.check(algorithm, inputs, said);
  }

  private static boolean isOnPairs(Feature feature) {
    FeatureSpec spec = feature.spec();
    return spec.location() == Location.EDGE && spec.support() == Support.PAIRS && !spec.isReal();
  }

  private Feature onEdges(Feature feature) {
    FeatureSpec spec = feature.spec();
    Graph graph = inputs.graph();
    int[] all = feature.codes();
    int[] rows = graph.rows();
    int[] columns = graph.columns();
    int[] codes = new int[rows.length];
    for (int e = 0; e < codes.length; e++) {
      codes[e] = all[rows[e] * graph.nodes() + columns[e]];
    }
    return Feature.of(
        new FeatureSpec(
            spec.name(),
            spec.stage(),
            spec.location(),
            spec.type(),
            spec.classes(),
            Support.EDGES,
            spec.background()),
        codes.length,
        codes);
  }
}
