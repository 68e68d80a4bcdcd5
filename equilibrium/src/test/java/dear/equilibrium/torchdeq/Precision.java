// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

/** The arithmetic that a run imitates: double throughout, or every result rounded to float. */
public enum Precision {
  /** The result of every operation is rounded to float. */
  FLOAT32,
  /** Plain double arithmetic. */
  FLOAT64;

  /** The result as this arithmetic would store it. */
  public double round(double value) {
    return this == FLOAT32 ? (float) value : value;
  }

  /** The difference of two vectors. */
  double[] subtract(double[] a, double[] b) {
    double[] out = new double[a.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = round(a[i] - b[i]);
    }
    return out;
  }
}
