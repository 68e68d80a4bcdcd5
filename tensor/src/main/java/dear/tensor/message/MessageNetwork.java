package dear.tensor.message;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.PackedWeights;

/**
 * The layers of a message and their parameters: {@code L2(relu(LN2(L1(relu(LN1(a))))))} and its
 * derivatives for a block of edges.
 *
 * <p>{@link MessageStage} puts the inputs of a block into {@code n1} or {@code n1Dot} of the
 * workspace and takes the gradients of the inputs from {@code g1} or {@code g1Dot}. Derivatives
 * pass the second linear layer in the channels that an edge of the {@link WinnerBlock} has won.
 */
final class MessageNetwork {
  private final Kernels kernels;
  private final MessageLayout layout;
  private final int width;
  private final float[] p;
  private final float[] second;
  private final PackedWeights w1;
  private final PackedWeights w1Back;
  private final PackedWeights w2;

  MessageNetwork(Kernels kernels, int width) {
    this.kernels = kernels;
    this.width = width;
    layout = MessageLayout.contiguous(width, 0);
    p = new float[layout.size()];
    second = new float[width * width];
    w1 = kernels.packed(width, width);
    w1Back = kernels.packed(width, width);
    w2 = kernels.packed(width, width);
  }

  /** Copies and packs the parameters. */
  void load(float[] parameters, MessageLayout from) {
    if (from.width() != width) {
      throw new IllegalArgumentException(
          "parameters of width " + from.width() + " given to a message stage of width " + width);
    }
    from.copy(parameters, p, layout);
    kernels.pack(p, layout.weight1(), width, w1);
    kernels.packTransposed(p, layout.weight1(), width, w1Back);
    kernels.pack(p, layout.weight2(), width, w2);
    for (int in = 0; in < width; in++) {
      for (int out = 0; out < width; out++) {
        second[out * width + in] = p[layout.weight2() + in * width + out];
      }
    }
  }

  /** The messages of a block of any edges, from {@code n1} to {@code n1}, without L2's bias. */
  void messages(int rows, MessageWorkspace work) {
    kernels.layerNormInPlace(
        rows, width, work.n1, 0, work.step, p, layout.scale1(), layout.offset1(), true);
    kernels.multiplySparse(
        rows, work.n1, 0, work.step, w1, p, layout.bias1(), work.sparse, work.n2, 0, work.step);
    kernels.layerNormInPlace(
        rows, width, work.n2, 0, work.step, p, layout.scale2(), layout.offset2(), true);
    kernels.multiplySparse(rows, work.n2, 0, work.step, w2, work.sparse, work.n1, 0, work.step);
  }

  /** Adds the bias of L2 to a row of maxima. */
  void addBias(float[] m, int at) {
    kernels.axpy(width, 1, p, layout.bias2(), m, at);
  }

  /** The values of a block of winners from {@code n1} up to {@code p2}. */
  void values(MessageWorkspace work) {
    int rows = work.winners.rows;
    kernels.layerNorm(
        rows,
        width,
        work.n1,
        work.at,
        work.step,
        p,
        layout.scale1(),
        layout.offset1(),
        true,
        work.n1,
        work.at,
        work.step,
        work.inv1,
        work.invAt,
        work.p1,
        work.at,
        work.step);
    kernels.multiplySparse(
        rows,
        work.p1,
        work.at,
        work.step,
        w1,
        p,
        layout.bias1(),
        work.sparse,
        work.n2,
        work.at,
        work.step);
    kernels.layerNorm(
        rows,
        width,
        work.n2,
        work.at,
        work.step,
        p,
        layout.scale2(),
        layout.offset2(),
        true,
        work.n2,
        work.at,
        work.step,
        work.inv2,
        work.invAt,
        work.p2,
        work.at,
        work.step);
  }

