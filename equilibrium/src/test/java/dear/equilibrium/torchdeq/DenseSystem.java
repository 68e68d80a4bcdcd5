// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

/** A dense linear system by Gaussian elimination with partial pivoting. */
final class DenseSystem {
  private DenseSystem() {}

  /** Solves the n equations in place; the right-hand side is the last of n+1 columns. */
  static double[] solve(double[][] rows, Precision precision) {
    int n = rows.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) {
          pivot = i;
        }
      }
      double[] swap = rows[k];
      rows[k] = rows[pivot];
      rows[pivot] = swap;
      if (rows[k][k] == 0) {
        throw new ArithmeticException(
            "the Anderson system is exactly singular, as torchdeq reports it for lam = 0; raise"
                + " lam or use the default solvers");
      }
      for (int i = k + 1; i < n; i++) {
        double factor = precision.round(rows[i][k] / rows[k][k]);
        for (int j = k + 1; j <= n; j++) {
          rows[i][j] = precision.round(rows[i][j] - factor * rows[k][j]);
        }
      }
    }
    double[] solution = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = rows[i][n];
      for (int j = i + 1; j < n; j++) {
        sum = precision.round(sum - rows[i][j] * solution[j]);
      }
      solution[i] = precision.round(sum / rows[i][i]);
    }
    return solution;
  }
}
