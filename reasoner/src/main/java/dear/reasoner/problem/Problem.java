// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Type;
import dear.tensor.autodiff.GraphSize;
import dear.tensor.message.InEdges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One instance as the network sees it. Immutable; any thread may read it.
 *
 * <p>There are two lists of edges: one along which messages flow, and one that answers refer to.
 * They are the same unless answers may refer to any pair of nodes, or to predecessors in a directed
 * graph.
 */
public final class Problem {
  private final EdgeList edges;
  private final EdgeList answers;
  private final InEdges inEdges;
  private final List<float[]> nodeInputs;
  private final List<float[]> graphInputs;
  private final List<Target> targets;
  private final int steps;

  /**
   * Creates a problem from its parts.
   *
   * @param edges the edges along which messages flow, with {@link Features#edgeScalars} scalars
   *     each
   * @param answers the edges that answers refer to, with the same scalars; may be the same list
   * @param nodeInputs a matrix for each of {@link Features#nodeInputs}, row by row
   * @param graphInputs a row for each of {@link Features#graphInputs}
   * @param targets one for each of {@link Features#outputs}
   * @param steps the number of steps the algorithm takes from its first snapshot to its last
   */
  public Problem(
      EdgeList edges,
      EdgeList answers,
      List<float[]> nodeInputs,
      List<float[]> graphInputs,
      List<Target> targets,
      int steps) {
    this(edges, answers, edges.inEdges(), nodeInputs, graphInputs, targets, steps);
  }

  private Problem(
      EdgeList edges,
      EdgeList answers,
      InEdges inEdges,
      List<float[]> nodeInputs,
      List<float[]> graphInputs,
      List<Target> targets,
      int steps) {
    if (edges.nodes() != answers.nodes() || edges.scalars() != answers.scalars()) {
      throw new IllegalArgumentException("messages and answers belong to different graphs");
    }
    this.edges = edges;
    this.answers = answers;
    this.inEdges = inEdges;
    this.nodeInputs = List.copyOf(nodeInputs);
    this.graphInputs = List.copyOf(graphInputs);
    this.targets = List.copyOf(targets);
    this.steps = Math.max(1, steps);
  }

  /** Returns a copy for an algorithm that takes the given number of steps. */
  public Problem withSteps(int count) {
    return new Problem(edges, answers, inEdges, nodeInputs, graphInputs, targets, count);
  }

  /**
   * Creates a problem from a solved instance, for training and scoring. Equal numbers are told
   * apart as in {@link #of(Features, Inputs, Wiring, AnswerScope)}; the targets are those of the
   * instance all the same.
   */
  public static Problem of(Features features, Instance instance, Wiring wiring, AnswerScope scope) {
    return of(features, instance.inputs(), Optional.of(instance), wiring, scope);
  }

  /**
   * Creates a problem from inputs whose answer is unknown. If only the order of some numbers
   * matters and some of them are equal, they become ranks, as {@link Ties} says.
   */
  public static Problem of(Features features, Inputs inputs, Wiring wiring, AnswerScope scope) {
    return of(features, inputs, Optional.empty(), wiring, scope);
  }

  private static Problem of(
      Features features,
      Inputs given,
      Optional<Instance> solved,
      Wiring wiring,
      AnswerScope scope) {
    Inputs inputs = Ties.apart(features.traits(), given);
    List<float[]> nodeInputs = nodeInputs(features, inputs);
    List<float[]> graphInputs =
        features.graphInputs().stream().map(it -> columns(inputs.feature(it.name()), 1)).toList();
    UnaryOperator<EdgeList> scalars =
        bare ->
            bare.with(
                features.edgeScalars(), scalars(features, inputs, bare, nodeInputs, graphInputs));
    EdgeList edges =
        scalars.apply(
            !inputs.hasGraph()
                ? EdgeList.of(Graph.complete(inputs.nodes()))
                : switch (wiring) {
                  case DIRECTED -> EdgeList.of(inputs.graph());
                  case BOTH_WAYS -> EdgeList.bothWays(inputs.graph());
                });
    EdgeList answers = inputs.hasGraph() ? answers(inputs.graph(), scope, edges, scalars) : edges;
    List<Target> targets = new ArrayList<>();
    for (FeatureSpec spec : features.outputs()) {
      targets.add(
          solved
              .map(it -> Target.of(it.output(spec.name()), inputs, answers))
              .orElseGet(() -> Target.unknown(spec, answers)));
    }
    int steps = solved.map(Instance::length).orElse(1) - 1;
    return new Problem(edges, answers, nodeInputs, graphInputs, targets, steps);
  }

