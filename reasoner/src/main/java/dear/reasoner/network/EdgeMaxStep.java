package dear.reasoner.network;

import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Step;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.kernel.Kernels;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Linear;
import java.util.Arrays;

/**
 * How much node r would point along its edge e to node c:
 *
 * <pre>
 * y_e = ω · max(l_e, b_c) + β,     l_e = a_r + t₀ + Σ xⱼ tⱼ
 * </pre>
 *
 * with a and b a row per node, t the {@link EdgeTerms} of the edge and the maximum taken channel by
 * channel. As a composition this would need three matrices of edges × width; here an edge's row
 * lives in a buffer, a block of edges at a time. The maximum is a choice between l and b that the
 * value decides, so each pass is the same sum over edges with other planes in the places of l and
 * b: the derivative of what was chosen.
 */
final class EdgeMaxStep implements Step {
  /** Edges per block: a few dozen rows stay in the first-level cache. */
  private static final int BLOCK = 48;

  /** Edges that one thread takes at a time when a team works on the graph. */
  private static final int GRAIN = 8 * BLOCK;

  private final Workspace w;
  private final Kernels kernels;
  private final Value a;
  private final Value b;
  private final Value t;
  private final Index row;
  private final Index column;
  private final Value scalars;
  private final int omega;
  private final int beta;
  private final Value y;
  private final int cols;
  private final Buffers[] buffers;
  private final RangeTask forwardRange =
      (worker, from, to) -> inBlocks(Plane.VALUE, worker, from, to);
  private final RangeTask tangentRange =
      (worker, from, to) -> inBlocks(Plane.TANGENT, worker, from, to);

  /** Of one thread: an edge's rows, and a block of what was chosen. */
  private static final class Buffers {
    final float[] left;
    final float[] leftDot;
    final float[] chosen;

    /** All rows of a block: 0, 1, 2, … */
    final int[] rows = new int[BLOCK];

    Buffers(int cols) {
      left = new float[cols];
      leftDot = new float[cols];
      chosen = new float[BLOCK * cols];
      Arrays.setAll(rows, i -> i);
    }
  }

  EdgeMaxStep(
      Workspace w,
      Value a,
      Value b,
      Value t,
      Index row,
      Index column,
      Value scalars,
      Linear layer,
      Value y) {
    this.w = w;
    this.kernels = w.kernels();
    this.a = a;
    this.b = b;
    this.t = t;
    this.row = row;
    this.column = column;
    this.scalars = scalars;
    this.omega = layer.weight().offset();
    this.beta = layer.bias().offset();
    this.y = y;
    this.cols = a.cols();
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

  /** ω·(what the plane holds of the chosen side); only values have a bias. */
  private void inBlocks(Plane plane, int worker, int from, int to) {
    Buffers own = buffers[worker];
    float[] p = w.array(plane);
    float[] theta = w.parameters().values();
    float bias = plane == Plane.VALUE ? theta[beta] : 0;
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      for (int i = 0; i < count; i++) {
        choose(plane, first + i, own, i * cols);
      }
      int out = w.offset(y) + first;
      kernels.dotChosen(count, own.rows, 0, cols, theta, omega, own.chosen, 0, p, out);
      for (int i = 0; i < count; i++) {
        p[out + i] += bias;
      }
    }
  }

  @Override
  public void backward() {
    float[] bar = w.array(Plane.COTANGENT);
    toInputs(bar);
    if (w.wantsGradients()) {
      toWeights(bar, Plane.VALUE);
      toBias(bar);
    }
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    toInputs(barDot);
    toWeights(barDot, Plane.VALUE);
    if (y.active()) {
      toWeights(w.array(Plane.COTANGENT), Plane.TANGENT);
    }
    toBias(barDot);
  }

  private void toInputs(float[] p) {
    float[] v = w.array(Plane.VALUE);
    float[] theta = w.parameters().values();
    int terms = w.rows(t) - 1;
    float[] left = buffers[0].left;
    float[] toLeft = buffers[0].leftDot;
    for (int e = 0; e < w.rows(y); e++) {
      float g = p[w.offset(y) + e];
      if (g == 0) {
        continue; // nodes whose target is no edge, and saturated ones
      }
      sumLeft(v, e, left);
      int right = w.offset(b) + end(column, e) * cols;
      kernels.chooseBackward(cols, left, 0, v, right, g, theta, omega, toLeft, 0, p, right);
      add(1, toLeft, p, w.offset(a) + end(row, e) * cols);
      add(1, toLeft, p, w.offset(t));
      for (int k = 0; k < terms; k++) {
        add(scalar(e, k, terms), toLeft, p, w.offset(t) + (k + 1) * cols);
      }
    }
  }

  /** Adds Σ (output)·(what the plane holds of the chosen side) to the gradient of ω. */
  private void toWeights(float[] output, Plane plane) {
    Buffers own = buffers[0];
    for (int e = 0; e < w.rows(y); e++) {
      float g = output[w.offset(y) + e];
      if (g != 0) {
        choose(plane, e, own, 0);
        add(g, own.chosen, w.gradients(), omega);
      }
    }
  }

  private void toBias(float[] output) {
    kernels.columnSums(w.count(y), 1, output, w.offset(y), 1, w.gradients(), beta);
  }

  /** Writes what a plane holds of the chosen side of an edge. */
  private void choose(Plane plane, int e, Buffers own, int at) {
    float[] v = w.array(Plane.VALUE);
    float[] p = w.array(plane);
    sumLeft(v, e, own.left);
    float[] ofLeft = own.left;
    if (plane != Plane.VALUE) {
      sumLeft(p, e, own.leftDot);
      ofLeft = own.leftDot;
    }
    int right = w.offset(b) + end(column, e) * cols;
    kernels.choose(cols, own.left, 0, v, right, ofLeft, 0, p, right, own.chosen, at);
  }

  private void sumLeft(float[] plane, int e, float[] into) {
    int from = w.offset(a) + end(row, e) * cols;
    int constant = w.offset(t);
    kernels.combine(cols, 1, plane, from, 1, plane, constant, into, 0);
    int terms = w.rows(t) - 1;
    for (int k = 0; k < terms; k++) {
      kernels.axpy(cols, scalar(e, k, terms), plane, constant + (k + 1) * cols, into, 0);
    }
  }

  private void add(float factor, float[] from, float[] to, int at) {
    kernels.axpy(cols, factor, from, 0, to, at);
  }

  private int end(Index index, int e) {
    return w.array(index)[w.start(index) + e];
  }

  private float scalar(int e, int k, int terms) {
    return w.array(Plane.VALUE)[w.offset(scalars) + e * terms + k];
  }
}
