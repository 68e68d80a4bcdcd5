// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Type;
import dear.clrs.trait.Growth;
import dear.clrs.trait.Traits;
import java.util.ArrayList;
import java.util.List;

/**
 * The features of an algorithm, grouped by where they enter or leave the network.
 *
 * <p>A pointer among the inputs is a property of edges: 1 on the edge that it follows. The
 * adjacency matrix is not a feature: it defines the edges themselves. Hints are not used.
 *
 * @param nodeInputs the inputs that become columns of the nodes
 * @param edgeInputs the inputs that become scalars of the edges
 * @param graphInputs the inputs that become columns of the graph
 * @param outputs the outputs
 * @param growth how the numbers of the node inputs grow with the graph; the network sees them
 *     without that growth, as they were in training
 * @param traits the traits of the algorithm, which say where the network sees ranks of numbers
 * @param edgeScales the number of scales at which the nodes of an edge are compared; the {@link
 *     Comparisons} are further scalars of the edge
 */
public record Features(
    List<FeatureSpec> nodeInputs,
    List<FeatureSpec> edgeInputs,
    List<FeatureSpec> graphInputs,
    List<FeatureSpec> outputs,
    List<Growth> growth,
    Traits traits,
    int edgeScales) {
  /** Copies the lists. */
  public Features {
    nodeInputs = List.copyOf(nodeInputs);
    edgeInputs = List.copyOf(edgeInputs);
    graphInputs = List.copyOf(graphInputs);
    outputs = List.copyOf(outputs);
    growth = List.copyOf(growth);
  }

  /**
   * Groups the features of an algorithm.
   *
   * @param specs its features, as {@link dear.clrs.dataset.Preprocessing} leaves them
   * @param traits its traits, which say what the numbers of its inputs mean
   */
  public static Features of(List<FeatureSpec> specs, Traits traits) {
    List<FeatureSpec> nodes = new ArrayList<>();
    List<FeatureSpec> edges = new ArrayList<>();
    List<FeatureSpec> graphs = new ArrayList<>();
    List<FeatureSpec> outputs = new ArrayList<>();
    for (FeatureSpec spec : specs) {
      switch (spec.stage()) {
        case HINT -> {}
        case OUTPUT -> outputs.add(spec);
        case INPUT -> {
          if (isPointer(spec) && spec.location() != Location.NODE) {
            throw new IllegalArgumentException(
                "input " + spec.name() + ": only pointers of nodes can be encoded");
          }
          if (isPointer(spec) || spec.location() == Location.EDGE) {
            if (!spec.name().equals(Inputs.ADJACENCY)) {
              edges.add(spec);
            }
          } else {
            (spec.location() == Location.NODE ? nodes : graphs).add(spec);
          }
        }
      }
    }
    List<Growth> growth = nodes.stream().map(FeatureSpec::name).map(traits::growth).toList();
    return new Features(nodes, edges, graphs, outputs, growth, traits, 0);
  }

  /** Returns a copy that compares the nodes of an edge. */
  public Features withEdgeComparisons(int scales) {
    return new Features(nodeInputs, edgeInputs, graphInputs, outputs, growth, traits, scales);
  }

  /** Returns the comparisons of the nodes of an edge. */
  Comparisons edgeComparisons() {
    return new Comparisons(nodeInputs, graphInputs, edgeScales);
  }

  /** Returns the number of scalars of an edge: its inputs, then the comparisons. */
  public int edgeScalars() {
    return columns(edgeInputs) + edgeComparisons().columns();
  }

  /** Returns the number of columns of a feature. */
  public static int columns(FeatureSpec spec) {
    return spec.type() == Type.CATEGORICAL ? spec.classes() : 1;
  }

  /** Returns the total number of columns. */
  public static int columns(List<FeatureSpec> specs) {
    return specs.stream().mapToInt(Features::columns).sum();
  }

  /** Returns whether the values are nodes, one for each position. */
  public static boolean isPointer(FeatureSpec spec) {
    return switch (spec.type()) {
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER -> true;
      case SCALAR, MASK, MASK_ONE, CATEGORICAL -> false;
    };
  }
}
