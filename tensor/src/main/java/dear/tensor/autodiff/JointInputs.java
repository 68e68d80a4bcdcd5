// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.Products;
import dear.tensor.parameter.Parameter;
import java.util.Arrays;
import java.util.Optional;

/**
 * The inputs of a linear layer side by side: one product instead of several that add to each other,
 * so that each tile of the result is loaded and stored once. Its bits are the same.
 */
final class JointInputs {
  /** Rows to multiply at a time. */
  static final int ROWS = RowBlocks.ROWS;

  // Wider inputs have enough to do between loads and stores, and leave the first cache together.
  private static final int MOST_COLUMNS = 192;

  private final Workspace w;
  private final Products products;
  private final Value[] parts;
  private final PackedWeights weights;
  private final boolean active;
  private final Matrix[][] views;
  private final Matrix[] joint;

  private JointInputs(Workspace w, Value[] parts, Parameter.Block block) {
    this.w = w;
    this.products = w.kernels().products();
    this.parts = parts;
    this.weights = w.parameters().packed(block);
    this.active = Arrays.stream(parts).allMatch(Value::active);
    this.views = new Matrix[w.threads()][parts.length];
    this.joint = new Matrix[w.threads()];
    for (int worker = 0; worker < joint.length; worker++) {
      Arrays.setAll(views[worker], k -> new Matrix());
      float[] rows = w.kernels().blocks(Matrix.LINE_START + ROWS * block.in());
      joint[worker] = new Matrix(rows, Matrix.LINE_START, block.in());
    }
  }

  /** Joins several narrow inputs whose weights follow each other. */
  static Optional<JointInputs> of(Workspace w, Value[] parts, Parameter.Block[] blocks) {
    int columns = 0;
    boolean adjacent = parts.length > 1;
    for (Parameter.Block block : blocks) {
      adjacent &= block.offset() == blocks[0].offset() + columns * block.out();
      columns += block.in();
    }
    return adjacent && columns <= MOST_COLUMNS
        ? Optional.of(
            new JointInputs(
                w, parts, new Parameter.Block(blocks[0].offset(), columns, blocks[0].out())))
        : Optional.empty();
  }

  /** {@code out = first + [x₁ x₂ …]·W} for at most {@link #ROWS} rows. */
  void multiplyAdd(int worker, Plane plane, int from, int rows, Matrix first, Matrix out) {
    Matrix[] inputs = views[worker];
    for (int k = 0; k < parts.length; k++) {
      w.rows(worker, inputs[k], plane, parts[k], from);
    }
    products.sideBySide(rows, inputs, joint[worker]);
    products.multiplyAdd(rows, joint[worker], weights, first, out);
  }

  /** Whether all inputs have a tangent. */
  boolean active() {
    return active;
  }
}
