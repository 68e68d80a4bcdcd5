package dear.tensor.message;

import java.util.Arrays;

/**
 * Sums of gradients of the message network's parameters, or of their tangents.
 *
 * <p>One thread adds to it. Work that is split over threads has one of these per part, and the
 * parts are {@linkplain #addTo added up} in their order: the bits then depend on how the work was
 * cut, and not on who did it.
 *
 * <p>The gradient of the second weight matrix is kept transposed: the backward pass adds to it by
 * output channel.
 */
public final class MessageGradients {
  private static final int BLOCK = 16;

  final MessageLayout layout;
  final float[] sums;

  /** Sums of zero for a network of the given width. */
  public MessageGradients(int width) {
    layout = MessageLayout.contiguous(width, 0);
    sums = new float[layout.size()];
  }

  /** Sets all sums to zero. */
  public void clear() {
    Arrays.fill(sums, 0);
  }

  /** Adds the sums to {@code gradients}, where they lie as {@code to} says. */
  public void addTo(float[] gradients, MessageLayout to) {
    int d = layout.width();
    if (to.width() != d) {
      throw new IllegalArgumentException(
          "gradients of width " + d + " do not fit a network of width " + to.width());
    }
    add(layout.scale1(), d, gradients, to.scale1());
    add(layout.offset1(), d, gradients, to.offset1());
    add(layout.weight1(), d * d, gradients, to.weight1());
    add(layout.bias1(), d, gradients, to.bias1());
    add(layout.scale2(), d, gradients, to.scale2());
    add(layout.offset2(), d, gradients, to.offset2());
    addTransposed(gradients, to.weight2());
    add(layout.bias2(), d, gradients, to.bias2());
  }

  /** The second weight matrix, a few of its rows at a time, which stay in the cache. */
  private void addTransposed(float[] gradients, int at) {
    int d = layout.width();
    for (int from = 0; from < d; from += BLOCK) {
      int to = Math.min(d, from + BLOCK);
      for (int out = 0; out < d; out++) {
        for (int in = from; in < to; in++) {
          gradients[at + in * d + out] += sums[layout.weight2() + out * d + in];
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
