// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.Matrix;
import java.util.Arrays;

/**
 * Sums of gradients of the message network's parameters, or of their tangents.
 *
 * <p>Only one thread adds to it. Work that is split over threads has one of these per part, and the
 * parts are {@linkplain #addTo added} in order: the bits then depend on how the work was split, not
 * on which thread did it.
 *
 * <p>The gradient of the second weight matrix is kept transposed: the backward pass adds to it by
 * output channel.
 */
public final class MessageGradients {
  private static final int BLOCK = 16;

  final MessageLayout layout;
  final float[] sums;

  // The targets of the kernels.
  final Matrix weight1;
  final Matrix bias1;
  final Matrix weight2;
  final Matrix bias2;

  /** Sums of zero for a network of the given width. */
  public MessageGradients(int width) {
    layout = MessageLayout.contiguous(width, 0);
    sums = new float[layout.size()];
    weight1 = new Matrix(sums, layout.first().weight(), width);
    bias1 = new Matrix(sums, layout.first().bias(), width);
    weight2 = new Matrix(sums, layout.second().weight(), width);
    bias2 = new Matrix(sums, layout.second().bias(), width);
  }

  /** Sets all sums to zero. */
  public void clear() {
    Arrays.fill(sums, 0);
  }

  /** Adds the sums to {@code gradients}, in the layout {@code to}. */
  public void addTo(float[] gradients, MessageLayout to) {
    int d = layout.width();
    if (to.width() != d) {
      throw new IllegalArgumentException(
          "gradients of width " + d + " do not fit a network of width " + to.width());
    }
    MessageLayout.Layer first = layout.first();
    addNorm(first, gradients, to.first());
    add(first.weight(), d * d, gradients, to.first().weight());
    add(first.bias(), d, gradients, to.first().bias());
    MessageLayout.Layer second = layout.second();
    addNorm(second, gradients, to.second());
    addTransposed(gradients, to.second().weight());
    add(second.bias(), d, gradients, to.second().bias());
  }

  private void addNorm(MessageLayout.Layer from, float[] gradients, MessageLayout.Layer to) {
    add(from.scale(), layout.width(), gradients, to.scale());
    add(from.offset(), layout.width(), gradients, to.offset());
  }

  /** The second weight matrix, a few of its rows at a time, which stay in the cache. */
  private void addTransposed(float[] gradients, int at) {
    int d = layout.width();
    for (int from = 0; from < d; from += BLOCK) {
      int to = Math.min(d, from + BLOCK);
      for (int out = 0; out < d; out++) {
        for (int in = from; in < to; in++) {
          gradients[at + in * d + out] += sums[layout.second().weight() + out * d + in];
        }
      }
    }
  }

  private void add(int from, int count, float[] gradients, int at) {
    for (int i = 0; i < count; i++) {
      gradients[at + i] += sums[from + i];
    }
  }
}
