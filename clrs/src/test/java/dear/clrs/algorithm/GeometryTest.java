// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.data.Inputs;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Segments against the library, hulls against their definition; equal and collinear points. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GeometryTest {
  private static final Trial SEGMENTS =
      new Trial(new SegmentsIntersect(), SegmentsIntersect.FEATURES);
  private static final Trial GRAHAM = new Trial(new GrahamScan(), GrahamScan.FEATURES);
  private static final Trial JARVIS = new Trial(new JarvisMarch(), JarvisMarch.FEATURES);

  private final Random random = new Random(53);

  static List<Trial> hulls() {
    return List.of(GRAHAM, JARVIS);
  }

  @Test
  void segmentsMeetWhenTheLibrarySaysSo() {
    for (int trial = 0; trial < 5000; trial++) {
      double[] x = grid(4, 4);
      double[] y = grid(4, 4);
      if (same(x, y, 0, 1) || same(x, y, 2, 3)) {
        continue; // the library reports that every point meets every other
      }
      boolean meet = Line2D.linesIntersect(x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]);
      assertThat(meet(x, y)).as(show(x, y)).isEqualTo(meet);
    }
  }

  @Test
  void segmentsMayBePoints() {
    double[] y = {0, 0, 0, 0};
    assertThat(meet(new double[] {1, 1, 1, 1}, y)).isTrue();
    assertThat(meet(new double[] {1, 1, 2, 2}, y)).isFalse();
    assertThat(meet(new double[] {1, 1, 0, 2}, y)).isTrue();
    assertThat(meet(new double[] {0, 1, 2, 2}, y)).isFalse();
  }

  @Test
  void segmentsNeedFourPoints() {
    Inputs three = inputs(SEGMENTS, new double[3], new double[3]);
    assertThatThrownBy(() -> SEGMENTS.run(three))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("need 4 values, not 3");
  }

  @ParameterizedTest
  @MethodSource("hulls")
  void cornersAreThoseOfTheDefinition(Trial hull) {
    for (int trial = 0; trial < 200; trial++) {
      int n = 3 + random.nextInt(20);
      double[] x = random.doubles(n).toArray();
      double[] y = random.doubles(n).toArray();
      assertThat(inHull(hull, x, y)).isEqualTo(corners(x, y));
    }
  }

  @ParameterizedTest
  @MethodSource("hulls")
  void equalAndCollinearPointsGiveARightHullOrNone(Trial hull) {
    int answered = 0;
    int refused = 0;
    for (int trial = 0; trial < 5000; trial++) {
      int n = 3 + random.nextInt(8);
      int size = 2 + random.nextInt(4);
      double[] x = grid(n, size);
      double[] y = grid(n, size);
      Inputs inputs = inputs(hull, x, y);
      try {
        assertRightHull(hull.run(inputs).output("in_hull").codes(), x, y);
        answered++;
      } catch (IllegalArgumentException refusal) {
        assertThat(refusal).hasMessageContaining("equal or collinear points");
        refused++;
      }
    }
    assertThat(answered).isGreaterThan(500);
    assertThat(refused).isGreaterThan(500);
  }

  @ParameterizedTest
  @MethodSource("hulls")
  void pointsOnOneLineAreRefused(Trial hull) {
    for (int n = 3; n < 10; n++) {
      double[] x = grid(n, 10);
      assertThatThrownBy(() -> inHull(hull, x, x))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("collinear");
    }
  }

  @ParameterizedTest
  @MethodSource("hulls")
  void oneOrTwoPointsAreTheirOwnHull(Trial hull) {
    assertThat(inHull(hull, new double[] {3}, new double[] {4})).containsExactly(1);
    assertThat(inHull(hull, new double[] {3, 1}, new double[] {4, 9})).containsExactly(1, 1);
    assertThat(inHull(hull, new double[] {3, 3}, new double[] {4, 4})).containsExactly(1, 1);
  }

  @Test
  void tenThousandPointsHaveOneHull() {
    double[] x = random.doubles(10_000).toArray();
    double[] y = random.doubles(10_000).toArray();
    int[] scanned = GRAHAM.answer(inputs(GRAHAM, x, y)).output("in_hull").codes();
    int[] marched = JARVIS.answer(inputs(JARVIS, x, y)).output("in_hull").codes();
    assertThat(scanned).isEqualTo(marched).contains(1);
  }

  private static boolean meet(double[] x, double[] y) {
    return SEGMENTS.run(inputs(SEGMENTS, x, y)).output("intersect").codes()[0] == 1;
  }

  private static int[] inHull(Trial hull, double[] x, double[] y) {
    return hull.run(inputs(hull, x, y)).output("in_hull").codes();
  }

  private static Inputs inputs(Trial trial, double[] x, double[] y) {
    return trial.inputs(x.length).reals("x", x).reals("y", y).build();
  }

  private double[] grid(int n, int size) {
    return random.ints(n, 0, size).asDoubleStream().toArray();
  }

  /** Every corner is marked, at one of its equal points; inner points are not. */
  private static void assertRightHull(int[] marked, double[] x, double[] y) {
    int[] corners = corners(x, y);
    List<List<Double>> places = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      if (marked[i] == 1) {
        places.add(List.of(x[i], y[i]));
        assertThat(onBorder(x, y, i)).as("point %d of %s", i, show(x, y)).isTrue();
      }
    }
    for (int i = 0; i < x.length; i++) {
      if (corners[i] == 1) {
        assertThat(places).as(show(x, y)).contains(List.of(x[i], y[i]));
      }
    }
  }

  /** A corner is not a convex combination of others: neither between two nor inside three. */
  private static int[] corners(double[] x, double[] y) {
    int n = x.length;
    int[] corners = new int[n];
    Arrays.fill(corners, 1);
    for (int p = 0; p < n; p++) {
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
          for (int c = 0; c < n; c++) {
            boolean apart = !same(x, y, p, a) && !same(x, y, p, b) && !same(x, y, p, c);
            if (apart && inTriangle(x, y, a, b, c, p)) {
              corners[p] = 0;
            }
          }
        }
      }
    }
    return corners;
  }

  /** On the boundary: some line through the point has all others on one side. */
  private static boolean onBorder(double[] x, double[] y, int p) {
    for (int q = 0; q < x.length; q++) {
      boolean border = !same(x, y, p, q);
      for (int r = 0; r < x.length && border; r++) {
        border = turn(x, y, p, q, r) >= 0;
      }
      if (border) {
        return true;
      }
    }
    return false;
  }

  /** Whether p is inside or on the boundary of the triangle, which may be degenerate. */
  private static boolean inTriangle(double[] x, double[] y, int a, int b, int c, int p) {
    double ab = turn(x, y, a, b, p);
    double bc = turn(x, y, b, c, p);
    double ca = turn(x, y, c, a, p);
    if (ab == 0 && bc == 0 && ca == 0) {
      double[] xs = {x[a], x[b], x[c]};
      double[] ys = {y[a], y[b], y[c]};
      Arrays.sort(xs);
      Arrays.sort(ys);
      return turn(x, y, a, b, c) == 0
          && xs[0] <= x[p]
          && x[p] <= xs[2]
          && ys[0] <= y[p]
          && y[p] <= ys[2];
    }
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
  }

  private static boolean same(double[] x, double[] y, int i, int j) {
    return x[i] == x[j] && y[i] == y[j];
  }

  private static double turn(double[] x, double[] y, int i, int j, int k) {
    return (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]);
  }

  private static String show(double[] x, double[] y) {
    return Arrays.toString(x) + " " + Arrays.toString(y);
  }
}
