package dear.tensor.autodiff;

import dear.tensor.kernel.Kernels;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Linear;

/**
 * y[a,b] = Σ_c ω_c·max(l[a,c], r[b,c]) + β: the logits of an edge that points to any node.
 *
 * <p>As a composition this would need the pairs × columns matrix of maxima, 42 MB for a graph of 64
 * nodes and 1300 edges at width 128. Here a row of it exists at a time, and only on the way back.
 */
final class PairwiseMaxStep implements Step {
  /** Pairs that one thread takes at a time when a team works on the graph. */
  private static final int GRAIN = 4096;

  private final Workspace w;
  private final Value left;
  private final Value right;
  private final int omega;
  private final int beta;
  private final Value y;
  private final float[] row;

  /** Takes the gradient of a side that is not wanted. */
  private final float[] nobody;

  private final RangeTask forwardRange = (worker, from, to) -> dots(Plane.VALUE, from, to);
  private final RangeTask tangentRange = (worker, from, to) -> dots(Plane.TANGENT, from, to);

  PairwiseMaxStep(Workspace w, Value left, Value right, Linear layer, Value y) {
    this.w = w;
    this.left = left;
    this.right = right;
    this.omega = layer.weight().offset();
    this.beta = layer.bias().offset();
    this.y = y;
    this.row = new float[left.cols()];
    this.nobody = new float[left.cols()];
  }

  @Override
  public void forward() {
    w.overRanges(w.rows(left), grain(), forwardRange);
  }

  @Override
  public void tangent() {
    w.overRanges(w.rows(left), grain(), tangentRange);
  }

  private int grain() {
    return Math.max(1, GRAIN / Math.max(1, w.rows(right)));
  }

  /** ω·(what the plane holds where the maximum is), with the bias for values. */
  private void dots(Plane which, int from, int to) {
    float[] v = w.array(Plane.VALUE);
    float[] plane = w.array(which);
    float[] theta = w.parameters().values();
    int nodes = w.rows(right);
    int cols = left.cols();
    int r = w.offset(right);
    for (int a = from; a < to; a++) {
      int l = w.offset(left) + a * cols;
      int out = w.offset(y) + a * nodes;
      w.kernels().chooseDots(nodes, cols, v, plane, l, r, cols, theta, omega, plane, out);
    }
    if (which == Plane.VALUE) {
      for (int i = w.offset(y) + from * nodes; i < w.offset(y) + to * nodes; i++) {
        plane[i] += theta[beta];
      }
    }
  }

  @Override
  public void backward() {
    float[] bar = w.array(Plane.COTANGENT);
    toInputs(bar);
    if (w.wantsGradients()) {
      toWeights(bar, w.array(Plane.VALUE));
      toBias(bar);
    }
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    toInputs(barDot);
    toWeights(barDot, w.array(Plane.VALUE));
    toWeights(w.array(Plane.COTANGENT), w.array(Plane.TANGENT));
    toBias(barDot);
  }

  private void toInputs(float[] p) {
    float[] v = w.array(Plane.VALUE);
    float[] theta = w.parameters().values();
    Kernels kernels = w.kernels();
    int nodes = w.rows(right);
    int cols = left.cols();
    for (int a = 0; a < w.rows(left); a++) {
      int l = w.offset(left) + a * cols;
      for (int b = 0; b < nodes; b++) {
        int r = w.offset(right) + b * cols;
        float g = p[w.offset(y) + a * nodes + b];
        float[] toRight = w.wants(right) ? p : nobody;
        int at = w.wants(right) ? r : 0;
        kernels.chooseBackward(cols, v, l, v, r, g, theta, omega, row, 0, toRight, at);
        if (w.wants(left)) {
          kernels.axpy(cols, 1, row, 0, p, l);
        }
      }
    }
  }

  /** Adds Σ (output)·(what the plane holds where the maximum is) to the gradient of ω. */
  private void toWeights(float[] output, float[] plane) {
    float[] v = w.array(Plane.VALUE);
    Kernels kernels = w.kernels();
    int nodes = w.rows(right);
    int cols = left.cols();
    for (int a = 0; a < w.rows(left); a++) {
      int l = w.offset(left) + a * cols;
      for (int b = 0; b < nodes; b++) {
        int r = w.offset(right) + b * cols;
        kernels.choose(cols, v, l, v, r, plane, l, plane, r, row, 0);
        float g = output[w.offset(y) + a * nodes + b];
        kernels.axpy(cols, g, row, 0, w.gradients(), omega);
      }
    }
  }

  private void toBias(float[] output) {
    w.kernels().columnSums(w.count(y), 1, output, w.offset(y), 1, w.gradients(), beta);
  }
}
