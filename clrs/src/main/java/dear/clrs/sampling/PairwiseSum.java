// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

/**
 * A sum in numpy's order of additions; the data for optimal search trees depends on its last bit.
 */
final class PairwiseSum {
  private static final int BLOCK = 128;
  private static final int LANES = 8;

  private PairwiseSum() {}

  static double of(double[] values) {
    return sum(values, 0, values.length);
  }

  private static double sum(double[] values, int start, int count) {
    if (count < LANES) {
      double sum = 0;
      for (int i = start; i < start + count; i++) {
        sum += values[i];
      }
      return sum;
    }
    if (count > BLOCK) {
      int half = count / 2;
      half -= half % LANES;
      return sum(values, start, half) + sum(values, start + half, count - half);
    }
    double[] lane = new double[LANES];
    System.arraycopy(values, start, lane, 0, LANES);
    int whole = count - count % LANES;
    for (int i = LANES; i < whole; i += LANES) {
      for (int l = 0; l < LANES; l++) {
        lane[l] += values[start + i + l];
      }
    }
    double sum =
        ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    for (int i = whole; i < count; i++) {
      sum += values[start + i];
    }
    return sum;
  }
}
