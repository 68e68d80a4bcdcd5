// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A list of operations over named matrices; immutable and shared by all threads.
 *
 * <p>Built once for a model, in the order of computation, so that the backward pass is the same
 * list in reverse. Row counts are bound graph by graph in a {@link Workspace}. There is no
 * recording at run time: a tape that is rewritten for each graph allocates, while a tape that is
 * written once cannot be wrong only sometimes.
 */
public final class Program {
  private final List<Value> values;
  private final List<Index> indices;
  private final List<Edges> edges;
  private final List<Node> nodes;
  private final Set<Value> dropped;

  /** An operation and the matrix that it computes. */
  record Node(Value output, List<Value> inputs, Step.Factory factory) {}

  Program(List<Value> values, List<Index> indices, List<Edges> edges, List<Node> nodes) {
    this(values, indices, edges, nodes, Set.of());
  }

  private Program(
      List<Value> values,
      List<Index> indices,
      List<Edges> edges,
      List<Node> nodes,
      Set<Value> dropped) {
    this.values = List.copyOf(values);
    this.indices = List.copyOf(indices);
    this.edges = List.copyOf(edges);
    this.nodes = List.copyOf(nodes);
    this.dropped = Set.copyOf(dropped);
  }

  /** Starts a program. */
  public static ProgramBuilder builder() {
    return new ProgramBuilder();
  }

  /** A workspace to run it in, for one thread. */
  public Workspace workspace(Parameters parameters) {
    return workspace(parameters, Optional.empty(), Places.own(this));
  }

  /** Workspaces to run it in several times in a row, for one thread. */
  public Repetitions repetitions(Parameters parameters) {
    return new Repetitions(this, parameters);
  }

  /**
   * A workspace in which a team works on one graph, for when there are fewer graphs than threads.
   * Passes must be called by one thread, and not from a task of the same team.
   */
  public Workspace workspace(Parameters parameters, Workers workers) {
    return workspace(parameters, Optional.of(workers), Places.own(this));
  }

  /**
   * A workspace for forward passes only. Values share memory once their last reader is done, and
   * only inputs and results, which no step reads, can be read after a pass.
   */
  public Workspace evaluation(Parameters parameters, Optional<Workers> workers) {
    return workspace(parameters, workers, Places.shared(this));
  }

  private Workspace workspace(Parameters parameters, Optional<Workers> workers, Places places) {
    return new Workspace(this, parameters, workers, places, Optional.empty());
  }

  /**
   * The part of this program that computes some values, which become its results. It has all inputs
   * of the whole, needed or not; values that it does not compute have no rows in it.
   */
  public Program leadingTo(List<Value> results) {
    Set<Value> needed = new HashSet<>(results);
    Set<Value> without = new HashSet<>(dropped);
    List<Node> steps = new ArrayList<>();
    for (Node node : nodes.reversed()) {
      if (needed.contains(node.output())) {
        needed.addAll(node.inputs());
        steps.add(node);
      } else {
        without.add(node.output());
      }
    }
    return new Program(values, indices, edges, steps.reversed(), without);
  }

  /** The number of rows of a value in a graph of some size. */
  int rows(Value value, GraphSize size) {
    return dropped.contains(value) ? 0 : value.rows().count(size);
  }

  List<Value> values() {
    return values;
  }

  List<Index> indices() {
    return indices;
  }

  List<Edges> edges() {
    return edges;
  }

  List<Node> nodes() {
    return nodes;
  }
}