  /** The tangents of a block of winners from {@code n1Dot} up to {@code p2Dot}. */
  void tangents(MessageWorkspace work) {
    int rows = work.winners.rows;
    kernels.layerNormTangent(
        rows,
        width,
        work.n1Dot,
        work.at,
        work.step,
        p,
        layout.scale1(),
        layout.offset1(),
        true,
        work.n1,
        work.at,
        work.step,
        work.inv1,
        work.invAt,
        work.n1Dot,
        work.at,
        work.step,
        work.inv1Dot,
        work.invAt,
        work.p1Dot,
        work.at,
        work.step);
    kernels.multiplySparse(
        rows, work.p1Dot, work.at, work.step, w1, work.sparse, work.n2Dot, work.at, work.step);
    kernels.layerNormTangent(
        rows,
        width,
        work.n2Dot,
        work.at,
        work.step,
        p,
        layout.scale2(),
        layout.offset2(),
        true,
        work.n2,
        work.at,
        work.step,
        work.inv2,
        work.invAt,
        work.n2Dot,
        work.at,
        work.step,
        work.inv2Dot,
        work.invAt,
        work.p2Dot,
        work.at,
        work.step);
  }

  /** Through L2: the tangents of the channels that the block has won. */
  void tangentsOfMaxima(Rows mDot, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; row++) {
      kernels.dotChosen(
          block.channels(row),
          block.channel,
          block.channelStart[row],
          width,
          work.p2Dot,
          work.at + row * work.step,
          second,
          0,
          mDot.data(),
          mDot.row(block.receiver[row]));
    }
  }

  /** The gradient of the bias of L2, from a row of the maxima's. */
  void addBiasGradient(Rows gM, int row, MessageGradients sums) {
    kernels.columnSums(1, width, gM.data(), gM.row(row), gM.step(), sums.sums, layout.bias2());
  }

  /** The gradients of a block of winners down to {@code g1}, and those of the parameters. */
  void gradients(Rows gM, MessageGradients sums, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    throughSecond(gM, work.gP2, work.at, work);
    addSecondGradient(gM, work.p2, sums, work);
    throughNorms(work, sums.sums);
    kernels.weightGradient(
        block.rows,
        width,
        width,
        work.p1,
        work.at,
        work.step,
        work.g2,
        work.at,
        work.step,
        sums.sums,
        layout.weight1(),
        width);
    kernels.columnSums(block.rows, width, work.g2, work.at, work.step, sums.sums, layout.bias1());
    throughFirstNorm(work, sums.sums);
  }

  /** The gradients of a block of winners down to {@code g1}, without those of parameters. */
  void gradientsOfInputs(Rows gM, MessageWorkspace work) {
    pull(gM, work);
    throughFirstNorm(work, work.sink);
  }

  /** The tangents of what {@link #gradients} computes. */
  void gradientTangents(Rows gM, Rows gMDot, MessageGradients sumsDot, MessageWorkspace work) {
    int rows = work.winners.rows;
    pull(gM, work);
    throughSecond(gMDot, work.g2Dot, 0, work);
    addSecondGradientTangent(gM, gMDot, sumsDot, work);
    kernels.layerNormBackwardTangent(
        rows,
        width,
        work.gP2,
        work.at,
        work.step,
        work.g2Dot,
        0,
        work.step,
        p,
        layout.scale2(),
        layout.offset2(),
        true,
        work.n2,
        work.at,
        work.step,
        work.inv2,
        work.invAt,
        work.n2Dot,
        work.at,
        work.step,
        work.inv2Dot,
        work.invAt,
        sumsDot.sums,
        work.g2Dot,
        0,
        work.step,
        false);
    kernels.weightGradient(
        rows,
        width,
        width,
        work.p1,
        work.at,
        work.step,
        work.g2Dot,
        0,
        work.step,
        sumsDot.sums,
        layout.weight1(),
        width);
    kernels.weightGradient(
        rows,
        width,
        width,
        work.p1Dot,
        work.at,
        work.step,
        work.g2,
        work.at,
        work.step,
        sumsDot.sums,
        layout.weight1(),
        width);
    kernels.columnSums(rows, width, work.g2Dot, 0, work.step, sumsDot.sums, layout.bias1());
    kernels.multiply(rows, work.g2Dot, 0, work.step, w1Back, work.g1Dot, 0, work.step);
    kernels.layerNormBackwardTangent(
        rows,
        width,
        work.gP1,
        work.at,
        work.step,
        work.g1Dot,
        0,
        work.step,
        p,
        layout.scale1(),
        layout.offset1(),
        true,
        work.n1,
        work.at,
        work.step,
        work.inv1,
        work.invAt,
        work.n1Dot,
        work.at,
        work.step,
        work.inv1Dot,
        work.invAt,
        sumsDot.sums,
        work.g1Dot,
        0,
        work.step,
        false);
  }

  /** The gradients of a block of winners down to {@code gP1}, without those of parameters. */
  private void pull(Rows gM, MessageWorkspace work) {
    if (work.holdsGradients()) {
      return;
    }
    throughSecond(gM, work.gP2, work.at, work);
    throughNorms(work, work.sink);
  }

  /**
   * Back through L2: each row gets the weights of the channels it has won, times their gradient.
   */
  private void throughSecond(Rows gM, float[] g, int gAt, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; row++) {
      kernels.combineChosen(
          block.channels(row),
          block.channel,
          block.channelStart[row],
          width,
          gM.data(),
          gM.row(block.receiver[row]),
          second,
          0,
          g,
          gAt + row * work.step);
    }
  }

  /** The gradient of the weights of L2: for each channel, the winner's input times the gradient. */
  private void addSecondGradient(
      Rows gM, float[] input, MessageGradients sums, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; row++) {
      int gradient = gM.row(block.receiver[row]);
      for (int k = block.channelStart[row]; k < block.channelStart[row + 1]; k++) {
        int c = block.channel[k];
        kernels.axpy(
            width,
            gM.data()[gradient + c],
            input,
            work.at + row * work.step,
            sums.sums,
            layout.weight2() + c * width);
      }
    }
  }

  /** The tangent of the same, where both the input and the gradient move. */
  private void addSecondGradientTangent(
      Rows gM, Rows gMDot, MessageGradients sumsDot, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; row++) {
      int gradient = gM.row(block.receiver[row]);
      int gradientDot = gMDot.row(block.receiver[row]);
      int input = work.at + row * work.step;
      for (int k = block.channelStart[row]; k < block.channelStart[row + 1]; k++) {
        int c = block.channel[k];
        kernels.axpyTwice(
            width,
            gMDot.data()[gradientDot + c],
            work.p2,
            input,
            gM.data()[gradient + c],
            work.p2Dot,
            input,
            sumsDot.sums,
            layout.weight2() + c * width);
      }
    }
  }

  /** Back through LN2 and through L1. */
  private void throughNorms(MessageWorkspace work, float[] sums) {
    int rows = work.winners.rows;
    kernels.layerNormBackward(
        rows,
        width,
        work.gP2,
        work.at,
        work.step,
        p,
        layout.scale2(),
        layout.offset2(),
        true,
        work.n2,
        work.at,
        work.step,
        work.inv2,
        work.invAt,
        sums,
        work.g2,
        work.at,
        work.step,
        false);
    kernels.multiply(rows, work.g2, work.at, work.step, w1Back, work.gP1, work.at, work.step);
  }

  /** Back through LN1. */
  private void throughFirstNorm(MessageWorkspace work, float[] sums) {
    kernels.layerNormBackward(
        work.winners.rows,
        width,
        work.gP1,
        work.at,
        work.step,
        p,
        layout.scale1(),
        layout.offset1(),
        true,
        work.n1,
        work.at,
        work.step,
        work.inv1,
        work.invAt,
        sums,
        work.g1,
        0,
        work.step,
        false);
  }
}
