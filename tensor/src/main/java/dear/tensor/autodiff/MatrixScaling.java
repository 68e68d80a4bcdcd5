// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import java.util.Arrays;

/**
 * Sinkhorn's iteration on a matrix given by its logarithms: finds factors of rows and of columns
 * that make all sums of columns one, and those of rows as close to one as the rounds allow
 * (Sinkhorn and Knopp, "Concerning nonnegative matrices and doubly stochastic matrices", 1967).
 *
 * <p>With L the logarithms and m_i the largest of row i, the entries are exp(L_ij - m_i); a round
 * sets the factor of each row, then of each column, to one over its sum.
 */
final class MatrixScaling {
  /** Sums outside this range have lost the small entries of their row or column, or soon will. */
  private static final double LEAST_SUM = 1e-200;

  private double[] entries = {};
  private int[] rowOf = {};
  private int[] columnOf = {};
  private double[] rowFactors = {};
  private double[] columnFactors = {};
  private double[] largest = {};

  /**
   * Writes the logarithms of the scaled entries.
   *
   * @param logs the matrix, entry by entry
   * @param rows which entries a row has, and {@code columns} a column
   * @return whether it succeeded; if not, the factors left the range of doubles, and nothing was
   *     written
   */
  boolean run(float[] logs, Segments rows, Segments columns, int rounds, float[] into, int at) {
    fit(rows, columns);
    Arrays.fill(columnFactors, 0, columns.count(), 1);
    exponentiate(logs, rows, columns);
    for (int k = 0; k < rounds; k++) {
      if (!balance(rows, columnOf, columnFactors, rowFactors)
          || !balance(columns, rowOf, rowFactors, columnFactors)) {
        return false;
      }
    }
    for (int j = 0; j < columns.count(); j++) {
      columnFactors[j] = StrictMath.log(columnFactors[j]);
    }
    for (int i = 0; i < rows.count(); i++) {
      double shift = StrictMath.log(rowFactors[i]) - largest[i];
      for (int p = rows.start()[i]; p < rows.start()[i + 1]; p++) {
        int e = rows.order()[p];
        into[at + e] = (float) (logs[e] + shift + columnFactors[columnOf[e]]);
      }
    }
    return true;
  }

  private void exponentiate(float[] logs, Segments rows, Segments columns) {
    for (int j = 0; j < columns.count(); j++) {
      for (int p = columns.start()[j]; p < columns.start()[j + 1]; p++) {
        columnOf[columns.order()[p]] = j;
      }
    }
    for (int i = 0; i < rows.count(); i++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int p = rows.start()[i]; p < rows.start()[i + 1]; p++) {
        rowOf[rows.order()[p]] = i;
        most = Math.max(most, logs[rows.order()[p]]);
      }
      largest[i] = most;
      for (int p = rows.start()[i]; p < rows.start()[i + 1]; p++) {
        int e = rows.order()[p];
        entries[e] = StrictMath.exp(logs[e] - most);
      }
    }
  }

  /** One over the sum of each line, whose entries are multiplied by the crossing factors. */
  private boolean balance(Segments lines, int[] acrossOf, double[] across, double[] factors) {
    int[] start = lines.start();
    int[] order = lines.order();
    for (int s = 0; s < lines.count(); s++) {
      double sum = 0;
      for (int p = start[s]; p < start[s + 1]; p++) {
        sum += entries[order[p]] * across[acrossOf[order[p]]];
      }
      boolean empty = start[s] == start[s + 1];
      if (!empty && !(sum > LEAST_SUM && sum < 1 / LEAST_SUM)) {
        return false;
      }
      factors[s] = 1 / sum;
    }
    return true;
  }

  private void fit(Segments rows, Segments columns) {
    int count = Math.max(rows.start()[rows.count()], columns.start()[columns.count()]);
    if (entries.length < count) {
      entries = new double[Workspace.grown(entries.length, count)];
      rowOf = new int[entries.length];
      columnOf = new int[entries.length];
    }
    if (rowFactors.length < rows.count()) {
      rowFactors = new double[Workspace.grown(rowFactors.length, rows.count())];
      largest = new double[rowFactors.length];
    }
    if (columnFactors.length < columns.count()) {
      columnFactors = new double[Workspace.grown(columnFactors.length, columns.count())];
    }
  }
}
