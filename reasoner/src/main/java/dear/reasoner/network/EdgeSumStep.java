// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Step;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;

/**
 * y_e = a_r + b_c + t₀ + Σ xⱼ tⱼ for an edge e from r to c with scalars xⱼ: decodes an edge from
 * its two ends and its encoding. The step is linear, so the four passes are two maps on four
 * planes.
 */
record EdgeSumStep(Workspace w, EdgeEnds ends, Value y) implements Step {
  @Override
  public void forward() {
    apply(w.array(Plane.VALUE));
  }

  @Override
  public void tangent() {
    apply(w.array(Plane.TANGENT));
  }

  @Override
  public void backward() {
    transpose(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    transpose(w.array(Plane.COTANGENT_TANGENT));
  }

  private void apply(float[] p) {
    int cols = y.cols();
    int terms = ends.scalarCount(w);
    for (int e = 0; e < w.rows(y); e++) {
      int to = w.offset(y) + e * cols;
      int fromA = w.offset(ends.a()) + ends.row(w, e) * cols;
      int fromB = w.offset(ends.b()) + ends.column(w, e) * cols;
      int fromT = w.offset(ends.terms());
      for (int c = 0; c < cols; c++) {
        p[to + c] = p[fromA + c] + p[fromB + c] + p[fromT + c];
      }
      for (int k = 0; k < terms; k++) {
        axpy(cols, ends.scalar(w, e, k), p, fromT + (k + 1) * cols, p, to);
      }
    }
  }

  private void transpose(float[] p) {
    int cols = y.cols();
    int terms = ends.scalarCount(w);
    for (int e = 0; e < w.rows(y); e++) {
      int from = w.offset(y) + e * cols;
      axpy(cols, 1, p, from, p, w.offset(ends.a()) + ends.row(w, e) * cols);
      axpy(cols, 1, p, from, p, w.offset(ends.b()) + ends.column(w, e) * cols);
      axpy(cols, 1, p, from, p, w.offset(ends.terms()));
      for (int k = 0; k < terms; k++) {
        axpy(cols, ends.scalar(w, e, k), p, from, p, w.offset(ends.terms()) + (k + 1) * cols);
      }
    }
  }

  private static void axpy(int n, float factor, float[] x, int xAt, float[] y, int yAt) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] += factor * x[xAt + i];
    }
  }
}
