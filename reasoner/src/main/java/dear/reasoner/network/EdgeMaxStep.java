package dear.reasoner.network;

import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Step;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.parameter.Linear;

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
  private final PackedWeights packed;
  private final Value y;
  private final int cols;
  private final float[] left;
  private final float[] chosen;
  private final float[] leftDot;

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
    this.packed = w.parameters().packed(layer.weight().block());
    this.y = y;
    this.cols = a.cols();
    this.left = new float[cols];
    this.leftDot = new float[cols];
    this.chosen = new float[BLOCK * cols];
  }

  @Override
  public void forward() {
    inBlocks(Plane.VALUE);
  }

  @Override
  public void tangent() {
    inBlocks(Plane.TANGENT);
  }

  /** ω·(what the plane holds of the chosen side); only values have a bias. */
  private void inBlocks(Plane plane) {
    float[] p = w.array(plane);
    for (int first = 0; first < w.rows(y); first += BLOCK) {
      int count = Math.min(BLOCK, w.rows(y) - first);
      for (int i = 0; i < count; i++) {
        choose(plane, first + i, i * cols);
      }
      int out = w.offset(y) + first;
      if (plane == Plane.VALUE) {
        float[] theta = w.parameters().values();
        kernels.multiplyAddBias(count, chosen, 0, cols, packed, theta, beta, p, out, 1);
      } else {
        kernels.multiply(count, chosen, 0, cols, packed, p, out, 1);
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
    float[] toLeft = leftDot;
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
    for (int e = 0; e < w.rows(y); e++) {
      float g = output[w.offset(y) + e];
      if (g != 0) {
        choose(plane, e, 0);
        add(g, chosen, w.gradients(), omega);
      }
    }
  }

  private void toBias(float[] output) {
    kernels.columnSums(w.count(y), 1, output, w.offset(y), 1, w.gradients(), beta);
  }

  /** Writes what a plane holds of the chosen side of an edge. */
  private void choose(Plane plane, int e, int at) {
    float[] v = w.array(Plane.VALUE);
    float[] p = w.array(plane);
    sumLeft(v, e, left);
    float[] ofLeft = left;
    if (plane != Plane.VALUE) {
      sumLeft(p, e, leftDot);
      ofLeft = leftDot;
    }
    int right = w.offset(b) + end(column, e) * cols;
    kernels.choose(cols, left, 0, v, right, ofLeft, 0, p, right, chosen, at);
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
