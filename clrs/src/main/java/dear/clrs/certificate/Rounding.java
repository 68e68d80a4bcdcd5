// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/**
 * How far apart two sums may lie that would be equal without rounding.
 *
 * <p>Added one after another, k numbers whose absolute values sum to M give a result within k u M
 * of the true one, where u is half the distance of 1 from the next double (Higham, Accuracy and
 * Stability of Numerical Algorithms, 4.2). Two such sums are compared, and the answer was chosen by
 * two others, perhaps added in another order: four times that.
 */
final class Rounding {
  private static final double UNIT = 0x1p-53;
  private static final int SUMS = 4;

  private Rounding() {}

  /**
   * The distance below which two sums with this number of terms and this magnitude count as equal.
   */
  static double slack(int terms, double magnitude) {
    return SUMS * UNIT * (terms + 1.0) * magnitude;
  }
}
