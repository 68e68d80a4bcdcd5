// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.reasoner.problem.Features;
import dear.tensor.autodiff.Plane;
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
 * Σ xₖ·Wₖ + bₖ over the inputs of one location as a single step: a bias is the weight of an input
 * that is always 1.
 *
 * @param inputs the xₖ
 * @param one the input that is 1 in all rows (for the basis of edges, in the first row)
 * @param sum the result
 */
record InputSum(List<Value> inputs, Value one, Value sum) {
  /** An input: its name and the number of its columns. */
  record Input(String name, int columns) {
    static List<Input> of(List<FeatureSpec> specs) {
      return specs.stream().map(it -> new Input(it.name(), Features.columns(it))).toList();
    }
  }

  /** Adds a layer {@code encoder.<name>} for each input, and their sum. */
  static InputSum in(
      ProgramBuilder b,
      ParameterLayout.Builder layout,
      List<Input> from,
      Rows rows,
      Value one,
      int width) {
    List<Value> inputs = new ArrayList<>();
    List<Value> parts = new ArrayList<>();
    List<Parameter.Block> blocks = new ArrayList<>();
    for (Input it : from) {
      Linear layer = layout.linear("encoder." + it.name(), it.columns(), width);
      Value x = b.constant(it.name(), rows, it.columns());
      inputs.add(x);
      parts.add(x);
      blocks.add(layer.weight().block());
      parts.add(one);
      blocks.add(layer.bias().block());
    }
    return new InputSum(List.copyOf(inputs), one, b.linear(parts, blocks, Optional.empty()));
  }

  /** Sets the inputs. */
  void bind(Workspace w, List<float[]> matrices) {
    if (matrices.size() != inputs.size()) {
      throw new IllegalArgumentException(
          "got %d inputs, but need %s".formatted(matrices.size(), inputs));
    }
    for (int k = 0; k < inputs.size(); k++) {
      w.set(inputs.get(k), matrices.get(k), 0);
    }
    w.fill(Plane.VALUE, one, 1);
  }

  /** Sets the inputs to the rows of an identity matrix, preceded by a row of zeros. */
  void bindToIdentity(Workspace w) {
    int row = 1;
    for (Value x : inputs) {
      w.fill(Plane.VALUE, x, 0);
      for (int c = 0; c < x.cols(); c++) {
        w.array(Plane.VALUE)[w.offset(x) + row * x.cols() + c] = 1;
        row++;
      }
    }
  }
}
