package dear.tensor.message;

/**
 * Where the parameters of the message network lie in an array. Weights are stored {@code
 * [in][out]}.
 *
 * @param width number of channels
 * @param scale1 scale of the first layer norm
 * @param offset1 offset of the first layer norm
 * @param weight1 weights of the first linear layer
 * @param bias1 bias of the first linear layer
 * @param scale2 scale of the second layer norm
 * @param offset2 offset of the second layer norm
 * @param weight2 weights of the second linear layer
 * @param bias2 bias of the second linear layer
 */
public record MessageLayout(
    int width,
    int scale1,
    int offset1,
    int weight1,
    int bias1,
    int scale2,
    int offset2,
    int weight2,
    int bias2) {

  /** All parameters one after the other, from index {@code at}. */
  public static MessageLayout contiguous(int width, int at) {
    int matrix = width * width;
    int second = at + 3 * width + matrix;
    return new MessageLayout(
        width,
        at,
        at + width,
        at + 2 * width,
        at + 2 * width + matrix,
        second,
        second + width,
        second + 2 * width,
        second + 2 * width + matrix);
  }

  /** Number of parameters. */
  public int size() {
    return 2 * width * (width + 3);
  }

  /** Copies all parameters from this layout in one array to another layout in another. */
  void copy(float[] from, float[] to, MessageLayout layout) {
    System.arraycopy(from, scale1, to, layout.scale1, width);
    System.arraycopy(from, offset1, to, layout.offset1, width);
    System.arraycopy(from, weight1, to, layout.weight1, width * width);
    System.arraycopy(from, bias1, to, layout.bias1, width);
    System.arraycopy(from, scale2, to, layout.scale2, width);
    System.arraycopy(from, offset2, to, layout.offset2, width);
    System.arraycopy(from, weight2, to, layout.weight2, width * width);
    System.arraycopy(from, bias2, to, layout.bias2, width);
  }
}
