// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.trait.InputForm;
import dear.web.http.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads an instance: {@code sample} to draw one, {@code numbers}, a {@code graph}, or {@code
 * inputs} by name.
 *
 * @param algorithm the algorithm of the instance
 * @param mostNodes the limit on nodes
 */
record QuestionReader(Algorithm algorithm, int mostNodes) {
  static final String[] FORMS = {"sample", "numbers", "graph", "inputs"};

  /** Larger weights and numbers are meaningless to a network trained on [0, 1]. */
  private static final double MOST = 1e6;

  private static final double LEAST_WEIGHT = 1e-6;

  Inputs read(Field parent) {
    Optional<Field> sample = parent.find("sample");
    Optional<Field> numbers = parent.find("numbers");
    Optional<Field> graph = parent.find("graph");
    Optional<Field> inputs = parent.find("inputs");
    List<Field> given = new ArrayList<>();
    sample.ifPresent(given::add);
    numbers.ifPresent(given::add);
    graph.ifPresent(given::add);
    inputs.ifPresent(given::add);
    if (given.size() != 1) {
      throw parent.refuse("must have exactly one of " + String.join(", ", FORMS));
    }
    Shape shape = Shape.of(algorithm);
    try {
      if (sample.isPresent()) {
        return sample(sample.get(), shape);
      }
      if (numbers.isPresent()) {
        return numbers(numbers.get(), shape);
      }
      return graph.isPresent() ? graph(graph.get(), shape) : inputs(inputs.orElseThrow(), shape);
    } catch (IllegalArgumentException e) {
      throw given.getFirst().refuse(String.valueOf(e.getMessage()));
    }
  }

  private Inputs sample(Field field, Shape shape) {
    field.only("nodes", "seed", "density");
    int nodes = field.get("nodes").whole(shape.leastNodes(), mostNodes);
    int seed = field.find("seed").map(it -> it.whole(0, Integer.MAX_VALUE)).orElse(1);
    SamplerOptions options = SamplerOptions.DEFAULT;
    Optional<Field> density = field.find("density");
    if (density.isPresent()) {
      options = options.withEdgeProbabilities(List.of(density.get().number(0, 1)));
    }
    Inputs drawn =
        algorithm.samples(seed).split("playground").size(nodes).options(options).inputs(0);
    if (drawn.nodes() > mostNodes) { // some samplers draw more than requested
      throw field
          .get("nodes")
          .refuse("gives an instance of more than %d nodes".formatted(mostNodes));
    }
    return drawn;
  }

  private Inputs numbers(Field field, Shape shape) {
    if (shape.kind() != Shape.Kind.NUMBERS) {
      throw field.refuse(algorithm + " does not take numbers");
    }
    boolean sizes = algorithm.traits().input() instanceof InputForm.MatrixSizes;
    double least = sizes ? LEAST_WEIGHT : -MOST;
    double[] numbers =
        field.list(2, mostNodes).stream().mapToDouble(it -> it.number(least, MOST)).toArray();
    return algorithm.inputs(numbers);
  }

  private Inputs inputs(Field field, Shape shape) {
    if (shape.kind() == Shape.Kind.GRAPH) {
      throw field.refuse(algorithm + " takes a graph");
    }
    return new FeatureReader(algorithm, mostNodes).read(field);
  }

  private Inputs graph(Field field, Shape shape) {
    if (shape.kind() != Shape.Kind.GRAPH) {
      throw field.refuse(algorithm + " does not take a graph");
    }
    field.only("nodes", "edges", "source");
    int nodes = field.get("nodes").whole(1, mostNodes);
    Graph.Builder builder = Graph.builder(nodes);
    Set<Long> seen = new HashSet<>();
    for (Field edge : field.get("edges").list(0, mostNodes * mostNodes)) {
      List<Field> parts = edge.list(3, 3);
      int from = parts.get(0).whole(0, nodes - 1);
      int to = parts.get(1).whole(0, nodes - 1);
      double weight = parts.get(2).number(LEAST_WEIGHT, MOST);
      boolean swapped = !shape.directed() && from > to;
      if (!seen.add(swapped ? (long) to * nodes + from : (long) from * nodes + to)) {
        throw edge.refuse("is a duplicate; give each edge once");
      }
      if (shape.directed()) {
        builder.edge(from, to, weight);
      } else {
        builder.undirected(from, to, weight);
      }
    }
    Inputs.Builder inputs = Inputs.builder(algorithm.features(), builder.build());
    Optional<Field> source = field.find("source");
    if (shape.source()) {
      inputs.codes("s", source.map(it -> it.whole(0, nodes - 1)).orElse(0));
    } else if (source.isPresent()) {
      throw source.get().refuse(algorithm + " has no source");
    }
    return inputs.build();
  }
}
