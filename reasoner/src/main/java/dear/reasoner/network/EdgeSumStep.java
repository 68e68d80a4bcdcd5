package dear.reasoner.network;

import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Step;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;

/**
 * y_e = a_r + b_c + t₀ + Σ xⱼ tⱼ for an edge e from r to c with scalars xⱼ: what decodes edges from
 * their two ends and their encoding. Linear, so the four passes are two maps on four planes.
 */
record EdgeSumStep(
    Workspace w, Value a, Value b, Value t, Index row, Index column, Value scalars, Value y)
    implements Step {
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
    int terms = w.rows(t) - 1;
    for (int e = 0; e < w.rows(y); e++) {
      int to = w.offset(y) + e * cols;
      int fromA = w.offset(a) + end(row, e) * cols;
      int fromB = w.offset(b) + end(column, e) * cols;
      int fromT = w.offset(t);
      for (int c = 0; c < cols; c++) {
        p[to + c] = p[fromA + c] + p[fromB + c] + p[fromT + c];
      }
      for (int k = 0; k < terms; k++) {
        axpy(cols, scalar(e, k, terms), p, fromT + (k + 1) * cols, p, to);
      }
    }
  }

  private void transpose(float[] p) {
    int cols = y.cols();
    int terms = w.rows(t) - 1;
    for (int e = 0; e < w.rows(y); e++) {
      int from = w.offset(y) + e * cols;
      axpy(cols, 1, p, from, p, w.offset(a) + end(row, e) * cols);
      axpy(cols, 1, p, from, p, w.offset(b) + end(column, e) * cols);
      axpy(cols, 1, p, from, p, w.offset(t));
      for (int k = 0; k < terms; k++) {
        axpy(cols, scalar(e, k, terms), p, from, p, w.offset(t) + (k + 1) * cols);
      }
    }
  }

  private int end(Index index, int e) {
    return w.array(index)[w.start(index) + e];
  }

  private float scalar(int e, int k, int terms) {
    return w.array(Plane.VALUE)[w.offset(scalars) + e * terms + k];
  }

  private static void axpy(int n, float factor, float[] x, int xAt, float[] y, int yAt) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] += factor * x[xAt + i];
    }
  }
}
