// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The corners of a convex hull as marks. Seen from the lowest of them, the marked points must turn
 * left all the way around, and every point must lie inside. The marks carry no order, so the h
 * marked points are sorted by angle, and each point is compared with the side in its direction,
 * found by a binary search: O(n log h), with no stack of candidates. Points on a side may be marked
 * or not, and equal points are one, which is marked if any of them is.
 */
final class ConvexHull implements Conditions {
  /**
   * The rounding error of a cross product of differences, each below the extent: 4 u with some
   * margin.
   */
  private static final double CROSS_ROUNDING = 16 * 0x1p-53;

  @Override
  public String basis() {
    return "the marked points never turn right on the way around, and no point lies outside; points"
        + " on a side may be marked or not";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    new Polygon(inputs.reals("x"), inputs.reals("y"), findings).check(answer.codes("in_hull"));
  }

  private static final class Polygon {
    private final double[] x;
    private final double[] y;
    private final Findings findings;
    private final double slack;

    Polygon(double[] x, double[] y, Findings findings) {
      this.x = x;
      this.y = y;
      this.findings = findings;
      double extent = Math.max(extent(x), extent(y));
      slack = CROSS_ROUNDING * extent * extent;
    }

    void check(int[] marked) {
      if (onOneLine()) {
        findings.doubt("not checked: all points lie on one line");
        return;
      }
      Set<List<Double>> seen = new HashSet<>();
      int[] corners =
          IntStream.range(0, x.length)
              .filter(i -> marked[i] == 1 && seen.add(List.of(x[i] + 0.0, y[i] + 0.0))) // -0 is 0
              .toArray();
      if (corners.length < 3) {
        findings.whole(() ->
            "%d marked points, equal ones aside, do not form a polygon".formatted(corners.length));
        return;
      }
      int lowest = lowest(corners);
      double[] angle = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        boolean same = x[i] == x[lowest] && y[i] == y[lowest];
        angle[i] = same ? -1 : Math.atan2(y[i] - y[lowest], x[i] - x[lowest]);
        int point = i;
        if (y[i] < y[lowest]) {
          findings.node(i, () -> "%s lies below all marked points".formatted(findings.name(point)));
        }
      }
      if (findings.none()) {
        int[] around = around(lowest, corners, angle);
        checkTurns(around);
        if (findings.none()) {
          checkInside(around, angle);
        }
      }
    }

    /** The corners by angle; on the last side, the farthest first. */
    private int[] around(int lowest, int[] corners, double[] angle) {
      double last = Arrays.stream(corners).mapToDouble(i -> angle[i]).max().orElseThrow();
      return Arrays.stream(corners)
          .boxed()
          .sorted(
              Comparator.<Integer>comparingDouble(i -> i == lowest ? -2 : angle[i])
                  .thenComparingDouble(i -> (angle[i] == last ? -1 : 1) * distance(lowest, i)))
          .mapToInt(i -> i)
          .toArray();
    }

    private void checkTurns(int[] around) {
      int h = around.length;
      for (int k = 0; k < h; k++) {
        int before = around[(k + h - 1) % h];
        int at = around[k];
        int after = around[(k + 1) % h];
        if (cross(before, at, after) < -slack) {
          findings.node(
              at,
              () ->
                  "%s is marked, but lies inside the line from %s to %s"
                      .formatted(findings.name(at), findings.name(before), findings.name(after)));
        }
      }
    }

    private void checkInside(int[] around, double[] angle) {
      int h = around.length;
      double[] angles = new double[h];
      for (int k = 1; k < h; k++) {
        angles[k] = angle[around[k]];
      }
      for (int i = 0; i < x.length; i++) {
        int found = Arrays.binarySearch(angles, 1, h, angle[i]);
        int side = Math.clamp(found >= 0 ? found : -found - 2, 1, h - 2);
        if (!checkSide(around[0], around[1], i) || !checkSide(around[h - 1], around[0], i)) {
          continue;
        }
        checkSide(around[side], around[side + 1], i);
      }
    }

    private boolean checkSide(int from, int to, int point) {
      boolean inside = cross(from, to, point) >= -slack;
      if (!inside) {
        findings.node(
            point,
            () ->
                "%s lies outside the side from %s to %s"
                    .formatted(findings.name(point), findings.name(from), findings.name(to)));
      }
      return inside;
    }

    private int lowest(int[] points) {
      int best = points[0];
      for (int i : points) {
        if (y[i] < y[best] || (y[i] == y[best] && x[i] < x[best])) {
          best = i;
        }
      }
      return best;
    }

    private boolean onOneLine() {
      int far = 0;
      for (int i = 1; i < x.length; i++) {
        far = distance(0, i) > distance(0, far) ? i : far;
      }
      int end = far;
      return IntStream.range(0, x.length).allMatch(i -> Math.abs(cross(0, end, i)) <= slack);
    }

    private double cross(int i, int j, int k) {
      return (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]);
    }

    private double distance(int i, int j) {
      return Math.hypot(x[i] - x[j], y[i] - y[j]);
    }

    private static double extent(double[] coordinates) {
      return Arrays.stream(coordinates).max().orElseThrow()
          - Arrays.stream(coordinates).min().orElseThrow();
    }
  }
}
