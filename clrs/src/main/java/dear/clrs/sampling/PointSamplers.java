// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.Inputs;

/** The distributions of the geometric algorithms. */
public final class PointSamplers {
  /** Triples of points closer than this to a line are drawn again. */
  private static final double COLLINEAR = 1e-12;

  private static final double RADIUS = 2;

  /** All triples are examined, so time grows with the cube of the number of points. */
  private static final int MOST_POINTS = 1024;

  private PointSamplers() {}

  /** Two segments, that is four points, which meet in half of the cases; the size is ignored. */
  public static Sampler segments() {
    return (features, size, options, random) -> {
      boolean meet = new Bernoulli(0.5).toss(random);
      double[] x;
      double[] y;
      do {
        x = random.uniforms(4, 0, 1);
        y = random.uniforms(4, 0, 1);
      } while (cross(x, y) != meet);
      return Inputs.builder(features, 4).reals("x", x).reals("y", y).build();
    };
  }

  /** Points in a disc, no three of them on a line. */
  public static Sampler disc() {
    return (features, size, options, random) -> {
      if (size > MOST_POINTS) {
        throw new IllegalArgumentException(
            "%d points are too many: every triple is checked, so at most %d points are drawn"
                .formatted(size, MOST_POINTS));
      }
      double[] x = new double[size];
      double[] y = new double[size];
      do {
        double[] angles = random.uniforms(size, 0, 2 * Math.PI);
        for (int i = 0; i < size; i++) {
          double radius = RADIUS * Math.sqrt(random.nextDouble());
          x[i] = radius * TableTrigonometry.cos(angles[i]);
          y[i] = radius * TableTrigonometry.sin(angles[i]);
        }
      } while (hasCollinearTriple(x, y));
      return Inputs.builder(features, size).reals("x", x).reals("y", y).build();
    };
  }

  /** Whether the segments 0-1 and 2-3 properly cross. */
  private static boolean cross(double[] x, double[] y) {
    return turn(x, y, 0, 2, 3) != turn(x, y, 1, 2, 3) && turn(x, y, 0, 1, 2) != turn(x, y, 0, 1, 3);
  }

  private static boolean turn(double[] x, double[] y, int a, int b, int c) {
    return (y[c] - y[a]) * (x[b] - x[a]) > (y[b] - y[a]) * (x[c] - x[a]);
  }

  private static boolean hasCollinearTriple(double[] x, double[] y) {
    for (int i = 0; i < x.length; i++) {
      for (int j = i + 1; j < x.length; j++) {
        double dx = x[j] - x[i];
        double dy = y[j] - y[i];
        for (int k = j + 1; k < x.length; k++) {
          if (Math.abs(dx * (y[k] - y[i]) - dy * (x[k] - x[i])) < COLLINEAR) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
