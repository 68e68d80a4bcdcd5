// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.EdgeRows;
import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Linear;
import java.util.Arrays;

/**
 * y[a,b] = Σ_c ω_c·max(l[a,c], r[b,c]) + β: the logits of an edge that points to any node.
 *
 * <p>As a composition this would need the pairs × columns matrix of maxima, 42 MB for a graph of 64
 * nodes and 1300 edges at width 128. Here only one row of it exists at a time, and only in the
 * backward pass.
 */
final class PairwiseMaxStep implements Step {
  /** Pairs that one thread takes at a time when a team works on the graph. */
  private static final int GRAIN = 4096;

  private final Workspace w;
  private final Elements elements;
  private final EdgeRows edgeRows;
  private final Value left;
  private final Value right;
  private final Matrix omega;
  private final int omegaAt;
  private final int beta;
  private final Value y;
  private final Views[] views;
  private final Matrix row;
  private final Matrix gradients = new Matrix();

  /** A sink for the gradient of a side that is not needed. */
  private final Matrix nobody;

  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask tangentRange = this::tangentRange;

  /** Rows of the two sides for one thread, as values and as held by another plane. */
  private record Views(Matrix left, Matrix ofLeft, Matrix right, Matrix ofRight, Matrix out) {
    Views() {
      this(new Matrix(), new Matrix(), new Matrix(), new Matrix(), new Matrix());
    }
  }

  PairwiseMaxStep(Workspace w, Value left, Value right, Linear layer, Value y) {
    this.w = w;
    this.elements = w.kernels().elements();
    this.edgeRows = w.kernels().edgeRows();
    this.left = left;
    this.right = right;
    this.omegaAt = layer.weight().offset();
    this.omega = new Matrix(w.parameters().values(), omegaAt, left.cols());
    this.beta = layer.bias().offset();
    this.y = y;
    this.views = new Views[w.threads()];
    Arrays.setAll(views, i -> new Views());
    this.row = Matrix.of(new float[left.cols()]);
    this.nobody = Matrix.of(new float[left.cols()]);
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

  private void forwardRange(int worker, int from, int to) {
    Views own = views[worker];
    int nodes = w.rows(right);
    float[] logits = w.array(Plane.VALUE);
    int first = w.offset(y) + from * nodes;
    edgeRows.greaterDots(
        to - from,
        nodes,
        own.left.rowsOf(w.matrix(Plane.VALUE, left), from),
        w.matrix(Plane.VALUE, right),
        omega,
        own.out.set(logits, first, nodes));
    float bias = w.parameters().values()[beta];
    for (int i = first; i < first + (to - from) * nodes; i++) {
      logits[i] += bias;
    }
  }

  /** ω·(the tangent where the maximum is). */
  private void tangentRange(int worker, int from, int to) {
    Matrix leftValues = w.matrix(Plane.VALUE, left);
    Matrix ofLeft = w.matrix(Plane.TANGENT, left);
    Matrix rightValues = w.matrix(Plane.VALUE, right);
    Matrix ofRight = w.matrix(Plane.TANGENT, right);
    Views own = views[worker];
    int nodes = w.rows(right);
    for (int a = from; a < to; a++) {
      edgeRows.chooseDots(
          nodes,
          own.left.rowsOf(leftValues, a),
          own.ofLeft.rowsOf(ofLeft, a),
          rightValues,
          ofRight,
          omega,
          own.out.set(w.array(Plane.TANGENT), w.offset(y) + a * nodes, nodes));
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
    toWeights(Plane.COTANGENT, Plane.TANGENT);
    toBias(Plane.COTANGENT_TANGENT);
  }

  private void toInputs(Plane plane) {
    Views own = views[0];
    int nodes = w.rows(right);
    int cols = left.cols();
    float[] p = w.array(plane);
    for (int a = 0; a < w.rows(left); a++) {
      own.left.rowsOf(w.matrix(Plane.VALUE, left), a);
      own.ofLeft.rowsOf(w.matrix(plane, left), a);
      for (int b = 0; b < nodes; b++) {
        own.right.rowsOf(w.matrix(Plane.VALUE, right), b);
        Matrix toRight = w.wants(right) ? own.ofRight.rowsOf(w.matrix(plane, right), b) : nobody;
        float g = p[w.offset(y) + a * nodes + b];
        elements.chooseBackward(cols, own.left, own.right, g, omega, row, toRight);
        if (w.wants(left)) {
          elements.axpy(cols, 1, row, own.ofLeft);
        }
      }
    }
  }

  /** Adds Σ (output)·(what the plane holds where the maximum is) to the gradient of ω. */
  private void toWeights(Plane output, Plane plane) {
    Views own = views[0];
    int nodes = w.rows(right);
    int cols = left.cols();
    float[] p = w.array(output);
    gradients.set(w.gradients(), omegaAt, cols);
    for (int a = 0; a < w.rows(left); a++) {
      own.left.rowsOf(w.matrix(Plane.VALUE, left), a);
      own.ofLeft.rowsOf(w.matrix(plane, left), a);
      for (int b = 0; b < nodes; b++) {
        own.right.rowsOf(w.matrix(Plane.VALUE, right), b);
        own.ofRight.rowsOf(w.matrix(plane, right), b);
        elements.choose(cols, own.left, own.right, own.ofLeft, own.ofRight, row);
        elements.axpy(cols, p[w.offset(y) + a * nodes + b], row, gradients);
      }
    }
  }

  private void toBias(Plane output) {
    w.kernels()
        .products()
        .columnSums(w.count(y), w.matrix(output, y), gradients.set(w.gradients(), beta, 1));
  }
}
