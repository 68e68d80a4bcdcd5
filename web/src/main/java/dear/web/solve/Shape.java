// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.trait.InputForm;
import java.util.Locale;
import java.util.Optional;

/**
 * The form of an algorithm's instances.
 *
 * @param kind how an instance is written
 * @param directed whether edges have a direction
 * @param weighted whether weights matter
 * @param source whether there is a source node
 * @param leastNodes the smallest size to draw
 */
record Shape(Kind kind, boolean directed, boolean weighted, boolean source, int leastNodes) {
  /** Two segments have four ends. */
  static final int SEGMENT_ENDS = 4;

  /** The ways to write an instance. */
  enum Kind {
    /** Nodes and edges. */
    GRAPH,
    /** One sequence of numbers. */
    NUMBERS,
    /** Each input feature by its name. */
    INPUTS;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Shape of(Algorithm algorithm) {
    Optional<InputForm.OnGraph> graph = algorithm.graphForm();
    if (graph.isPresent()) {
      InputForm.OnGraph form = graph.get();
      return new Shape(
          Kind.GRAPH,
          form.symmetry().isDirected(),
          form.isWeighted(),
          form.hasSource(),
          algorithm.leastSize());
    }
    Kind kind = algorithm.sequence().isPresent() ? Kind.NUMBERS : Kind.INPUTS;
    int least =
        algorithm.traits().input() instanceof InputForm.TwoSegments
            ? SEGMENT_ENDS
            : algorithm.leastSize();
    return new Shape(kind, false, false, false, least);
  }

  /** The largest size to draw if an instance may have this many nodes. */
  static int mostNodes(Algorithm algorithm, int limit) {
    return switch (algorithm.traits().input()) {
      case InputForm.TwoSegments _ -> SEGMENT_ENDS;
      case InputForm.Probabilities _ -> limit - 1; // one more gap than keys
      case InputForm.Keys _,
          InputForm.SortedKeys _,
          InputForm.MatrixSizes _,
          InputForm.TwoStrings _,
          InputForm.Intervals _,
          InputForm.Tasks _,
          InputForm.Points _,
          InputForm.OnGraph _ ->
          limit;
    };
  }
}
