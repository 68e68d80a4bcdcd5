package dear.tensor.message;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.SparseRows;

/**
 * The buffers of one thread: a block of edges in every stage of the network.
 *
 * <p>{@code n} is a normalised row, {@code p} what leaves the rectifier, {@code gP} its gradient,
 * {@code g} that of what entered the norm; 1 and 2 are the layers; {@code Dot} marks tangents. Rows
 * are padded by a cache line: rows of 512 bytes would share an eighth of the first-level cache.
 * What only derivatives need is allocated by the first of them.
 *
 * <p><b>Memory.</b> The Jacobian term passes three times through the same point: the gradient, the
 * tangent, the tangent of the gradient, and each would compute the blocks of winners again. A
 * workspace that {@linkplain #remembering remembers} keeps the first few blocks between such passes
 * over the same receivers; the others are computed again. The number is a constant, so this is not
 * a matrix of edges: small graphs, of which there are many, are kept as a whole, large ones hardly.
 * Its owner has to {@linkplain #forget say} when the point has moved. The bits are the same.
 */
public final class MessageWorkspace {
  /** Edges per block, a multiple of the product kernels' tile of six rows; not tuned. */
  static final int BLOCK = 48;

  /** Blocks to remember: all edges of the paper's 16 nodes, connected each with each. */
  private static final int REMEMBERED = 6;

  private static final int CACHE_LINE = 16;

  final int width;
  final int step;
  final float[] base;
  final SparseRows sparse;
  final WinnerBlock winners;

  // A block to work in, and after it those that are remembered.
  float[] n1;
  float[] n2;
  float[] p1 = {};
  float[] p2 = {};
  float[] inv1 = {};
  float[] inv2 = {};
  float[] n1Dot = {};
  float[] n2Dot = {};
  float[] p1Dot = {};
  float[] p2Dot = {};
  float[] inv1Dot = {};
  float[] inv2Dot = {};
  float[] gP2 = {};
  float[] g2 = {};
  float[] gP1 = {};

  float[] g1 = {};
  float[] g1Dot = {};
  float[] g2Dot = {};

  /** Takes the gradients of layer norm parameters where they are not asked for. */
  float[] sink = {};

  /** Where the block at hand begins in the buffers above, and in those with a number per row. */
  int at;

  int invAt;

  private final int capacity;
  private boolean records;
  private int block;
  private int from = -1;
  private int to = -1;
  private int values;
  private int tangents;
  private int gradients;

  /** Buffers for a network of the given width. */
  public MessageWorkspace(Kernels kernels, int width) {
    this(kernels, width, 0);
  }

  private MessageWorkspace(Kernels kernels, int width, int capacity) {
    this.width = width;
    this.step = width + CACHE_LINE;
    this.capacity = capacity;
    base = new float[width];
    sparse = kernels.sparseRows();
    winners = new WinnerBlock(width, BLOCK);
    n1 = new float[BLOCK * step];
    n2 = new float[BLOCK * step];
  }

  /** Buffers that keep some blocks from one derivative at a point to the next. */
  public static MessageWorkspace remembering(Kernels kernels, int width) {
    return new MessageWorkspace(kernels, width, REMEMBERED);
  }

  /** To be called when nodes, edge constants, winners or parameters have changed. */
  public void forget() {
    values = 0;
    tangents = 0;
    gradients = 0;
  }

  /** To be called when the gradient of the maxima has changed. */
  public void forgetGradient() {
    gradients = 0;
  }

  /** To be called when the direction has changed. */
  public void forgetDirection() {
    tangents = 0;
  }

  /** Starts a derivative of the receivers of a range. */
  void begin(int firstReceiver, int endReceiver, boolean recording) {
    grow();
    if (firstReceiver != from || endReceiver != to) {
      from = firstReceiver;
      to = endReceiver;
      forget();
    }
    records = recording;
    block = -1;
    winners.restart(from);
  }

  /** The next block of winners, and where it is; false if there are no more. */
  boolean next(InEdges edges, int[] winningEdges, int winnersAt) {
    block++;
    boolean kept = block < capacity && (records || block < values);
    at = kept ? (block + 1) * BLOCK * step : 0;
    invAt = kept ? (block + 1) * BLOCK : 0;
    return winners.next(edges, winningEdges, winnersAt, to);
  }

  /** Whether the block's values are known; if not, they are from now on, where there is room. */
  boolean holdsValues() {
    boolean known = block < values;
    if (!known && at > 0) {
      values = block + 1;
    }
    return known;
  }

  /** The same for its tangents. */
  boolean holdsTangents() {
    boolean known = block < tangents;
    if (!known && at > 0) {
      tangents = block + 1;
    }
    return known;
  }

  /** The same for its gradients. */
  boolean holdsGradients() {
    boolean known = block < gradients;
    if (!known && at > 0) {
      gradients = block + 1;
    }
    return known;
  }

  private void grow() {
    if (p1.length > 0) {
      return;
    }
    int blocks = capacity + 1;
    n1 = new float[blocks * BLOCK * step];
    n2 = new float[blocks * BLOCK * step];
    p1 = new float[blocks * BLOCK * step];
    p2 = new float[blocks * BLOCK * step];
    n1Dot = new float[blocks * BLOCK * step];
    n2Dot = new float[blocks * BLOCK * step];
    p1Dot = new float[blocks * BLOCK * step];
    p2Dot = new float[blocks * BLOCK * step];
    inv1 = new float[blocks * BLOCK];
    inv2 = new float[blocks * BLOCK];
    inv1Dot = new float[blocks * BLOCK];
    inv2Dot = new float[blocks * BLOCK];
    gP2 = new float[blocks * BLOCK * step];
    g2 = new float[blocks * BLOCK * step];
    gP1 = new float[blocks * BLOCK * step];
    g1 = new float[BLOCK * step];
    g1Dot = new float[BLOCK * step];
    g2Dot = new float[BLOCK * step];
    sink = new float[MessageLayout.contiguous(width, 0).size()];
  }
}
