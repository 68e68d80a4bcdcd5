// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.EdgeRows;
import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.Products;
import java.util.Arrays;

/**
 * Messages along the edges of a graph and their maximum per receiver, block by block.
 *
 * <p>For an edge e from node j to node i,
 *
 * <pre>{@code
 * a_e = R_i + S_j + t_0 + Σ_k x_ek · t_k           projected nodes, the edge's constant
 * m_e = L2(relu(LN2(L1(relu(LN1(a_e))))))          linear layers L, layer norms LN
 * M_i = max over the edges into i of m_e           per channel; the first edge wins a tie
 * }</pre>
 *
 * <p>R and S are one row per node; {@code t_0} is a row for all edges and {@code x_ek} are the
 * edge's few scalars (its weight, or whether it is a pointer), so no row per edge is ever stored. A
 * receiver without edges has {@code M = 0}, winner -1, and no derivatives.
 *
 * <p>The edges are cut into blocks of a few dozen that pass through all layers while they are in
 * the cache; the next block reuses the buffers. The derivatives recompute each block's forward pass
 * instead of storing it: that costs one of the two products, since the second is needed only to
 * find the winners, which are known.
 *
 * <p>Derivatives use the fact that the winners are known. Channel c of receiver i depends on one
 * edge, so the second linear layer is passed in its forward and backward direction by one row or
 * column of its weights per (receiver, channel) instead of per (edge, channel), and edges that won
 * no channel are skipped altogether ({@link WinnerBlock}). The maximum also commutes with the bias
 * of L2, which is added once per node. The layers and their parameters are in {@link
 * MessageNetwork}; this class moves data from the nodes to the edges and back.
 *
 * <p>The four passes are the value, its directional derivative (tangent), the gradient, and the
 * directional derivative of the gradient (Pearlmutter's R-operator, "Fast Exact Multiplication by
 * the Hessian", 1994), with the masks of maximum and rectifier held fixed; the latter gives the
 * exact gradient of a Jacobian term. Directions are in R and S; parameters, {@code t} and the
 * scalars have none.
 *
 * <p><b>Threads.</b> Loaded parameters may be shared by all threads; each has its own {@link
 * MessageWorkspace}. Every pass takes a range of receivers. Value and tangent write the rows of
 * that range only. The gradients add to rows of that range, those of R, and to sums: those of S, of
 * t and of the parameters ({@link MessageSums}). Parts that run in parallel need their own sums,
 * added in the order of the parts; split the work by its size and never by the number of threads,
 * and the bits are the same for any number.
 */
public final class MessageStage {
  private static final Matrix NO_SCALARS = new Matrix();

  private final EdgeRows edgeRows;
  private final Products products;
  private final Elements elements;
  private final MessageNetwork network;
  private final int width;

  /** A stage whose parameters are still to be {@linkplain #load loaded}. */
  public MessageStage(Kernels kernels, int width) {
    this.edgeRows = kernels.edgeRows();
    this.products = kernels.products();
    this.elements = kernels.elements();
    this.width = width;
    network = new MessageNetwork(kernels, width);
  }

  /** Copies and packs the parameters; to be called again whenever they change. */
  public void load(float[] parameters, MessageLayout from) {
    network.load(parameters, from);
  }

  /**
   * The value: fills {@code m} and the winners for the receivers {@code from} to {@code to}
   * (exclusive).
   */
  public void forward(MessagePoint point, int from, int to, Matrix m, MessageWorkspace work) {
    InEdges edges = point.edges();
    for (int i = from; i < to; i++) {
      boolean isolated = edges.start(i) == edges.start(i + 1);
      Arrays.fill(m.data(), m.row(i), m.row(i) + width, isolated ? 0 : Float.NEGATIVE_INFINITY);
      int w = i * width;
      Arrays.fill(point.winners(), w, w + width, isolated ? -1 : edges.start(i));
    }
    work.move(0);
    int node = from;
    int end = edges.start(to);
    for (int first = edges.start(from); first < end; first += MessageWorkspace.BLOCK) {
      int rows = Math.min(MessageWorkspace.BLOCK, end - first);
      node = gather(point, node, first, rows, work);
      network.messages(rows, work);
      raise(point, node, first, rows, m, work);
    }
    for (int i = from; i < to; i++) {
      if (edges.start(i) < edges.start(i + 1)) {
        network.addBias(work.node.rowsOf(m, i));
      }
    }
  }

  /** Inputs of the edges of a block into {@code n1}; returns the receiver of the first edge. */
  private int gather(MessagePoint point, int node, int first, int rows, MessageWorkspace work) {
    InEdges edges = point.edges();
    int terms = edges.terms();
    int i = node;
    while (edges.start(i + 1) <= first) {
      i++;
    }
    int receiver = i;
    for (int e = first; e < first + rows; i++) {
      int count = Math.min(edges.start(i + 1), first + rows) - e;
      if (count > 0) {
        base(point, i, work);
        edgeRows.gatherAffine(
            count,
            work.base,
            edges.senders(),
            e,
            point.s(),
            work.coefficients.set(edges.coefficients(), e * terms, terms),
            work.vectors.rowsOf(point.t(), 1),
            work.rows.rowsOf(work.norm1.n(), e - first));
        e += count;
      }
    }
    return receiver;
  }

  private void base(MessagePoint point, int i, MessageWorkspace work) {
    Matrix r = point.r();
    System.arraycopy(r.data(), r.row(i), work.base.data(), 0, width);
    elements.axpy(width, 1, point.t(), work.base);
  }

