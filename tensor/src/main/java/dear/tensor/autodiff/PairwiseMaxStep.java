package dear.tensor.autodiff;

import dear.tensor.kernel.PackedWeights;
import dear.tensor.parameter.Linear;

/**
 * y[a,b] = Σ_c ω_c·max(l[a,c], r[b,c]) + β: the logits of an edge that points to any node.
 *
 * <p>As a composition this would need the pairs × columns matrix of maxima, 42 MB for a graph of 64
 * nodes and 1300 edges at width 128. Here it exists for one a at a time. Columns are the inner loop
 * everywhere, without branches, so that the compiler vectorises them.
 */
final class PairwiseMaxStep implements Step {
  private final Workspace w;
  private final Value left;
  private final Value right;
  private final int omega;
  private final int beta;
  private final PackedWeights packed;
  private final Value y;
  private float[] maxima = {};

  PairwiseMaxStep(Workspace w, Value left, Value right, Linear layer, Value y) {
    this.w = w;
    this.left = left;
    this.right = right;
    this.omega = layer.weight().offset();
    this.beta = layer.bias().offset();
    this.packed = w.parameters().packed(layer.weight().block());
    this.y = y;
  }

  @Override
  public void forward() {
    maximaOf(w.array(Plane.VALUE), true);
  }

  @Override
  public void tangent() {
    maximaOf(w.array(Plane.TANGENT), false);
  }

  /** ω·(what the plane holds where the maximum is), with the bias or without. */
  private void maximaOf(float[] plane, boolean bias) {
    float[] v = w.array(Plane.VALUE);
    int nodes = w.rows(right);
    int cols = left.cols();
    if (maxima.length < nodes * cols) {
      maxima = new float[Workspace.grown(maxima.length, nodes * cols)];
    }
    for (int a = 0; a < w.rows(left); a++) {
      int l = w.offset(left) + a * cols;
      for (int b = 0; b < nodes; b++) {
        int r = w.offset(right) + b * cols;
        for (int c = 0; c < cols; c++) {
          maxima[b * cols + c] = v[l + c] >= v[r + c] ? plane[l + c] : plane[r + c];
        }
      }
      int out = w.offset(y) + a * nodes;
      if (bias) {
        w.kernels()
            .multiplyAddBias(
                nodes, maxima, 0, cols, packed, w.parameters().values(), beta, plane, out, 1);
      } else {
        w.kernels().multiply(nodes, maxima, 0, cols, packed, plane, out, 1);
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
    int nodes = w.rows(right);
    int cols = left.cols();
    for (int a = 0; a < w.rows(left); a++) {
      int l = w.offset(left) + a * cols;
      for (int b = 0; b < nodes; b++) {
        int r = w.offset(right) + b * cols;
        float g = p[w.offset(y) + a * nodes + b];
        if (w.wants(left)) {
          for (int c = 0; c < cols; c++) {
            p[l + c] += v[l + c] >= v[r + c] ? g * theta[omega + c] : 0;
          }
        }
        if (w.wants(right)) {
          for (int c = 0; c < cols; c++) {
            p[r + c] += v[l + c] >= v[r + c] ? 0 : g * theta[omega + c];
          }
        }
      }
    }
  }

  /** Adds Σ (output)·(what the plane holds where the maximum is) to the gradient of ω. */
  private void toWeights(float[] output, float[] plane) {
    float[] v = w.array(Plane.VALUE);
    float[] gradients = w.gradients();
    int nodes = w.rows(right);
    int cols = left.cols();
    for (int a = 0; a < w.rows(left); a++) {
      int l = w.offset(left) + a * cols;
      for (int b = 0; b < nodes; b++) {
        int r = w.offset(right) + b * cols;
        float g = output[w.offset(y) + a * nodes + b];
        for (int c = 0; c < cols; c++) {
          gradients[omega + c] += g * (v[l + c] >= v[r + c] ? plane[l + c] : plane[r + c]);
        }
      }
    }
  }

  private void toBias(float[] output) {
    w.kernels().columnSums(w.count(y), 1, output, w.offset(y), 1, w.gradients(), beta);
  }
}
