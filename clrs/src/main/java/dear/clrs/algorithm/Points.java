// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;

/** Points in the plane, one per node. */
final class Points {
  /** Triples whose cross product is smaller count as collinear, as in the samplers of CLRS-30. */
  private static final double COLLINEAR = 1e-12;

  private final double[] x;
  private final double[] y;

  /** The points of a run. */
  Points(Execution run) {
    x = run.reals("x");
    y = run.reals("y");
  }

  int count() {
    return x.length;
  }

  /** Twice the signed area of the triangle: positive when i, j, k turn left. */
  double cross(int i, int j, int k) {
    return (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]);
  }

  /** The direction from one point to another. */
  double angle(int from, int to) {
    // StrictMath, because the order of the angles must not depend on the machine.
    return StrictMath.atan2(y[to] - y[from], x[to] - x[from]);
  }

  /** Whether k lies in the bounding box of i and j, boundary included. */
  boolean inBox(int i, int j, int k) {
    return Math.min(x[i], x[j]) <= x[k]
        && x[k] <= Math.max(x[i], x[j])
        && Math.min(y[i], y[j]) <= y[k]
        && y[k] <= Math.max(y[i], y[j]);
  }

  /** The lowest point; the leftmost of several, and the first of several equal ones. */
  int lowest() {
    int best = 0;
    for (int i = 1; i < x.length; i++) {
      if (y[i] < y[best] || (y[i] == y[best] && x[i] < x[best])) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Checks a hull that was marched around although some points were collinear or equal, where the
   * march may skip a corner or keep an inner point. No point may lie to the right of a side, and at
   * least one must lie to the left, otherwise all are on one line. Then every side runs along the
   * boundary of the hull, counter-clockwise, and the closed walk visits every corner.
   */
  void requireHull(int[] corners) {
    boolean area = false;
    int from = corners[corners.length - 1];
    for (int to : corners) {
      for (int i = 0; i < x.length; i++) {
        double side = cross(from, to, i);
        if (side < -COLLINEAR) {
          throw degenerate("point " + i + " lies outside the side from " + from + " to " + to);
        }
        area |= side > COLLINEAR;
      }
      from = to;
    }
    if (!area) {
      throw degenerate("all of them lie on one line");
    }
  }

  /** The error for points whose hull this method cannot determine. */
  static IllegalArgumentException degenerate(String reason) {
    return new IllegalArgumentException(
        "inputs x and y: equal or collinear points leave the hull undefined here ("
            + reason
            + "); remove or move such points");
  }
}
