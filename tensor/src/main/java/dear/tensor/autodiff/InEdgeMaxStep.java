// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;
import dear.tensor.message.InEdges;
import dear.tensor.parallel.RangeTask;
import java.util.Arrays;

/**
 * y_i = max over the in-edges e of node i, from j, of s_j + t₀ + Σ x_k t_k, channel by channel; the
 * first edge wins a tie, and a node without in-edges gets zero. Given the winners the step is
 * linear, so the derivative passes are two maps on three planes.
 *
 * <p>A team shares the receivers. Gradients add to rows that receivers share: they are added by one
 * thread, in order, which is cheap because each receiver has one winner per channel.
 */
final class InEdgeMaxStep implements Step {
  private static final int RANGES_PER_THREAD = 4;

  private final Workspace w;
  private final Edges input;
  private final Value senders;
  private final Value terms;
  private final Value y;
  private final int cols;
  private final Buffers[] buffers;
  private final RangeTask forwardRange = this::forwardRange;
  private int[] winners = {};

  /** The row of an edge, and views of other rows. */
  private static final class Buffers {
    final Matrix edge;
    final Matrix from = new Matrix();
    final Matrix to = new Matrix();

    Buffers(int cols) {
      edge = new Matrix(new float[cols], 0, cols);
    }
  }

  InEdgeMaxStep(Workspace w, Edges input, Value senders, Value terms, Value y) {
    this.w = w;
    this.input = input;
    this.senders = senders;
    this.terms = terms;
    this.y = y;
    this.cols = y.cols();
    this.buffers = new Buffers[w.threads()];
    Arrays.setAll(buffers, i -> new Buffers(cols));
  }

  @Override
  public void forward() {
    if (winners.length < w.count(y)) {
      winners = new int[Workspace.grown(winners.length, w.count(y))];
    }
    int nodes = w.rows(y);
    w.overRanges(nodes, Math.max(1, nodes / (RANGES_PER_THREAD * buffers.length)), forwardRange);
  }

  private void forwardRange(int worker, int first, int end) {
    InEdges edges = w.edges(input);
    Elements elements = w.kernels().elements();
    Buffers own = buffers[worker];
    Matrix s = w.matrix(Plane.VALUE, senders);
    Matrix t = w.matrix(Plane.VALUE, terms);
    for (int i = first; i < end; i++) {
      Matrix max = own.to.rowsOf(w.matrix(Plane.VALUE, y), i);
      boolean empty = edges.start(i) == edges.start(i + 1);
      Arrays.fill(max.data(), max.at(), max.at() + cols, empty ? 0 : Float.NEGATIVE_INFINITY);
      Arrays.fill(winners, i * cols, (i + 1) * cols, -1);
      for (int e = edges.start(i); e < edges.start(i + 1); e++) {
        elements.combine(cols, 1, own.from.rowsOf(s, edges.sender(e)), 1, t, own.edge);
        for (int k = 0; k < edges.terms(); k++) {
          elements.axpy(cols, edges.scalar(e, k), own.from.rowsOf(t, k + 1), own.edge);
        }
        w.kernels().edgeRows().raiseMax(1, own.edge, e, max, winners, i * cols);
      }
    }
  }

  @Override
  public void tangent() {
    InEdges edges = w.edges(input);
    Matrix from = w.matrix(Plane.TANGENT, senders);
    Matrix to = w.matrix(Plane.TANGENT, y);
    for (int i = 0; i < w.count(y); i++) {
      int e = winners[i];
      to.data()[to.at() + i] =
          e < 0 ? 0 : from.data()[from.row(edges.sender(e)) + i % cols]; // terms stay
    }
  }

  @Override
  public void backward() {
    back(Plane.COTANGENT);
  }

  @Override
  public void backwardTangent() {
    back(Plane.COTANGENT_TANGENT);
  }

  private void back(Plane plane) {
    InEdges edges = w.edges(input);
    Matrix from = w.matrix(plane, y);
    Matrix toSenders = w.matrix(plane, senders);
    Matrix toTerms = w.matrix(plane, terms);
    boolean wantsSenders = w.wants(senders);
    boolean wantsTerms = w.wants(terms);
    for (int i = 0; i < w.count(y); i++) {
      int e = winners[i];
      float g = from.data()[from.at() + i];
      if (e < 0 || g == 0) {
        continue;
      }
      int c = i % cols;
      if (wantsSenders) {
        toSenders.data()[toSenders.row(edges.sender(e)) + c] += g;
      }
      if (wantsTerms) {
        toTerms.data()[toTerms.row(0) + c] += g;
        for (int k = 0; k < edges.terms(); k++) {
          toTerms.data()[toTerms.row(k + 1) + c] += edges.scalar(e, k) * g;
        }
      }
    }
  }
}
