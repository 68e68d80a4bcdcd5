// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.Products;
import dear.tensor.parameter.Parameter;

/**
 * Rows of a linear layer's inputs and of its output's cotangents whose product, the gradient of the
 * weights, is still to be added. An element of that gradient is one sum over all rows in their
 * order, so its bits do not depend on how many rows are added at a time.
 */
final class PendingRows {
  /** As many as the kernel takes in one sweep. */
  private static final int MOST = RowBlocks.ROWS;

  private final Products products;
  private final Value[] parts;
  private final Parameter.Block[] blocks;
  private final Value y;
  private final Matrix[] inputs;
  private final Matrix outputs;
  private final Matrix gradient = new Matrix();
  private float[] target = {};
  private int count;

  PendingRows(Products products, Value[] parts, Parameter.Block[] blocks, Value y) {
    this.products = products;
    this.parts = parts;
    this.blocks = blocks;
    this.y = y;
    this.inputs = new Matrix[parts.length];
    for (int k = 0; k < parts.length; k++) {
      inputs[k] = rows(parts[k]);
    }
    this.outputs = rows(y);
  }

  private static Matrix rows(Value value) {
    return new Matrix(new float[MOST * value.cols()], 0, value.cols());
  }

  /** Takes in some rows of a run, at most {@link #MOST}. */
  @SuppressWarnings("ReferenceEquality") // the same array, not one with the same numbers
  void take(Workspace w, int from, int to) {
    int rows = to - from;
    if (count + rows > MOST || target != w.gradients()) {
      add();
      target = w.gradients();
    }
    for (int k = 0; k < parts.length; k++) {
      copy(w, Plane.VALUE, parts[k], from, rows, inputs[k]);
    }
    copy(w, Plane.COTANGENT, y, from, rows, outputs);
    count += rows;
  }

  private void copy(Workspace w, Plane plane, Value value, int from, int rows, Matrix into) {
    int cols = value.cols();
    System.arraycopy(
        w.array(plane), w.offset(value) + from * cols, into.data(), into.row(count), rows * cols);
  }

  /** Adds them to the gradient. */
  void add() {
    for (int k = 0; k < parts.length && count > 0; k++) {
      gradient.set(target, blocks[k].offset(), blocks[k].out());
      products.weightGradient(count, inputs[k], outputs, gradient);
    }
    count = 0;
  }
}
