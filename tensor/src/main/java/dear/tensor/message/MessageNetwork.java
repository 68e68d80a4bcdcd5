// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.ChosenProducts;
import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.NormParameters;
import dear.tensor.kernel.Norms;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.Products;

/**
 * The layers of a message and their parameters: {@code L2(relu(LN2(L1(relu(LN1(a))))))} and its
 * derivatives for a block of edges.
 *
 * <p>{@link MessageStage} puts the inputs of a block into {@code n} of the workspace's first norm,
 * or {@code nDot}, and takes the gradients of the inputs from {@code g1} or {@code g1Dot}.
 * Derivatives pass through the second linear layer only in the channels that an edge of the {@link
 * WinnerBlock} has won.
 */
final class MessageNetwork {
  private final Products products;
  private final ChosenProducts chosen;
  private final Norms norms;
  private final Elements elements;
  private final MessageLayout layout;
  private final int width;
  private final float[] p;
  private final NormParameters norm1;
  private final NormParameters norm2;
  private final Matrix weight1;
  private final Matrix weight2;
  private final Matrix bias1;
  private final Matrix bias2;
  private final Matrix second;
  private final PackedWeights w1;
  private final PackedWeights w1Back;
  private final PackedWeights w2;

  MessageNetwork(Kernels kernels, int width) {
    this.width = width;
    products = kernels.products();
    chosen = kernels.chosenProducts();
    norms = kernels.norms();
    elements = kernels.elements();
    layout = MessageLayout.contiguous(width, 0);
    p = new float[layout.size()];
    norm1 = norm(layout.first());
    norm2 = norm(layout.second());
    weight1 = new Matrix(p, layout.first().weight(), width);
    weight2 = new Matrix(p, layout.second().weight(), width);
    bias1 = Matrix.repeated(p, layout.first().bias(), width);
    bias2 = Matrix.repeated(p, layout.second().bias(), width);
    second = new Matrix(new float[width * width], 0, width);
    w1 = products.packed(width, width);
    w1Back = products.packed(width, width);
    w2 = products.packed(width, width);
  }

  private NormParameters norm(MessageLayout.Layer layer) {
    return new NormParameters(p, layer.scale(), layer.offset(), width, true);
  }

  /** Copies and packs the parameters. */
  void load(float[] parameters, MessageLayout from) {
    if (from.width() != width) {
      throw new IllegalArgumentException(
          "parameters of width " + from.width() + " given to a message stage of width " + width);
    }
    from.copy(parameters, p, layout);
    w1.pack(weight1);
    w1Back.packTransposed(weight1);
    w2.pack(weight2);
    for (int in = 0; in < width; in++) {
      for (int out = 0; out < width; out++) {
        second.data()[second.row(out) + in] = p[weight2.row(in) + out];
      }
    }
  }

  /** The messages of a block of any edges, from {@code n} to {@code n}, without L2's bias. */
  void messages(int rows, MessageWorkspace work) {
    Matrix n1 = work.norm1.n();
    Matrix n2 = work.norm2.n();
    norms.inPlace(rows, n1, norm1);
    products.multiplySparse(rows, n1, w1, bias1, work.sparse, n2);
    norms.inPlace(rows, n2, norm2);
    products.multiplySparse(rows, n2, w2, work.sparse, n1);
  }

  /** Adds the bias of L2 to a row of maxima. */
  void addBias(Matrix m) {
    elements.axpy(width, 1, bias2, m);
  }

  /** The values of a block of winners from {@code n} up to {@code p2}. */
  void values(MessageWorkspace work) {
    int rows = work.winners.rows;
    norms.forward(rows, work.norm1.n(), norm1, work.norm1, work.p1);
    products.multiplySparse(rows, work.p1, w1, bias1, work.sparse, work.norm2.n());
    norms.forward(rows, work.norm2.n(), norm2, work.norm2, work.p2);
  }

  /** The tangents of a block of winners from {@code nDot} up to {@code p2Dot}. */
  void tangents(MessageWorkspace work) {
    int rows = work.winners.rows;
    norms.tangent(rows, work.norm1.nDot(), norm1, work.norm1, work.p1Dot);
    products.multiplySparse(rows, work.p1Dot, w1, work.sparse, work.norm2.nDot());
    norms.tangent(rows, work.norm2.nDot(), norm2, work.norm2, work.p2Dot);
  }

  /** Through L2: the tangents of the channels that the block has won. */
  void tangentsOfMaxima(Matrix mDot, MessageWorkspace work) {
    chosen.dot(work.winners.channels, work.p2Dot, second, mDot);
  }

  /** The gradient of the bias of L2, from a row of the maxima's. */
  void addBiasGradient(Matrix gM, MessageGradients sums) {
    products.columnSums(1, gM, sums.bias2);
  }

  /** The gradients of a block of winners down to {@code g1}, and those of the parameters. */
  void gradients(Matrix gM, MessageGradients sums, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    chosen.combine(block.channels, gM, second, work.gP2);
    chosen.add(block.channels, gM, work.p2, sums.weight2);
    throughNorms(work, sums.sums);
    products.weightGradient(block.rows, work.p1, work.g2, sums.weight1);
    products.columnSums(block.rows, work.g2, sums.bias1);
    throughFirstNorm(work, sums.sums);
  }

  /** The gradients of a block of winners down to {@code g1}, without those of parameters. */
  void gradientsOfInputs(Matrix gM, MessageWorkspace work) {
    pull(gM, work);
    throughFirstNorm(work, work.sink);
  }

  /** The tangents of what {@link #gradients} computes. */
  void gradientTangents(Matrix gM, Matrix gMDot, MessageGradients sumsDot, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    int rows = block.rows;
    float[] dp = sumsDot.sums;
    Matrix g1Dot = work.g1Dot;
    Matrix g2Dot = work.g2Dot;
    pull(gM, work);
    chosen.combine(block.channels, gMDot, second, g2Dot);
    chosen.addTwo(block.channels, gMDot, work.p2, gM, work.p2Dot, sumsDot.weight2);
    norms.backwardTangent(rows, work.gP2, g2Dot, norm2, work.norm2, dp, g2Dot, false);
    products.weightGradient(rows, work.p1, g2Dot, sumsDot.weight1);
    products.weightGradient(rows, work.p1Dot, work.g2, sumsDot.weight1);
    products.columnSums(rows, g2Dot, sumsDot.bias1);
    products.multiply(rows, g2Dot, w1Back, g1Dot);
    norms.backwardTangent(rows, work.gP1, g1Dot, norm1, work.norm1, dp, g1Dot, false);
  }

  /** The gradients of a block of winners down to {@code gP1}, without those of parameters. */
  private void pull(Matrix gM, MessageWorkspace work) {
    if (work.holdsGradients()) {
      return;
    }
    chosen.combine(work.winners.channels, gM, second, work.gP2);
    throughNorms(work, work.sink);
  }

  /** Back through LN2 and through L1. */
  private void throughNorms(MessageWorkspace work, float[] sums) {
    int rows = work.winners.rows;
    norms.backward(rows, work.gP2, norm2, work.norm2, sums, work.g2, false);
    products.multiply(rows, work.g2, w1Back, work.gP1);
  }

  /** Back through LN1. */
  private void throughFirstNorm(MessageWorkspace work, float[] sums) {
    norms.backward(work.winners.rows, work.gP1, norm1, work.norm1, sums, work.g1, false);
  }
}
