// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Features;
import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.ParameterLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Maps the inputs to everything that stays constant while the processor runs.
 *
 * <p>Each input has its own linear layer, and the results are summed: u at the nodes, e at the
 * edges (as {@link EdgeTerms}), g at the graph.
 *
 * <p>The processor's projections of [u ; h] are sums of a part that depends on h and one that does
 * not. The latter, with all biases that can be included, is computed here, once for all
 * evaluations; W′ are the rows of W that multiply u.
 *
 * <pre>
 * receivers = u·W_i′ + b_i + g·W_g + b_g     senders = u·W_j′ + b_j     terms = basis·W_e + b_e
 * readout   = u·U₁′ + both biases            gate = u·G₁′ + both biases
 * path: senders = u·V_j′ + b                 terms = basis·V_e + b
 * </pre>
 */
final class NodeEncoder implements Encoder {
  private final Program program;
  private final InputSum nodes;
  private final Optional<InputSum> edges;
  private final Optional<InputSum> graph;
  private final EdgeTerms edgeTerms;
  private final Value nodeOnes;
  private final Value receivers;
  private final Value senders;
  private final Value terms;
  private final Value readout;
  private final Value gate;
  private final Optional<Path> path;

  /** What the linear path takes from the encoder. */
  record Path(Value senders, Value terms) {}

  NodeEncoder(Features features, int width, ParameterLayout.Builder layout, NodeLayers layers) {
    ProgramBuilder b = Program.builder();
    nodeOnes = b.constant("ones", Rows.NODES, 1);
    nodes =
        InputSum.in(
            b, layout, InputSum.Input.of(features.nodeInputs()), Rows.NODES, nodeOnes, width);
    int scalars = features.edgeScalars();
    Value firstRow = EdgeTerms.firstRow(b, scalars);
    edges =
        scalars == 0
            ? Optional.empty()
            : Optional.of(
                InputSum.in(b, layout, ofEdges(features), firstRow.rows(), firstRow, width));
    edgeTerms = new EdgeTerms(firstRow, edges.map(InputSum::sum));
    if (features.graphInputs().isEmpty()) {
      graph = Optional.empty();
    } else {
      Value one = b.constant("one", Rows.GRAPH, 1);
      graph =
          Optional.of(
              InputSum.in(
                  b, layout, InputSum.Input.of(features.graphInputs()), Rows.GRAPH, one, width));
    }

    NodeLayers.Message message = layers.message();
    Value still = project(b, message.receiver(), message.graph().bias());
    receivers = graph.map(g -> b.addRow(still, weigh(b, g.sum(), message.graph()))).orElse(still);
    senders = projectAlone(b, message.sender());
    terms = edgeTerms.project(b, message.edge());
    readout = project(b, layers.readout().state(), layers.readout().message().bias());
    gate = project(b, layers.gate().state(), layers.gate().message().bias());
    path =
        layers
            .path()
            .map(it -> new Path(projectAlone(b, it.sender()), edgeTerms.project(b, it.edge())));
    program = b.build();
  }

  private static List<InputSum.Input> ofEdges(Features features) {
    List<InputSum.Input> inputs = new ArrayList<>(InputSum.Input.of(features.edgeInputs()));
    int comparisons = features.edgeScalars() - Features.columns(features.edgeInputs());
    if (comparisons > 0) {
      inputs.add(new InputSum.Input("comparisons", comparisons));
    }
    return inputs;
  }

  /**
   * Returns the u part of a layer of [u ; h], with its bias and another bias that belongs to the
   * same sum.
   */
  private Value project(ProgramBuilder b, Linear layer, Parameter otherBias) {
    Value u = nodes.sum();
    return b.linear(
        List.of(u, nodeOnes),
        List.of(layer.weight().rows(0, u.cols()), otherBias.block()),
        Optional.of(layer.bias()));
  }

  /** Returns the u part of a layer of [u ; h], with its bias. */
  private Value projectAlone(ProgramBuilder b, Linear layer) {
    return b.linear(
        List.of(nodes.sum()),
        List.of(layer.weight().rows(0, nodes.sum().cols())),
        Optional.of(layer.bias()));
  }

  private static Value weigh(ProgramBuilder b, Value x, Linear layer) {
    return b.linear(List.of(x), List.of(layer.weight().block()), Optional.empty());
  }

  @Override
  public void bind(Workspace w, Problem problem) {
    w.bind(problem.size());
    nodes.bind(w, problem.nodeInputs());
    edgeTerms.bind(w);
    edges.ifPresent(it -> it.bindToIdentity(w));
    graph.ifPresent(it -> it.bind(w, problem.graphInputs()));
    w.fill(Plane.VALUE, nodeOnes, 1);
  }

  @Override
  public Program program() {
    return program;
  }

  /** Returns the encoded nodes. */
  Value u() {
    return nodes.sum();
  }

  /** Returns the basis of the encoded edges. */
  Optional<Value> basis() {
    return edgeTerms.basis();
  }

  /** Returns the encoded graph. */
  Optional<Value> g() {
    return graph.map(InputSum::sum);
  }

  Value receivers() {
    return receivers;
  }

  Value senders() {
    return senders;
  }

  Value terms() {
    return terms;
  }

  Value readout() {
    return readout;
  }

  Value gate() {
    return gate;
  }

  Optional<Path> path() {
    return path;
  }
}
