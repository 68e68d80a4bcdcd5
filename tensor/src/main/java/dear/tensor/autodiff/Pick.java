// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * -Σ logP[target]: the cross-entropy of a distribution whose logarithm is given. Linear in logP;
 * any curvature is in the log-softmax before it.
 */
final class Pick implements LinearMap {
  private final Workspace w;
  private final Value logP;
  private final Index target;
  private final Value y;

  Pick(Workspace w, Value logP, Index target, Value y) {
    this.w = w;
    this.logP = logP;
    this.target = target;
    this.y = y;
  }

  /** Whether a target can point into such a matrix. */
  static boolean fits(Value logP, Index target) {
    return pointsAtRows(logP, target)
        || (target.rows().equals(logP.rows()) && target.into().equals(new Rows.Fixed(logP.cols())))
        || pointsAtNodes(logP, target);
  }

  private static boolean pointsAtRows(Value logP, Index target) {
    return logP.cols() == 1 && target.into().equals(logP.rows());
  }

  private static boolean pointsAtNodes(Value logP, Index target) {
    return logP.cols() == 1
        && target.into().equals(Rows.NODES)
        && ((logP.rows().equals(Rows.EDGE_NODES) && target.rows().equals(Rows.EDGES))
            || (logP.rows().equals(Rows.NODE_PAIRS) && target.rows().equals(Rows.NODES)));
  }

  /** The distance between the elements of consecutive targets. */
  private int stride() {
    if (pointsAtRows(logP, target)) {
      return 0;
    }
    return pointsAtNodes(logP, target) ? w.size().nodes() : logP.cols();
  }

  @Override
  public void apply(Plane plane) {
    float[] p = w.array(plane);
    double sum = 0;
    int[] of = w.array(target);
    int at = w.start(target);
    int stride = stride();
    for (int r = 0; r < target.rows().count(w.size()); r++) {
      if (of[at + r] >= 0) {
        sum -= p[w.offset(logP) + r * stride + of[at + r]];
      }
    }
    p[w.offset(y)] = (float) sum;
  }

  @Override
  public void transpose(Plane plane) {
    float[] p = w.array(plane);
    float g = p[w.offset(y)];
    int[] of = w.array(target);
    int at = w.start(target);
    int stride = stride();
    for (int r = 0; r < target.rows().count(w.size()); r++) {
      if (of[at + r] >= 0) {
        p[w.offset(logP) + r * stride + of[at + r]] -= g;
      }
    }
  }
}
