// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Step;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.RowLists;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Linear;
import java.util.Arrays;

/**
 * The score for node r to point along its edge e to node c:
 *
 * <pre>
 * y_e = ω · max(l_e, b_c) + β,     l_e = a_r + t₀ + Σ xⱼ tⱼ
 * </pre>
 *
 * where a and b have a row per node, t are the {@link EdgeTerms} of the edge, and the maximum is
 * taken channel by channel. Composed of simpler steps, this would need three matrices of edges ×
 * width; here the row of an edge lives in a buffer, one block of edges at a time. The values decide
 * whether the maximum selects l or b, so each pass is the same sum over edges with l and b replaced
 * by other planes: the derivative of the selected side.
 */
final class EdgeMaxStep implements Step {
  /** Edges per block: a few dozen rows stay in the first-level cache. */
  private static final int BLOCK = 48;

  /** Edges that a thread takes at a time when a team works on the graph. */
  private static final int GRAIN = 8 * BLOCK;

  private final Workspace w;
  private final Elements elements;
  private final EdgeEnds ends;
  private final Matrix omega;
  private final int omegaAt;
  private final int beta;
  private final Value y;
  private final int cols;
  private final Buffers[] buffers;
  private final Matrix gradients = new Matrix();
  private final RangeTask forwardRange =
      (worker, from, to) -> inBlocks(Plane.VALUE, worker, from, to);
  private final RangeTask tangentRange =
      (worker, from, to) -> inBlocks(Plane.TANGENT, worker, from, to);

  /** The buffers of one thread: the rows of an edge, and a block of selected rows. */
  private static final class Buffers {
    final Matrix left;
    final Matrix leftDot;
    final Matrix chosen;

    // Views of rows of nodes and terms, of the block and of the result.
    final Matrix right = new Matrix();
    final Matrix ofRight = new Matrix();
    final Matrix sum = new Matrix();
    final Matrix row = new Matrix();
    final Matrix out = new Matrix();

    /** All rows of a block: 0, 1, 2, … */
    final int[] rows = new int[BLOCK];

    final RowLists block = new RowLists(1, BLOCK);

    Buffers(int cols) {
      left = new Matrix(new float[cols], 0, cols);
      leftDot = new Matrix(new float[cols], 0, cols);
      chosen = new Matrix(new float[BLOCK * cols], 0, cols);
      Arrays.setAll(rows, i -> i);
    }
  }

  EdgeMaxStep(Workspace w, EdgeEnds ends, Linear layer, Value y) {
    this.w = w;
    this.elements = w.kernels().elements();
    this.ends = ends;
    this.cols = ends.a().cols();
    this.omegaAt = layer.weight().offset();
    this.omega = new Matrix(w.parameters().values(), omegaAt, cols);
    this.beta = layer.bias().offset();
    this.y = y;
    this.buffers = new Buffers[w.threads()];
    Arrays.setAll(buffers, i -> new Buffers(cols));
  }

  @Override
  public void forward() {
    w.overRanges(w.rows(y), GRAIN, forwardRange);
  }

  @Override
  public void tangent() {
    w.overRanges(w.rows(y), GRAIN, tangentRange);
  }

  /** Computes ω·(the selected side in the plane); only values have a bias. */
  private void inBlocks(Plane plane, int worker, int from, int to) {
    Buffers own = buffers[worker];
    float[] p = w.array(plane);
    float bias = plane == Plane.VALUE ? w.parameters().values()[beta] : 0;
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      for (int i = 0; i < count; i++) {
        choose(plane, first + i, own, i);
      }
      int out = w.offset(y) + first;
      own.block.clear();
      own.block.add(0, own.rows, 0, count);
      w.kernels().chosenProducts().dot(own.block, omega, own.chosen, own.out.set(p, out, count));
      for (int i = 0; i < count; i++) {
        p[out + i] += bias;
      }
    }
  }

  @Override
  public void backward() {
    toInputs(Plane.COTANGENT);
    if (w.wantsGradients()) {
      toWeights(Plane.COTANGENT, Plane.VALUE);
      toBias(Plane.COTANGENT);
    }
  }

  @Override
  public void backwardTangent() {
    toInputs(Plane.COTANGENT_TANGENT);
    toWeights(Plane.COTANGENT_TANGENT, Plane.VALUE);
    if (y.active()) {
      toWeights(Plane.COTANGENT, Plane.TANGENT);
    }
    toBias(Plane.COTANGENT_TANGENT);
  }

  private void toInputs(Plane plane) {
    Buffers own = buffers[0];
    Matrix toLeft = own.leftDot;
    Matrix b = w.matrix(Plane.VALUE, ends.b());
    Matrix toB = w.matrix(plane, ends.b());
    Matrix toA = w.matrix(plane, ends.a());
    Matrix toTerms = w.matrix(plane, ends.terms());
    int terms = ends.scalarCount(w);
    float[] p = w.array(plane);
    for (int e = 0; e < w.rows(y); e++) {
      float g = p[w.offset(y) + e];
      if (g == 0) {
        continue; // nodes whose target is not an edge, and saturated ones
      }
      sumLeft(Plane.VALUE, e, own, own.left);
      int column = ends.column(w, e);
      Matrix right = own.right.rowsOf(b, column);
      Matrix toRight = own.ofRight.rowsOf(toB, column);
      elements.chooseBackward(cols, own.left, right, g, omega, toLeft, toRight);
      elements.axpy(cols, 1, toLeft, own.sum.rowsOf(toA, ends.row(w, e)));
      elements.axpy(cols, 1, toLeft, toTerms);
      for (int k = 0; k < terms; k++) {
        elements.axpy(cols, ends.scalar(w, e, k), toLeft, own.sum.rowsOf(toTerms, k + 1));
      }
    }
  }

  /** Adds Σ (output)·(the selected side in the plane) to the gradient of ω. */
  private void toWeights(Plane output, Plane plane) {
    Buffers own = buffers[0];
    float[] p = w.array(output);
    gradients.set(w.gradients(), omegaAt, cols);
    for (int e = 0; e < w.rows(y); e++) {
      float g = p[w.offset(y) + e];
      if (g != 0) {
        choose(plane, e, own, 0);
        elements.axpy(cols, g, own.chosen, gradients);
      }
    }
  }

  private void toBias(Plane output) {
    gradients.set(w.gradients(), beta, 1);
    w.kernels().products().columnSums(w.count(y), w.matrix(output, y), gradients);
  }

  /** Writes the selected side of an edge in a plane to a row of the block. */
  private void choose(Plane plane, int e, Buffers own, int i) {
    sumLeft(Plane.VALUE, e, own, own.left);
    Matrix ofLeft = own.left;
    if (plane != Plane.VALUE) {
      sumLeft(plane, e, own, own.leftDot);
      ofLeft = own.leftDot;
    }
    int column = ends.column(w, e);
    elements.choose(
        cols,
        own.left,
        own.right.rowsOf(w.matrix(Plane.VALUE, ends.b()), column),
        ofLeft,
        own.ofRight.rowsOf(w.matrix(plane, ends.b()), column),
        own.row.rowsOf(own.chosen, i));
  }

  private void sumLeft(Plane plane, int e, Buffers own, Matrix into) {
    Matrix t = w.matrix(plane, ends.terms());
    Matrix from = own.sum.rowsOf(w.matrix(plane, ends.a()), ends.row(w, e));
    elements.combine(cols, 1, from, 1, t, into);
    int terms = ends.scalarCount(w);
    for (int k = 0; k < terms; k++) {
      elements.axpy(cols, ends.scalar(w, e, k), own.sum.rowsOf(t, k + 1), into);
    }
  }
}
