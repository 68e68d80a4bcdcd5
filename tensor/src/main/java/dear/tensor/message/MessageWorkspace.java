package dear.tensor.message;

/**
 * The buffers of one thread: a block of edges in every stage of the network.
 *
 * <p>{@code n} is a normalised row, {@code p} what leaves the rectifier, {@code g} a gradient; 1
 * and 2 are the layers; {@code Dot} marks tangents. Rows are padded by a cache line: rows of 512
 * bytes would share an eighth of the first-level cache.
 */
public final class MessageWorkspace {
  /** Edges per block, a multiple of the product kernels' tile of six rows; not tuned. */
  static final int BLOCK = 48;

  private static final int CACHE_LINE = 16;

  final int width;
  final int step;
  final float[] base;
  final WinnerBlock winners;
  final float[] n1;
  final float[] p1;
  final float[] n2;
  final float[] p2;
  final float[] g1;
  final float[] g2;
  final float[] n1Dot;
  final float[] p1Dot;
  final float[] n2Dot;
  final float[] p2Dot;
  final float[] g1Dot;
  final float[] g2Dot;
  final float[] inv1 = new float[BLOCK];
  final float[] inv2 = new float[BLOCK];
  final float[] inv1Dot = new float[BLOCK];
  final float[] inv2Dot = new float[BLOCK];

  /** Takes the gradients of layer norm parameters where only their tangents are asked for. */
  final float[] sink;

  /** Buffers for a network of the given width. */
  public MessageWorkspace(int width) {
    this.width = width;
    this.step = width + CACHE_LINE;
    base = new float[width];
    winners = new WinnerBlock(width, BLOCK);
    n1 = new float[BLOCK * step];
    p1 = new float[BLOCK * step];
    n2 = new float[BLOCK * step];
    p2 = new float[BLOCK * step];
    g1 = new float[BLOCK * step];
    g2 = new float[BLOCK * step];
    n1Dot = new float[BLOCK * step];
    p1Dot = new float[BLOCK * step];
    n2Dot = new float[BLOCK * step];
    p2Dot = new float[BLOCK * step];
    g1Dot = new float[BLOCK * step];
    g2Dot = new float[BLOCK * step];
    sink = new float[MessageLayout.contiguous(width, 0).size()];
  }
}