  private static List<float[]> nodeInputs(Features features, Inputs inputs) {
    List<float[]> matrices = new ArrayList<>();
    for (int k = 0; k < features.nodeInputs().size(); k++) {
      FeatureSpec spec = features.nodeInputs().get(k);
      float[] matrix = columns(inputs.feature(spec.name()), inputs.nodes());
      double divisor = features.growth().get(k).divisor(inputs.nodes());
      for (int i = 0; i < matrix.length; i++) {
        matrix[i] = (float) (matrix[i] / divisor);
      }
      matrices.add(matrix);
    }
    return matrices;
  }

  /**
   * Returns the pairs of nodes that answers refer to. A pointer to a predecessor has the scalars of
   * the edge from there, which it runs against.
   */
  private static EdgeList answers(
      Graph graph, AnswerScope scope, EdgeList edges, UnaryOperator<EdgeList> scalars) {
    return switch (scope) {
      case EDGES -> edges;
      case PAIRS -> scalars.apply(EdgeList.of(Graph.complete(graph.nodes())));
      case PREDECESSORS -> {
        boolean same = edges.count() == graph.edges() && graph.oneWayEdge().isEmpty();
        yield same ? edges : scalars.apply(EdgeList.of(graph)).reversed();
      }
    };
  }

  /**
   * Returns the matrix of a feature of nodes or of the graph: one-hot for classes and masks of one.
   */
  private static float[] columns(Feature feature, int rows) {
    FeatureSpec spec = feature.spec();
    int columns = Features.columns(spec);
    float[] matrix = new float[rows * columns];
    if (spec.type() == Type.MASK_ONE) {
      matrix[feature.codes()[0]] = 1;
      return matrix;
    }
    for (int i = 0; i < rows; i++) {
      if (spec.isReal()) {
        matrix[i] = (float) feature.reals()[i];
      } else if (columns == 1) {
        matrix[i] = feature.codes()[i];
      } else {
        matrix[i * columns + feature.codes()[i]] = 1;
      }
    }
    return matrix;
  }

  /** Returns the scalars of edges: their inputs, then the comparisons of their nodes. */
  private static float[] scalars(
      Features features,
      Inputs inputs,
      EdgeList edges,
      List<float[]> nodeInputs,
      List<float[]> graphInputs) {
    int scalars = features.edgeScalars();
    float[] values = new float[edges.count() * scalars];
    int at = 0;
    for (FeatureSpec spec : features.edgeInputs()) {
      for (int e = 0; e < edges.count(); e++) {
        int row = edges.rows()[e];
        int column = edges.columns()[e];
        int cell = e * scalars + at;
        if (spec.name().equals(Inputs.WEIGHTS)) {
          values[cell] = (float) inputs.graph().weight(row, column);
        } else if (spec.location() == Location.NODE) {
          values[cell] = inputs.codes(spec.name())[row] == column ? 1 : 0;
        } else if (spec.isReal()) {
          values[cell] = (float) EdgeCells.real(inputs.feature(spec.name()), inputs, row, column);
        } else {
          throw new IllegalArgumentException(
              "input " + spec.name() + ": only scalars of edges can be encoded");
        }
      }
      at += Features.columns(spec);
    }
    Comparisons comparisons = features.edgeComparisons();
    for (int e = 0; e < edges.count() && comparisons.columns() > 0; e++) {
      int row = edges.rows()[e];
      int column = edges.columns()[e];
      comparisons.write(nodeInputs, graphInputs, row, column, values, e * scalars + at);
    }
    return values;
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return edges.nodes();
  }

  /** Returns the size for programs that pass messages. */
  public GraphSize size() {
    return new GraphSize(edges.nodes(), edges.count());
  }

  /** Returns the size for programs that decode answers. */
  public GraphSize answerSize() {
    return new GraphSize(answers.nodes(), answers.count());
  }

  /** Returns the edges along which messages flow. */
  public EdgeList edges() {
    return edges;
  }

  /** Returns the edges that answers refer to. */
  public EdgeList answers() {
    return answers;
  }

  /** Returns the edges along which messages flow, by receiver. */
  public InEdges inEdges() {
    return inEdges;
  }

  /** Returns a matrix for each input of nodes. */
  public List<float[]> nodeInputs() {
    return nodeInputs;
  }

  /** Returns a row for each input of the graph. */
  public List<float[]> graphInputs() {
    return graphInputs;
  }

  /** Returns the true answers, by output. */
  public List<Target> targets() {
    return targets;
  }

  /** Returns the number of steps of a rollout: that of the algorithm, at least one. */
  public int steps() {
    return steps;
  }
}
