// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.trait.InputForm;
import java.util.Optional;

/**
 * The form of an algorithm's instances.
 *
 * @param kind graph, numbers, or other, which only the sampler can draw
 * @param directed whether edges have a direction
 * @param weighted whether weights matter
 * @param source whether there is a source node
 * @param leastNodes the smallest size that the sampler can draw
 */
record Shape(Kind kind, boolean directed, boolean weighted, boolean source, int leastNodes) {
  /** The ways to specify an instance. */
  enum Kind {
    GRAPH,
    NUMBERS,
    OTHER
  }

  static Shape of(Algorithm algorithm) {
    int least = algorithm.leastSize();
    Optional<InputForm.OnGraph> graph = algorithm.graphForm();
    if (graph.isPresent()) {
      InputForm.OnGraph form = graph.get();
      return new Shape(
          Kind.GRAPH, form.symmetry().isDirected(), form.isWeighted(), form.hasSource(), least);
    }
    Kind kind = algorithm.sequence().isPresent() ? Kind.NUMBERS : Kind.OTHER;
    return new Shape(kind, false, false, false, least);
  }
}
