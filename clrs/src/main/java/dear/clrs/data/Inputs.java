// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The inputs of an algorithm: the number of nodes, the graph if there is one, and the input
 * features in the order of the specification. The features {@code A} and {@code adj} of CLRS-30 are
 * the graph and are not stored twice.
 */
public final class Inputs {
  /** The weights of the graph's edges. */
  public static final String WEIGHTS = "A";

  /** The edges of the graph, self-loops included. */
  public static final String ADJACENCY = "adj";

  /** The position of a node in its sequence. */
  public static final String POSITION = "pos";

  private final int nodes;
  private final Optional<Graph> graph;
  private final List<Feature> features;

  private Inputs(int nodes, Optional<Graph> graph, List<Feature> features) {
    this.nodes = nodes;
    this.graph = graph;
    this.features = features;
  }

  /** Starts the inputs of an algorithm without a graph. */
  public static Builder builder(List<FeatureSpec> specs, int nodes) {
    return new Builder(specs, nodes, Optional.empty());
  }

  /** Starts the inputs of a graph algorithm. */
  public static Builder builder(List<FeatureSpec> specs, Graph graph) {
    return new Builder(specs, graph.nodes(), Optional.of(graph));
  }

  /** The number of nodes. */
  public int nodes() {
    return nodes;
  }

  /** Whether the algorithm works on a graph; otherwise all nodes see each other. */
  public boolean hasGraph() {
    return graph.isPresent();
  }

  /** The graph of a graph algorithm. */
  public Graph graph() {
    return graph.orElseThrow(() -> new IllegalStateException("this algorithm has no graph"));
  }

  /** The number of edges that sparse edge features have values for. */
  public int edges() {
    return graph.map(Graph::edges).orElse(0);
  }

  /** The stored features, in the order of the specification. */
  public List<Feature> features() {
    return features;
  }

  /** The feature with this name. */
  public Feature feature(String name) {
    for (Feature feature : features) {
      if (feature.name().equals(name)) {
        return feature;
      }
    }
    throw new IllegalArgumentException("no input \"" + name + "\" here");
  }

  /** The real numbers of a scalar input. */
  public double[] reals(String name) {
    return feature(name).reals();
  }

  /** The integers of an input that is not scalar. */
  public int[] codes(String name) {
    return feature(name).codes();
  }

  /** These inputs with one feature replaced or, at the end, added. */
  public Inputs with(Feature replacement) {
    List<Feature> changed = new ArrayList<>(features);
    for (int i = 0; i < changed.size(); i++) {
      if (changed.get(i).name().equals(replacement.name())) {
        changed.set(i, replacement);
        return new Inputs(nodes, graph, List.copyOf(changed));
      }
    }
    changed.add(replacement);
    return new Inputs(nodes, graph, List.copyOf(changed));
  }

  /** These inputs with other weights of the same edges, one for each. */
  public Inputs withWeights(double[] weights) {
    Graph same = graph();
    Graph changed = Graph.ofSorted(nodes, same.rowStart(), same.columns(), weights);
    return new Inputs(nodes, Optional.of(changed), features);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Inputs that
        && nodes == that.nodes
        && graph.equals(that.graph)
        && features.equals(that.features);
  }

  @Override
  public int hashCode() {
    return 31 * graph.hashCode() + features.hashCode();
  }

  @Override
  public String toString() {
    return nodes + " nodes, " + graph.map(g -> g + ", ").orElse("") + features;
  }

  /** Collects input features and checks them against their specification. */
  public static final class Builder {
    private final List<FeatureSpec> specs;
    private final int nodes;
    private final Optional<Graph> graph;
    private final List<Feature> given = new ArrayList<>();

    private Builder(List<FeatureSpec> specs, int nodes, Optional<Graph> graph) {
      if (nodes < 1) {
        throw new IllegalArgumentException("at least one node is needed, not " + nodes);
      }
      this.specs = specs;
      this.nodes = nodes;
      this.graph = graph;
    }

    /** Sets a scalar feature. */
    public Builder reals(String name, double... values) {
      FeatureSpec spec = spec(name, values.length);
      for (double value : values) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException("input " + name + ": " + value + " is not finite");
        }
      }
      given.add(Feature.of(spec, values.length, values));
      return this;
    }

    /** Sets a feature of any other type. */
    public Builder codes(String name, int... values) {
      FeatureSpec spec = spec(name, values.length);
      int first = 0;
      int last =
          switch (spec.type()) {
            case MASK -> 1;
            case CATEGORICAL -> spec.classes() - 1;
            case MASK_ONE, POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER -> nodes - 1;
            case SCALAR -> throw new IllegalArgumentException(name + " takes real numbers");
          };
      for (int value : values) {
        if (value < first || value > last) {
          throw new IllegalArgumentException(
              "input %s: %d is not in %d to %d".formatted(name, value, first, last));
        }
      }
      given.add(Feature.of(spec, values.length, values));
      return this;
    }

    /** The inputs; a missing {@code pos} is filled with i / nodes, anything else is an error. */
    public Inputs build() {
      List<Feature> ordered = new ArrayList<>();
      for (FeatureSpec spec : specs) {
        if (spec.stage() != Stage.INPUT) {
          continue;
        }
        if (spec.name().equals(WEIGHTS) || spec.name().equals(ADJACENCY)) {
          if (graph.isEmpty()) {
            throw new IllegalArgumentException("input " + spec.name() + " is missing: the graph");
          }
          continue;
        }
        ordered.add(find(spec));
      }
      return new Inputs(nodes, graph, List.copyOf(ordered));
    }

    private Feature find(FeatureSpec spec) {
      for (Feature feature : given) {
        if (feature.spec().equals(spec)) {
          return feature;
        }
      }
      if (spec.name().equals(POSITION)) {
        return Feature.of(spec, nodes, ramp(nodes));
      }
      throw new IllegalArgumentException("input " + spec.name() + " is missing");
    }

    private FeatureSpec spec(String name, int length) {
      for (FeatureSpec spec : specs) {
        if (spec.name().equals(name) && spec.stage() == Stage.INPUT) {
          if (given.stream().anyMatch(f -> f.name().equals(name))) {
            throw new IllegalArgumentException("input " + name + " is given twice");
          }
          int size = spec.size(nodes, graph.map(Graph::edges).orElse(0));
          if (length != size) {
            throw new IllegalArgumentException(
                "input %s needs %d values for %d nodes, not %d"
                    .formatted(name, size, nodes, length));
          }
          return spec;
        }
      }
      throw new IllegalArgumentException("no input \"" + name + "\" in this algorithm");
    }
  }

  /** The regular positions i / n. */
  public static double[] ramp(int n) {
    double[] positions = new double[n];
    Arrays.setAll(positions, i -> (double) i / n);
    return positions;
  }
}
