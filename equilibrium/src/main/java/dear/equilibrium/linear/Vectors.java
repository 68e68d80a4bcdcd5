// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

/**
 * Loops over float vectors that sum in double.
 *
 * <p>Residuals are differences of nearly equal vectors and are compared with tolerances down to the
 * rounding of the state, and Gram matrices of them are nearly singular: rounding in float sums
 * would dominate both. Four independent double sums keep the additions pipelined; the order of
 * additions is fixed, so that the same input gives the same bits on every machine. One evaluation
 * of a user's function costs orders of magnitude more than these passes.
 */
public final class Vectors {
  private Vectors() {}

  /** The inner product of a and b. */
  public static double dot(float[] a, int aOffset, float[] b, int bOffset, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      s0 += (double) a[aOffset + i] * b[bOffset + i];
      s1 += (double) a[aOffset + i + 1] * b[bOffset + i + 1];
      s2 += (double) a[aOffset + i + 2] * b[bOffset + i + 2];
      s3 += (double) a[aOffset + i + 3] * b[bOffset + i + 3];
    }
    for (; i < length; i++) {
      s0 += (double) a[aOffset + i] * b[bOffset + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** The squared Euclidean norm of a. */
  public static double squaredNorm(float[] a, int aOffset, int length) {
    return dot(a, aOffset, a, aOffset, length);
  }

  /** The Euclidean norm of a; no square of a float overflows a double. */
  public static double norm(float[] a, int aOffset, int length) {
    return Math.sqrt(squaredNorm(a, aOffset, length));
  }

  /** The squared Euclidean distance of a and b. */
  public static double squaredDistance(float[] a, int aOffset, float[] b, int bOffset, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      double d0 = (double) a[aOffset + i] - b[bOffset + i];
      double d1 = (double) a[aOffset + i + 1] - b[bOffset + i + 1];
      double d2 = (double) a[aOffset + i + 2] - b[bOffset + i + 2];
      double d3 = (double) a[aOffset + i + 3] - b[bOffset + i + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; i < length; i++) {
      double d0 = (double) a[aOffset + i] - b[bOffset + i];
      s0 += d0 * d0;
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * The squared Euclidean distance of a and b to {@code into[at]} and the squared norm of b to the
   * next element: the bits of {@link #squaredDistance} and {@link #squaredNorm} in two thirds of
   * their time, since b is read and converted once.
   */
  public static void squaredDistanceAndNorm(
      float[] a, int aOffset, float[] b, int bOffset, int length, double[] into, int at) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double t0 = 0;
    double t1 = 0;
    double t2 = 0;
    double t3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      double b0 = b[bOffset + i];
      double b1 = b[bOffset + i + 1];
      double b2 = b[bOffset + i + 2];
      double b3 = b[bOffset + i + 3];
      double d0 = a[aOffset + i] - b0;
      double d1 = a[aOffset + i + 1] - b1;
      double d2 = a[aOffset + i + 2] - b2;
      double d3 = a[aOffset + i + 3] - b3;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
      t0 += b0 * b0;
      t1 += b1 * b1;
      t2 += b2 * b2;
      t3 += b3 * b3;
    }
    for (; i < length; i++) {
      double b0 = b[bOffset + i];
      double d0 = a[aOffset + i] - b0;
      s0 += d0 * d0;
      t0 += b0 * b0;
    }
    into[at] = (s0 + s1) + (s2 + s3);
    into[at + 1] = (t0 + t1) + (t2 + t3);
  }

  /** y ← y + factor·x, every element rounded once. */
  public static void addScaled(
      double factor, float[] x, int xOffset, float[] y, int yOffset, int length) {
    for (int i = 0; i < length; i++) {
      y[yOffset + i] = (float) (y[yOffset + i] + factor * x[xOffset + i]);
    }
  }

  /** out ← factor·x, every element rounded once; out may be x. */
  public static void scale(
      double factor, float[] x, int xOffset, float[] out, int outOffset, int length) {
    for (int i = 0; i < length; i++) {
      out[outOffset + i] = (float) (factor * x[xOffset + i]);
    }
  }

  /** y = a·x + b·y. */
  public static void mix(
      double a, float[] x, int xOffset, double b, float[] y, int yOffset, int length) {
    for (int i = 0; i < length; i++) {
      y[yOffset + i] = (float) (a * x[xOffset + i] + b * y[yOffset + i]);
    }
  }

  /** The index of the first element that is not finite, or -1. */
  public static int firstNotFinite(float[] a, int aOffset, int length) {
    for (int i = 0; i < length; i++) {
      if (!Float.isFinite(a[aOffset + i])) {
        return i;
      }
    }
    return -1;
  }
}
