// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Outputs that have the right names, types and sizes, and values within their ranges. */
record Answer(List<Feature> outputs) {
  /** The outputs, with a fault for each that is malformed. */
  static Answer of(Algorithm algorithm, Inputs inputs, List<Feature> outputs, Findings findings) {
    List<FeatureSpec> specs = algorithm.features(Stage.OUTPUT);
    for (FeatureSpec spec : specs) {
      Optional<Feature> given =
          outputs.stream().filter(output -> output.name().equals(spec.name())).findFirst();
      if (given.isEmpty()) {
        findings.whole(() -> "output %s is missing".formatted(spec.name()));
      } else {
        checkShape(spec, given.get(), inputs, findings);
      }
    }
    for (Feature output : outputs) {
      if (specs.stream().noneMatch(spec -> spec.name().equals(output.name()))) {
        findings.whole(() -> "%s has no output %s".formatted(algorithm.name(), output.name()));
      }
    }
    return new Answer(outputs);
  }

  /** The values of an output. */
  int[] codes(String name) {
    return feature(name).codes();
  }

  /** The single node of an output. */
  int one(String name) {
    return codes(name)[0];
  }

  /** The output with this name. */
  Feature feature(String name) {
    return outputs.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  private static void checkShape(
      FeatureSpec spec, Feature output, Inputs inputs, Findings findings) {
    FeatureSpec given = output.spec();
    if (given.location() != spec.location() || given.type() != spec.type()) {
      findings.whole(() ->
          "output %s is %s %s, not %s %s"
              .formatted(
                  spec.name(),
                  given.locationName(),
                  given.typeName(),
                  spec.locationName(),
                  spec.typeName()));
      return;
    }
    int size = given.size(inputs.nodes(), inputs.edges());
    int[] codes = output.codes();
    if (codes.length != size) {
      findings.whole(
          () -> "output %s has %d values, not %d".formatted(spec.name(), codes.length, size));
      return;
    }
    int least = 0;
    int most =
        switch (spec.type()) {
          case MASK -> 1;
          case CATEGORICAL -> spec.classes() - 1;
          case MASK_ONE, POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER -> inputs.nodes() - 1;
          case SCALAR -> throw new IllegalArgumentException(spec.name() + " is real");
        };
    for (int k = 0; k < size; k++) {
      int value = codes[k];
      boolean blank = value == -1 && spec.type() == Type.CATEGORICAL;
      if ((value < least || value > most) && !blank) {
        addAt(given, k, inputs, findings, most);
      }
    }
  }

  private static void addAt(FeatureSpec spec, int k, Inputs inputs, Findings findings, int most) {
    if (spec.location() == Location.NODE && spec.size(2, 0) == 2) {
      findings.node(
          k,
          () -> "%s of node %s is not in 0 to %d".formatted(spec.name(), findings.name(k), most));
    } else if (spec.location() == Location.EDGE) {
      int from = spec.support() == Support.PAIRS ? k / inputs.nodes() : row(inputs.graph(), k);
      int to = spec.support() == Support.PAIRS ? k % inputs.nodes() : inputs.graph().columns()[k];
      findings.edge(
          from,
          to,
          () ->
              "%s of %s -> %s is not in 0 to %d"
                  .formatted(spec.name(), findings.name(from), findings.name(to), most));
    } else {
      findings.whole(() -> "%s is not in 0 to %d".formatted(spec.name(), most));
    }
  }

  private static int row(Graph graph, int edge) {
    int at = Arrays.binarySearch(graph.rowStart(), edge);
    return at >= 0 ? at : -at - 2;
  }
}
