// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.NormState;
import dear.tensor.kernel.SparseRows;
import java.util.List;

/**
 * The buffers of one thread: a block of edges in every stage of the network.
 *
 * <p>{@code n} is a normalised row, {@code p} the output of the rectifier, {@code gP} its gradient,
 * {@code g} the gradient of the norm's input; 1 and 2 are the layers; {@code Dot} marks tangents.
 * Rows are padded by a cache line: rows of 512 bytes would share an eighth of the first-level
 * cache. Buffers for derivatives are allocated by the first derivative.
 *
 * <p><b>Memory.</b> The Jacobian term passes three times through the same point: the gradient, the
 * tangent, the tangent of the gradient, and each would compute the blocks of winners again. A
 * workspace that {@linkplain #remembering remembers} keeps the first few blocks between such passes
 * over the same receivers of the same point; the others are recomputed. The number is a constant,
 * so this is not a matrix of edges: small graphs, of which there are many, are kept completely,
 * large ones only in small part. Its owner must {@linkplain #forget tell it} when the point has
 * moved. The bits are the same.
 */
public final class MessageWorkspace {
  /** Edges per block, a multiple of the product kernels' tile of six rows; not tuned. */
  static final int BLOCK = 48;

  /** Blocks to remember: all edges of the paper's complete graph of 16 nodes. */
  private static final int REMEMBERED = 6;

  private static final int CACHE_LINE = 16;

  private static final MessagePoint NOWHERE =
      new MessagePoint(new Matrix(), new Matrix(), new Matrix(), new Matrix(), new Matrix());

  final int width;
  final int step;
  final Matrix base;
  final SparseRows sparse;
  final WinnerBlock winners;

  // A working block, followed by the remembered ones.
  final NormState norm1;
  final NormState norm2;
  final Matrix p1;
  final Matrix p2;
  final Matrix p1Dot;
  final Matrix p2Dot;
  final Matrix gP2;
  final Matrix g2;
  final Matrix gP1;

  // Always a single block.
  final Matrix g1;
  final Matrix g1Dot;
  final Matrix g2Dot;

  /** A sink for the gradients of layer norm parameters when they are not needed. */
  float[] sink = {};

  // Views that move with the edge or the receiver at hand.
  final Matrix rows = new Matrix();
  final Matrix node = new Matrix();
  final Matrix vectors = new Matrix();
  final Matrix coefficients = new Matrix();

  private final Matrix[] movable;
  private final int capacity;
  private boolean remembered;
  private boolean records;
  private int block;
  private MessagePoint point = NOWHERE;
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
    base = new Matrix(new float[width], 0, width);
    sparse = kernels.products().sparseRows();
    winners = new WinnerBlock(width, BLOCK);
    norm1 = new NormState(width, step);
    norm2 = new NormState(width, step);
    norm1.reserve(BLOCK);
    norm2.reserve(BLOCK);
    p1 = block();
    p2 = block();
    p1Dot = block();
    p2Dot = block();
    gP2 = block();
    g2 = block();
    gP1 = block();
    g1 = block();
    g1Dot = block();
    g2Dot = block();
    movable = new Matrix[] {p1, p2, p1Dot, p2Dot, gP2, g2, gP1};
  }

  private Matrix block() {
    return new Matrix(new float[0], 0, step, width);
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

  /** Starts a derivative of the receivers of a range, at a point. */
  void begin(MessagePoint at, int firstReceiver, int endReceiver, boolean recording) {
    grow();
    if (at != point || firstReceiver != from || endReceiver != to) {
      point = at;
      from = firstReceiver;
      to = endReceiver;
      forget();
    }
    records = recording;
    block = -1;
    winners.restart(from);
  }

  /** The next block of winners, and where it is; false if there are no more. */
  boolean next(MessagePoint point) {
    block++;
    remembered = block < capacity && (records || block < values);
    move(remembered ? (block + 1) * BLOCK : 0);
    return winners.next(point.edges(), point.winners(), to);
  }

  /** Moves to a row of the buffers. */
  void move(int row) {
    norm1.move(row);
    norm2.move(row);
    int at = row * step;
    for (Matrix view : movable) {
      view.move(view.data(), at);
    }
  }

  /**
   * Whether the block's values are known; if not, they will be from now on, if the block is
   * remembered.
   */
  boolean holdsValues() {
    boolean known = block < values;
    if (!known && remembered) {
      values = block + 1;
    }
    return known;
  }

  /** The same for its tangents. */
  boolean holdsTangents() {
    boolean known = block < tangents;
    if (!known && remembered) {
      tangents = block + 1;
    }
    return known;
  }

  /** The same for its gradients. */
  boolean holdsGradients() {
    boolean known = block < gradients;
    if (!known && remembered) {
      gradients = block + 1;
    }
    return known;
  }

  private void grow() {
    if (sink.length > 0) {
      return;
    }
    int rows = (capacity + 1) * BLOCK;
    for (NormState norm : List.of(norm1, norm2)) {
      norm.reserve(rows);
      norm.reserveTangents();
    }
    for (Matrix view : movable) {
      view.move(new float[rows * step], 0);
    }
    for (Matrix view : List.of(g1, g1Dot, g2Dot)) {
      view.move(new float[BLOCK * step], 0);
    }
    sink = new float[MessageLayout.contiguous(width, 0).size()];
  }
}
