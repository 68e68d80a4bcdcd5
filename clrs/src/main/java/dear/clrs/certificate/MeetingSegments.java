// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;
import java.math.BigDecimal;

/**
 * Whether two segments meet, decided by the sides on which their ends lie. These are computed
 * exactly, so nearly collinear points do not end up on the wrong side through rounding.
 */
final class MeetingSegments implements Conditions {
  @Override
  public String basis() {
    return "follows from the exact orientations of the end points";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    boolean meet = meet(inputs.reals("x"), inputs.reals("y"));
    if (meet != (answer.one("intersect") == 1)) {
      findings.whole(() -> meet ? "the segments meet" : "the segments do not meet");
    }
  }

  private static boolean meet(double[] x, double[] y) {
    int[] side = new int[4];
    boolean touch = false;
    for (int end = 0; end < 4; end++) {
      int a = end < 2 ? 2 : 0;
      int b = a + 1;
      side[end] = side(x, y, a, b, end);
      touch |= side[end] == 0 && between(x[a], x[b], x[end]) && between(y[a], y[b], y[end]);
    }
    return touch || (side[0] * side[1] < 0 && side[2] * side[3] < 0);
  }

  private static int side(double[] x, double[] y, int a, int b, int c) {
    BigDecimal left = difference(x[b], x[a]).multiply(difference(y[c], y[a]));
    BigDecimal right = difference(y[b], y[a]).multiply(difference(x[c], x[a]));
    return left.compareTo(right);
  }

  private static BigDecimal difference(double a, double b) {
    return new BigDecimal(a).subtract(new BigDecimal(b));
  }

  private static boolean between(double a, double b, double c) {
    return Math.min(a, b) <= c && c <= Math.max(a, b);
  }
}
