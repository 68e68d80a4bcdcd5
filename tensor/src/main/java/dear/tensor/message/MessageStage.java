package dear.tensor.message;

import dear.tensor.kernel.Kernels;
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
 * the cache; the next block reuses the buffers. The derivatives compute each block's forward pass
 * again instead of having kept it: that costs one of the two products, since the second is only
 * needed to find the winners, and these are known.
 *
 * <p>Derivatives use that the maximum is decided. Channel c of receiver i depends on one edge, so
 * the second linear layer is passed in its forward and backward direction by one row or column of
 * its weights per (receiver, channel) instead of per (edge, channel), and edges that won no channel
 * are skipped altogether ({@link WinnerBlock}). The maximum also commutes with the bias of L2,
 * which is added once per node. The layers and their parameters are in {@link MessageNetwork}; here
 * stand the ways from the nodes to the edges and back.
 *
 * <p>The four passes are the value, its directional derivative (tangent), the gradient, and the
 * directional derivative of the gradient (Pearlmutter's R-operator, "Fast Exact Multiplication by
 * the Hessian", 1994), with the masks of maximum and rectifier held fixed; the latter gives the
 * exact gradient of a Jacobian term. Directions are in R and S; parameters, {@code t} and the
 * scalars have none.
 *
 * <p><b>Threads.</b> Loaded parameters may be shared by all threads; each has its own {@link
 * MessageWorkspace}. Every pass takes a range of receivers. Value and tangent write the rows of
 * that range only. The gradients add to rows of that range ({@code gR}) and to sums: {@code gS},
 * {@code gT} and {@link MessageGradients}. Parts that run in parallel need sums of their own, added
 * up in the order of the parts; cut the work by its size and never by the number of threads, and
 * the bits are the same for any number.
 */
public final class MessageStage {
  private final Kernels kernels;
  private final MessageNetwork network;
  private final int width;

  /** A stage whose parameters are still to be {@linkplain #load loaded}. */
  public MessageStage(Kernels kernels, int width) {
    this.kernels = kernels;
    this.width = width;
    network = new MessageNetwork(kernels, width);
  }

  /** Copies and packs the parameters; to be called again whenever they change. */
  public void load(float[] parameters, MessageLayout from) {
    network.load(parameters, from);
  }

  /**
   * The value: fills {@code m} and {@code winners} for the receivers {@code from} to {@code to}
   * (exclusive).
   *
   * @param r rows of receivers, {@code s} of senders, {@code t} of the edge constant ({@code
   *     edges.terms() + 1} rows)
   * @param winners the edge that gave each channel, {@code nodes × width} from {@code winnersAt}
   */
  public void forward(
      InEdges edges,
      int from,
      int to,
      Rows r,
      Rows s,
      Rows t,
      Rows m,
      int[] winners,
      int winnersAt,
      MessageWorkspace work) {
    for (int i = from; i < to; i++) {
      boolean isolated = edges.start(i) == edges.start(i + 1);
      Arrays.fill(m.data(), m.row(i), m.row(i) + width, isolated ? 0 : Float.NEGATIVE_INFINITY);
      int w = winnersAt + i * width;
      Arrays.fill(winners, w, w + width, isolated ? -1 : edges.start(i));
    }
    int node = from;
    int end = edges.start(to);
    for (int first = edges.start(from); first < end; first += MessageWorkspace.BLOCK) {
      int rows = Math.min(MessageWorkspace.BLOCK, end - first);
      node = gather(edges, node, first, rows, r, s, t, work);
      network.messages(rows, work);
      raise(edges, node, first, rows, m, winners, winnersAt, work);
    }
    for (int i = from; i < to; i++) {
      if (edges.start(i) < edges.start(i + 1)) {
        network.addBias(m.data(), m.row(i));
      }
    }
  }

  /** Inputs of the edges of a block into {@code n1}; returns the receiver of the first edge. */
  private int gather(
      InEdges edges, int node, int first, int rows, Rows r, Rows s, Rows t, MessageWorkspace work) {
    int i = node;
    while (edges.start(i + 1) <= first) {
      i++;
    }
    int receiver = i;
    for (int e = first; e < first + rows; i++) {
      int count = Math.min(edges.start(i + 1), first + rows) - e;
      if (count > 0) {
        base(r, i, t, work);
        kernels.gatherAffine(
            count,
            width,
            work.base,
            0,
            edges.senders(),
            e,
            s.data(),
            s.at(),
            s.step(),
            edges.terms(),
            edges.coefficients(),
            e * edges.terms(),
            t.data(),
            t.row(1),
            t.step(),
            work.n1,
            (e - first) * work.step,
            work.step);
        e += count;
      }
    }
    return receiver;
  }

  private void base(Rows r, int i, Rows t, MessageWorkspace work) {
    System.arraycopy(r.data(), r.row(i), work.base, 0, width);
    kernels.axpy(width, 1, t.data(), t.at(), work.base, 0);
  }

  /** Raises the maxima by the messages of a block, which are in {@code n1}. */
  private void raise(
      InEdges edges,
      int node,
      int first,
      int rows,
      Rows m,
      int[] winners,
      int winnersAt,
      MessageWorkspace work) {
    int i = node;
    for (int e = first; e < first + rows; i++) {
      int count = Math.min(edges.start(i + 1), first + rows) - e;
      if (count > 0) {
        kernels.raiseMax(
            count,
            width,
            work.n1,
            (e - first) * work.step,
            work.step,
            e,
            m.data(),
            m.row(i),
            winners,
            winnersAt + i * width);
        e += count;
      }
    }
  }

  /**
   * The tangent {@code mDot} of {@code m} along {@code rDot} and {@code sDot}, for the receivers
   * {@code from} to {@code to} (exclusive); {@code winners} are those of {@link #forward}.
   */
  public void tangent(
      InEdges edges,
      int from,
      int to,
      Rows r,
      Rows s,
      Rows t,
      int[] winners,
      int winnersAt,
      Rows rDot,
      Rows sDot,
      Rows mDot,
      MessageWorkspace work) {
    for (int i = from; i < to; i++) {
      Arrays.fill(mDot.data(), mDot.row(i), mDot.row(i) + width, 0);
    }
    work.begin(from, to, true);
    while (work.next(edges, winners, winnersAt)) {
      recompute(edges.terms(), r, s, t, work);
      push(rDot, sDot, work);
      network.tangentsOfMaxima(mDot, work);
    }
  }

  /**
   * The gradient: from {@code gM}, the gradient of {@code m}, adds to {@code gR}, {@code gS},
   * {@code gT} and {@code sums}, for the receivers {@code from} to {@code to} (exclusive).
   */
  public void backward(
      InEdges edges,
      int from,
      int to,
      Rows r,
      Rows s,
      Rows t,
      int[] winners,
      int winnersAt,
      Rows gM,
      Rows gR,
      Rows gS,
      Rows gT,
      MessageGradients sums,
      MessageWorkspace work) {
    addBiasGradient(edges, from, to, gM, sums);
    work.forgetGradient();
    work.begin(from, to, false);
    while (work.next(edges, winners, winnersAt)) {
      recompute(edges.terms(), r, s, t, work);
      network.gradients(gM, sums, work);
      scatter(edges.terms(), work.g1, gR, gS, gT, work);
    }
  }

  /**
   * The gradient of the nodes alone: from {@code gM} adds to {@code gR} and {@code gS}, for the
   * receivers {@code from} to {@code to} (exclusive). Without the parameters' it costs two thirds.
   */
  public void backwardToNodes(
      InEdges edges,
      int from,
      int to,
      Rows r,
      Rows s,
      Rows t,
      int[] winners,
      int winnersAt,
      Rows gM,
      Rows gR,
      Rows gS,
      MessageWorkspace work) {
    work.forgetGradient();
    work.begin(from, to, true);
    while (work.next(edges, winners, winnersAt)) {
      recompute(edges.terms(), r, s, t, work);
      network.gradientsOfInputs(gM, work);
      scatterToNodes(work.g1, gR, gS, work);
    }
  }

  /**
   * The tangent of the gradient: along {@code rDot}, {@code sDot} and {@code gMDot}, adds the
   * tangents of what {@link #backward} computes to {@code gRDot}, {@code gSDot}, {@code gTDot} and
   * {@code sumsDot}. The gradient itself is not computed.
   */
  public void backwardTangent(
      InEdges edges,
      int from,
      int to,
      Rows r,
      Rows s,
      Rows t,
      int[] winners,
      int winnersAt,
      Rows rDot,
      Rows sDot,
      Rows gM,
      Rows gMDot,
      Rows gRDot,
      Rows gSDot,
      Rows gTDot,
      MessageGradients sumsDot,
      MessageWorkspace work) {
    addBiasGradient(edges, from, to, gMDot, sumsDot);
    work.begin(from, to, true);
    while (work.next(edges, winners, winnersAt)) {
      recompute(edges.terms(), r, s, t, work);
      push(rDot, sDot, work);
      network.gradientTangents(gM, gMDot, sumsDot, work);
      scatter(edges.terms(), work.g1Dot, gRDot, gSDot, gTDot, work);
    }
  }

  /** The forward pass of a block of winners up to {@code p2}. */
  private void recompute(int terms, Rows r, Rows s, Rows t, MessageWorkspace work) {
    if (work.holdsValues()) {
      return;
    }
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; ) {
      int count = block.run(row);
      base(r, block.receiver[row], t, work);
      kernels.gatherAffine(
          count,
          width,
          work.base,
          0,
          block.sender,
          row,
          s.data(),
          s.at(),
          s.step(),
          terms,
          block.coefficients,
          row * terms,
          t.data(),
          t.row(1),
          t.step(),
          work.n1,
          work.at + row * work.step,
          work.step);
      row += count;
    }
    network.values(work);
  }

  /** The tangents of a block of winners up to {@code p2Dot}. */
  private void push(Rows rDot, Rows sDot, MessageWorkspace work) {
    if (work.holdsTangents()) {
      return;
    }
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; ) {
      int count = block.run(row);
      kernels.gatherAffine(
          count,
          width,
          rDot.data(),
          rDot.row(block.receiver[row]),
          block.sender,
          row,
          sDot.data(),
          sDot.at(),
          sDot.step(),
          0,
          work.base,
          0,
          work.base,
          0,
          0,
          work.n1Dot,
          work.at + row * work.step,
          work.step);
      row += count;
    }
    network.tangents(work);
  }

  private void addBiasGradient(InEdges edges, int from, int to, Rows gM, MessageGradients sums) {
    for (int i = from; i < to; i++) {
      if (edges.start(i) < edges.start(i + 1)) {
        network.addBiasGradient(gM, i, sums);
      }
    }
  }

  /** Adds the gradients of a block's inputs to those of nodes. */
  private void scatterToNodes(float[] g, Rows gR, Rows gS, MessageWorkspace work) {
    WinnerBlock block = work.winners;
    for (int row = 0; row < block.rows; ) {
      int count = block.run(row);
      kernels.columnSums(
          count, width, g, row * work.step, work.step, gR.data(), gR.row(block.receiver[row]));
      row += count;
    }
    kernels.scatterAdd(
        block.rows, width, block.sender, 0, g, 0, work.step, gS.data(), gS.at(), gS.step());
  }

  /** Adds the gradients of a block's inputs to those of nodes and edge constants. */
  private void scatter(int terms, float[] g, Rows gR, Rows gS, Rows gT, MessageWorkspace work) {
    scatterToNodes(g, gR, gS, work);
    WinnerBlock block = work.winners;
    kernels.columnSums(block.rows, width, g, 0, work.step, gT.data(), gT.at());
    if (terms > 0) {
      kernels.weightGradient(
          block.rows,
          terms,
          width,
          block.coefficients,
          0,
          terms,
          g,
          0,
          work.step,
          gT.data(),
          gT.row(1),
          gT.step());
    }
  }
}