  /** Raises the maxima by the messages of a block, which are in {@code n1}. */
  private void raise(
      MessagePoint point, int node, int first, int rows, Matrix m, MessageWorkspace work) {
    InEdges edges = point.edges();
    int i = node;
    for (int e = first; e < first + rows; i++) {
      int count = Math.min(edges.start(i + 1), first + rows) - e;
      if (count > 0) {
        Matrix messages = work.rows.rowsOf(work.norm1.n(), e - first);
        edgeRows.raiseMax(count, messages, e, work.node.rowsOf(m, i), point.winners(), i * width);
        e += count;
      }
    }
  }

  /**
   * The tangent {@code mDot} of {@code m} along the point's direction, for the receivers {@code
   * from} to {@code to} (exclusive), after {@link #forward}.
   */
  public void tangent(MessagePoint point, int from, int to, Matrix mDot, MessageWorkspace work) {
    for (int i = from; i < to; i++) {
      Arrays.fill(mDot.data(), mDot.row(i), mDot.row(i) + width, 0);
    }
    work.begin(point, from, to, true);
    while (work.next(point)) {
      recompute(point, work);
      push(point, work);
      network.tangentsOfMaxima(mDot, work);
    }
  }

  /**
   * The gradient: adds to the sums what {@code gM}, the gradient of {@code m}, leads to, for the
   * receivers {@code from} to {@code to} (exclusive).
   */
  public void backward(
      MessagePoint point, int from, int to, Matrix gM, MessageSums sums, MessageWorkspace work) {
    addBiasGradient(point.edges(), from, to, gM, sums, work);
    work.forgetGradient();
    work.begin(point, from, to, false);
    while (work.next(point)) {
      recompute(point, work);
      network.gradients(gM, sums.parameters(), work);
      scatter(point.edges().terms(), work.g1, sums, work);
    }
  }

  /**
   * The gradient of the nodes alone: from {@code gM} adds to the sums of R and S, for the receivers
   * {@code from} to {@code to} (exclusive). Without the gradients of the parameters it costs two
   * thirds.
   */
  public void backwardToNodes(
      MessagePoint point, int from, int to, Matrix gM, MessageSums sums, MessageWorkspace work) {
    work.forgetGradient();
    work.begin(point, from, to, true);
    while (work.next(point)) {
      recompute(point, work);
      network.gradientsOfInputs(gM, work);
      scatterToNodes(work.g1, sums, work);
    }
  }

  /**
   * The tangent of the gradient: along the point's direction and {@code gMDot}, adds the tangents
   * of what {@link #backward} computes to the sums. The gradient itself is not computed.
   */
  public void backwardTangent(
      MessagePoint point,
      int from,
      int to,
      Matrix gM,
      Matrix gMDot,
      MessageSums sumsDot,
      MessageWorkspace work) {
    addBiasGradient(point.edges(), from, to, gMDot, sumsDot, work);
    work.begin(point, from, to, true);
    while (work.next(point)) {
      recompute(point, work);
      push(point, work);
      network.gradientTangents(gM, gMDot, sumsDot.parameters(), work);
      scatter(point.edges().terms(), work.g1Dot, sumsDot, work);
    }
  }

  /** The forward pass of a block of winners up to {@code p2}. */
  private void recompute(MessagePoint point, MessageWorkspace work) {
    if (work.holdsValues()) {
      return;
    }
    int terms = point.edges().terms();
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; ) {
      int count = block.run(row);
      base(point, block.channels.owner(row), work);
      edgeRows.gatherAffine(
          count,
          work.base,
          block.sender,
          row,
          point.s(),
          work.coefficients.set(block.coefficients, row * terms, terms),
          work.vectors.rowsOf(point.t(), 1),
          work.rows.rowsOf(work.norm1.n(), row));
      row += count;
    }
    network.values(work);
  }

  /** The tangents of a block of winners up to {@code p2Dot}. */
  private void push(MessagePoint point, MessageWorkspace work) {
    if (work.holdsTangents()) {
      return;
    }
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; ) {
      int count = block.run(row);
      edgeRows.gatherAffine(
          count,
          work.node.rowsOf(point.rDot(), block.channels.owner(row)),
          block.sender,
          row,
          point.sDot(),
          NO_SCALARS,
          NO_SCALARS,
          work.rows.rowsOf(work.norm1.nDot(), row));
      row += count;
    }
    network.tangents(work);
  }

  private void addBiasGradient(
      InEdges edges, int from, int to, Matrix gM, MessageSums sums, MessageWorkspace work) {
    for (int i = from; i < to; i++) {
      if (edges.start(i) < edges.start(i + 1)) {
        network.addBiasGradient(work.node.rowsOf(gM, i), sums.parameters());
      }
    }
  }

  /** Adds the gradients of a block's inputs to those of nodes. */
  private void scatterToNodes(Matrix g, MessageSums sums, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; ) {
      int count = block.run(row);
      products.columnSums(
          count, work.rows.rowsOf(g, row), work.node.rowsOf(sums.r(), block.channels.owner(row)));
      row += count;
    }
    edgeRows.scatterAdd(block.rows, block.sender, 0, g, sums.s());
  }

  /** Adds the gradients of a block's inputs to those of nodes and edge constants. */
  private void scatter(int terms, Matrix g, MessageSums sums, MessageWorkspace work) {
    scatterToNodes(g, sums, work);
    WinnerBlock block = work.winners;
    products.columnSums(block.rows, g, sums.t());
    if (terms > 0) {
      products.weightGradient(
          block.rows,
          work.coefficients.set(block.coefficients, 0, terms),
          g,
          work.vectors.rowsOf(sums.t(), 1));
    }
  }
}
