// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

/**
 * Where the parameters of the message network lie in an array. Weights are stored {@code
 * [in][out]}.
 *
 * @param width number of channels
 * @param first the first layer norm and the linear layer after it
 * @param second the second layer norm and the linear layer after it
 */
public record MessageLayout(int width, Layer first, Layer second) {
  /**
   * A layer norm and a linear layer.
   *
   * @param scale scale of the norm
   * @param offset offset of the norm
   * @param weight weights of the linear layer
   * @param bias bias of the linear layer
   */
  public record Layer(int scale, int offset, int weight, int bias) {
    private static Layer contiguous(int width, int at) {
      int weight = at + 2 * width;
      return new Layer(at, at + width, weight, weight + width * width);
    }

    private void copy(int width, float[] from, float[] to, Layer layer) {
      System.arraycopy(from, scale, to, layer.scale, width);
      System.arraycopy(from, offset, to, layer.offset, width);
      System.arraycopy(from, weight, to, layer.weight, width * width);
      System.arraycopy(from, bias, to, layer.bias, width);
    }
  }

  /** All parameters one after the other, from index {@code at}. */
  public static MessageLayout contiguous(int width, int at) {
    return new MessageLayout(
        width,
        Layer.contiguous(width, at),
        Layer.contiguous(width, at + 3 * width + width * width));
  }

  /** Number of parameters. */
  public int size() {
    return 2 * width * (width + 3);
  }

  /** Copies all parameters from this layout in one array to another layout in another. */
  void copy(float[] from, float[] to, MessageLayout layout) {
    first.copy(width, from, to, layout.first);
    second.copy(width, from, to, layout.second);
  }
}
