// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

import java.util.Arrays;

/**
 * The eigenvalues of a small real upper Hessenberg matrix, by the QR algorithm with Wilkinson's
 * shift. In complex arithmetic throughout, which is twice the work of the real double shift and
 * half the code.
 */
public final class HessenbergEigenvalues {
  // The QR algorithm needs two or three rounds per eigenvalue; every tenth round uses a random
  // shift.
  private static final int MOST_ROUNDS = 60;
  private static final int EXCEPTIONAL = 10;
  private static final double EPSILON = Math.ulp(1.0);

  private final int size;
  private final double[][] re;
  private final double[][] im;
  private final double[] shift = new double[2];

  private HessenbergEigenvalues(double[][] matrix, int size) {
    this.size = size;
    re = new double[size][];
    im = new double[size][size];
    for (int i = 0; i < size; i++) {
      re[i] = Arrays.copyOf(matrix[i], size);
    }
  }

  /**
   * The eigenvalues of the leading square part of a matrix given by rows.
   *
   * @return real and imaginary parts
   */
  public static double[][] of(double[][] matrix, int size) {
    return new HessenbergEigenvalues(matrix, size).solve();
  }

  private double[][] solve() {
    int high = size - 1;
    int rounds = 0;
    while (high > 0) {
      int low = high;
      while (low > 0 && !negligible(low)) {
        low--;
      }
      if (low == high) {
        high--;
        rounds = 0;
      } else if (++rounds > MOST_ROUNDS) {
        throw new ArithmeticException("the QR algorithm has not converged: is the matrix finite?");
      } else {
        chooseShift(high, rounds);
        round(low, high);
      }
    }
    double[][] values = new double[2][size];
    for (int i = 0; i < size; i++) {
      values[0][i] = re[i][i];
      values[1][i] = im[i][i];
    }
    return values;
  }

  private boolean negligible(int i) {
    double scale = modulus(i - 1, i - 1) + modulus(i, i);
    return modulus(i, i - 1) <= EPSILON * (scale == 0 ? 1 : scale);
  }

  private double modulus(int i, int j) {
    return Math.hypot(re[i][j], im[i][j]);
  }

  /** The eigenvalue of the last two rows and columns that is nearer to the last entry. */
  private void chooseShift(int high, int rounds) {
    int l = high - 1;
    if (rounds % EXCEPTIONAL == 0) {
      shift[0] = re[high][high] + modulus(high, l);
      shift[1] = im[high][high];
      return;
    }
    // With half = (a-d)/2 the eigenvalues are d + half ± sqrt(half² + bc).
    double halfRe = (re[l][l] - re[high][high]) / 2;
    double halfIm = (im[l][l] - im[high][high]) / 2;
    double productRe = re[l][high] * re[high][l] - im[l][high] * im[high][l];
    double productIm = re[l][high] * im[high][l] + im[l][high] * re[high][l];
    double squareRe = halfRe * halfRe - halfIm * halfIm + productRe;
    double squareIm = 2 * halfRe * halfIm + productIm;
    double rootModulus = Math.sqrt(Math.hypot(squareRe, squareIm));
    double angle = Math.atan2(squareIm, squareRe) / 2;
    double rootRe = rootModulus * Math.cos(angle);
    double rootIm = rootModulus * Math.sin(angle);
    double sign =
        Math.hypot(halfRe + rootRe, halfIm + rootIm) < Math.hypot(halfRe - rootRe, halfIm - rootIm)
            ? 1
            : -1;
    shift[0] = re[high][high] + halfRe + sign * rootRe;
    shift[1] = im[high][high] + halfIm + sign * rootIm;
  }

  /** One QR step of the active block: A - μ = QR by Givens rotations, then RQ + μ. */
  private void round(int low, int high) {
    double[] cosRe = new double[high];
    double[] cosIm = new double[high];
    double[] sinRe = new double[high];
    double[] sinIm = new double[high];
    shiftDiagonal(low, high, -1);
    for (int k = low; k < high; k++) {
      double length = Math.hypot(modulus(k, k), modulus(k + 1, k));
      if (length == 0) {
        cosRe[k] = 1;
        continue;
      }
      cosRe[k] = re[k][k] / length;
      cosIm[k] = im[k][k] / length;
      sinRe[k] = re[k + 1][k] / length;
      sinIm[k] = im[k + 1][k] / length;
      for (int j = k; j <= high; j++) {
        double xr = re[k][j];
        double xi = im[k][j];
        double yr = re[k + 1][j];
        double yi = im[k + 1][j];
        // conj(c) x + conj(s) y  and  -s x + c y
        re[k][j] = cosRe[k] * xr + cosIm[k] * xi + sinRe[k] * yr + sinIm[k] * yi;
        im[k][j] = cosRe[k] * xi - cosIm[k] * xr + sinRe[k] * yi - sinIm[k] * yr;
        re[k + 1][j] = cosRe[k] * yr - cosIm[k] * yi - sinRe[k] * xr + sinIm[k] * xi;
        im[k + 1][j] = cosRe[k] * yi + cosIm[k] * yr - sinRe[k] * xi - sinIm[k] * xr;
      }
    }
    for (int k = low; k < high; k++) {
      for (int i = low; i <= Math.min(k + 1, high); i++) {
        double xr = re[i][k];
        double xi = im[i][k];
        double yr = re[i][k + 1];
        double yi = im[i][k + 1];
        // x c + y s  and  -x conj(s) + y conj(c)
        re[i][k] = xr * cosRe[k] - xi * cosIm[k] + yr * sinRe[k] - yi * sinIm[k];
        im[i][k] = xr * cosIm[k] + xi * cosRe[k] + yr * sinIm[k] + yi * sinRe[k];
        re[i][k + 1] = yr * cosRe[k] + yi * cosIm[k] - xr * sinRe[k] - xi * sinIm[k];
        im[i][k + 1] = yi * cosRe[k] - yr * cosIm[k] - xi * sinRe[k] + xr * sinIm[k];
      }
    }
    shiftDiagonal(low, high, 1);
  }

  private void shiftDiagonal(int low, int high, int sign) {
    for (int i = low; i <= high; i++) {
      re[i][i] += sign * shift[0];
      im[i][i] += sign * shift[1];
    }
  }
}
