// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.PairInputs;
import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.Linear;
import java.util.List;
import java.util.Optional;

/** Encodes the inputs of every pair, and precomputes their part in the processor's layers. */
final class PairEncoder implements Encoder {
  /** Nodes whose pairs one thread writes at a time when a team works on the graph. */
  private static final int GRAIN = 8;

  private final Program program;
  private final PairInputs inputs;
  private final Value raw;
  private final Value x;
  private final Value projections;
  private final Value pair;
  private final Value candidate;
  private final Value linear;

  PairEncoder(PairInputs inputs, PairLayers layers) {
    this.inputs = inputs;
    int d = layers.width();
    int c = layers.channels();
    ProgramBuilder b = Program.builder();
    raw = b.constant("pairs", Rows.NODE_PAIRS, inputs.columns());
    x = b.linear(raw, layers.inputs());
    projections = still(b, layers.projections(), d);
    pair = still(b, layers.hiddenLayer().pair(), 2 * d + c);
    candidate = still(b, layers.candidate(), c);
    linear = b.linear(List.of(x), List.of(layers.linear().rows(c, d)), Optional.empty());
    program = b.build();
  }

  /** Returns the X part of a layer, with the layer's bias. */
  private Value still(ProgramBuilder b, Linear layer, int firstRow) {
    return b.linear(
        List.of(x), List.of(layer.weight().rows(firstRow, x.cols())), Optional.of(layer.bias()));
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public void bind(Workspace w, Problem problem) {
    w.bind(problem.size());
    float[] values = w.array(Plane.VALUE);
    w.overRanges(
        problem.nodes(),
        GRAIN,
        (worker, from, to) -> inputs.write(problem, from, to, values, w.offset(raw)));
  }

  /** Returns X. */
  Value x() {
    return x;
  }

  Value projections() {
    return projections;
  }

  Value pair() {
    return pair;
  }

  Value candidate() {
    return candidate;
  }

  Value linear() {
    return linear;
  }
}
