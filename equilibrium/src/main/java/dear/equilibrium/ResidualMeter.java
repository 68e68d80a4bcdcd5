// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.Vectors;
import java.util.function.IntConsumer;

/**
 * Measures residuals as a stop rule says.
 *
 * <p>For a large state this takes so long that a team of threads which evaluates the function would
 * have to wait for it, and fall asleep. So the state is divided into parts of a fixed length, which
 * the team may share ({@link FixedPointMap#forEachPart}); their sums are added in order. The bits
 * of a residual thus depend on the state alone, not on who has measured it.
 */
final class ResidualMeter {
  /** Elements of a part: some microseconds of work, more than it takes to hand it out. */
  static final int PART = 1 << 14;

  /** The numbers of a part are on a cache line of their own, in which one thread writes. */
  private static final int LINE = 8;

  private final StopRule rule;
  private final IntConsumer states = this::sumPart; // created once: a search creates no garbage
  private final IntConsumer rows = this::greatestOfPart;
  private double[] sums = {};

  // The operands of the parts.
  private float[] x = {};
  private int xOffset;
  private float[] fx = {};
  private int fxOffset;
  private int length;
  private int width;

  ResidualMeter(StopRule rule) {
    this.rule = rule;
  }

  /** The residual of a finite point x with image fx; infinite if the image is not finite. */
  double measure(FixedPointMap map, float[] point, int pointAt, float[] image, int imageAt) {
    x = point;
    xOffset = pointAt;
    fx = image;
    fxOffset = imageAt;
    length = map.dimension();
    width = map.rowWidth();
    return switch (rule.extent()) {
      case STATE -> ofState(map);
      case ROWS -> ofRows(map);
    };
  }

  private double ofState(FixedPointMap map) {
    int parts = Math.ceilDiv(length, PART);
    run(map, parts, states);
    double squaredDistance = 0;
    double squaredNorm = 0;
    for (int part = 0; part < parts; part++) {
      squaredDistance += sums[part * LINE];
      squaredNorm += sums[part * LINE + 1];
    }
    return residual(squaredDistance, squaredNorm);
  }

  private double ofRows(FixedPointMap map) {
    int parts = Math.ceilDiv(length / width, rowsOfPart());
    run(map, parts, rows);
    double greatest = 0;
    for (int part = 0; part < parts; part++) {
      greatest = Math.max(greatest, sums[part * LINE]);
    }
    return greatest;
  }

  private void run(FixedPointMap map, int parts, IntConsumer task) {
    if (sums.length < parts * LINE) {
      sums = new double[parts * LINE];
    }
    map.forEachPart(parts, task);
  }

  private int rowsOfPart() {
    return Math.max(1, PART / width);
  }

  private void sumPart(int part) {
    int from = part * PART;
    sum(from, Math.min(PART, length - from), part * LINE);
  }

  private void greatestOfPart(int part) {
    int from = part * rowsOfPart() * width;
    int to = from + Math.min(rowsOfPart() * width, length - from);
    int at = part * LINE;
    double greatest = 0;
    for (int row = from; row < to; row += width) {
      sum(row, width, at);
      greatest = Math.max(greatest, residual(sums[at], sums[at + 1]));
    }
    sums[at] = greatest;
  }

  private void sum(int from, int count, int at) {
    switch (rule.measure()) {
      case ABSOLUTE ->
          sums[at] = Vectors.squaredDistance(x, xOffset + from, fx, fxOffset + from, count);
      case RELATIVE ->
          Vectors.squaredDistanceAndNorm(x, xOffset + from, fx, fxOffset + from, count, sums, at);
    }
  }

  private double residual(double squaredDistance, double squaredNorm) {
    double distance = Math.sqrt(squaredDistance);
    if (!(distance < Double.POSITIVE_INFINITY)) {
      return Double.POSITIVE_INFINITY; // x is finite, so f(x) is not
    }
    return switch (rule.measure()) {
      case ABSOLUTE -> distance;
      case RELATIVE -> distance / (Math.sqrt(squaredNorm) + StopRule.RELATIVE_FLOOR);
    };
  }
}
