// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Triple;
import dear.tensor.kernel.Triples;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Linear;

/**
 * For an edge (i, j) and any node k: y = Σ_p ω_p·relu(α[i,k]_p + β[k,j]_p + γ[i,j]_p) + b, α, β and
 * γ being thirds of the columns of a matrix over pairs: the logits of an edge that points to a node
 * between its ends. A pair of nodes that may not be chosen has a logit of {@link #NEVER}: k is
 * allowed where {@code allowed[k,j]} is not 0, and where k = i.
 */
final class TripleStep implements Step {
  /** Low enough for a probability of 0, high enough for sums of logarithms. */
  static final float NEVER = Triple.NEVER;

  private static final int GRAIN = 64;
  private static final int NODE_GRAIN = 8;

  private final Workspace w;
  private final Value x;
  private final Value allowed;
  private final Index row;
  private final Index column;
  private final int omega;
  private final int bias;
  private final int channels;
  private final Value y;
  private final Triples triples;
  private final RangeTask prepareRange = this::prepareRange;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask tangentRange = this::tangentRange;
  private float[] scratch = {};

  // The operands of the tasks; set by the thread that starts them.
  private Triple operands;

  TripleStep(Workspace w, Value x, Value allowed, Index row, Index column, Linear out, Value y) {
    this.w = w;
    this.x = x;
    this.allowed = allowed;
    this.row = row;
    this.column = column;
    this.omega = out.weight().offset();
    this.bias = out.bias().offset();
    this.channels = x.cols() / 3;
    this.y = y;
    this.triples = w.kernels().triples();
    this.operands = ofValues();
  }

  private Triple ofValues() {
    return new Triple(
        w.size().nodes(),
        channels,
        w.offset(x),
        w.array(Plane.VALUE),
        w.offset(allowed),
        new Triple.Ends(w.array(row), w.start(row), w.array(column), w.start(column)),
        new Triple.Readout(w.parameters().values(), omega, bias));
  }

  @Override
  public void forward() {
    operands = ofValues();
    int needed = triples.scratch(operands.nodes(), channels);
    if (scratch.length < needed) {
      scratch = new float[Workspace.grown(scratch.length, needed)];
    }
    w.overRanges(operands.nodes(), NODE_GRAIN, prepareRange);
    w.overRanges(edges(), GRAIN, forwardRange);
  }

  private void prepareRange(int worker, int from, int to) {
    triples.prepare(operands, from, to, scratch);
  }

  private void forwardRange(int worker, int from, int to) {
    triples.logits(operands, from, to, scratch, w.offset(y));
  }

  @Override
  public void tangent() {
    w.overRanges(edges(), GRAIN, tangentRange);
  }

  private int edges() {
    return w.size().edges();
  }

  private int row(int edge) {
    return w.array(row)[w.start(row) + edge];
  }

  private int column(int edge) {
    return w.array(column)[w.start(column) + edge];
  }

  private boolean allows(float[] v, int i, int k, int j) {
    return k == i || v[w.offset(allowed) + k * w.size().nodes() + j] != 0;
  }

  private void tangentRange(int worker, int from, int to) {
    float[] v = w.array(Plane.VALUE);
    float[] dot = w.array(Plane.TANGENT);
    float[] theta = w.parameters().values();
    int n = w.size().nodes();
    for (int e = from; e < to; e++) {
      int i = row(e);
      int j = column(e);
      int gamma = w.offset(x) + (i * n + j) * x.cols() + 2 * channels;
      for (int k = 0; k < n; k++) {
        float sum = 0;
        if (allows(v, i, k, j)) {
          int alpha = w.offset(x) + (i * n + k) * x.cols();
          int beta = w.offset(x) + (k * n + j) * x.cols() + channels;
          for (int p = 0; p < channels; p++) {
            boolean open = v[alpha + p] + v[beta + p] + v[gamma + p] > 0;
            float moved = dot[alpha + p] + dot[beta + p] + dot[gamma + p];
            sum += open ? theta[omega + p] * moved : 0;
          }
        }
        dot[w.offset(y) + e * n + k] = sum;
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

  private void toInputs(float[] plane) {
    if (w.wants(x)) {
      triples.toInputs(operands, edges(), plane, w.offset(y));
    }
  }

  /** Adds Σ (output)·(what the plane holds where the rectifier is open) to the gradient of ω. */
  private void toWeights(float[] output, float[] plane) {
    triples.toWeights(operands, edges(), output, w.offset(y), plane, w.gradients());
  }

  private void toBias(float[] output) {
    float[] v = w.array(Plane.VALUE);
    int n = w.size().nodes();
    float sum = 0;
    for (int e = 0; e < edges(); e++) {
      for (int k = 0; k < n; k++) {
        if (allows(v, row(e), k, column(e))) {
          sum += output[w.offset(y) + e * n + k];
        }
      }
    }
    w.gradients()[bias] += sum;
  }
}
