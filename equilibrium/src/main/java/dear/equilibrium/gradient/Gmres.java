// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.StopReason;
import dear.equilibrium.linear.Vectors;
import java.util.Arrays;

/**
 * Restarted GMRES for (I - Jᵀ) y = b from y = 0.
 *
 * <p>The Krylov basis is kept in float and orthogonalised by modified Gram-Schmidt with double
 * sums; the small least-squares problem is in double, by Givens rotations. Its running estimate of
 * the residual is trusted only for ending a cycle: the reported residual is computed from y, with
 * one more product.
 *
 * <p>Y. Saad and M. H. Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7 (1986).
 */
final class Gmres {
  private final int memory;
  private final double tolerance;
  private final int budget;
  private final double[][] hessenberg; // by column
  private final double[] cosines;
  private final double[] sines;
  private final double[] rotated; // the right-hand side of the small problem
  private float[] basis = {};
  private float[] y = {};
  private int dimension;
  private int evaluations;
  private double residual;

  Gmres(int memory, double tolerance, int budget) {
    this.memory = memory;
    this.tolerance = tolerance;
    this.budget = budget;
    hessenberg = new double[memory][memory + 1];
    cosines = new double[memory];
    sines = new double[memory];
    rotated = new double[memory + 1];
  }

  float[] solution() {
    return y;
  }

  double residual() {
    return residual;
  }

  int evaluations() {
    return evaluations;
  }

  /** Solves for a right-hand side of norm 1. */
  StopReason solve(DifferentiableMap map, float[] b) {
    dimension = map.dimension();
    reserve();
    Arrays.fill(y, 0, dimension, 0);
    evaluations = 0;
    residual = 1;
    System.arraycopy(b, 0, basis, 0, dimension);
    while (true) {
      double before = residual;
      cycle(map);
      trueResidual(map, b);
      if (!(residual < Double.POSITIVE_INFINITY)) {
        return StopReason.NOT_FINITE;
      }
      if (residual < tolerance) {
        return StopReason.CONVERGED;
      }
      if (evaluations + 2 > budget) {
        return StopReason.BUDGET; // a cycle needs one product, and another for its residual
      }
      if (residual > before * STALL) {
        return StopReason.STALLED;
      }
    }
  }

  // A cycle that gains less than a thousandth has reached the rounding of the products, or will
  // never gain.
  private static final double STALL = 0.999;

  private void reserve() {
    long size = (memory + 1L) * dimension;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a Krylov basis of "
              + (memory + 1)
              + " vectors of "
              + dimension
              + " floats does not fit into one array; choose a smaller Implicit.memory");
    }
    if (basis.length < size) {
      basis = new float[(int) size];
    }
    if (y.length < dimension) {
      y = new float[dimension];
    }
  }

  /** One cycle from the residual vector in the first slot of the basis; improves y. */
  private void cycle(DifferentiableMap map) {
    Vectors.scale(1 / residual, basis, 0, basis, 0, dimension);
    Arrays.fill(rotated, 0);
    rotated[0] = residual;
    int columns = 0;
    while (columns < memory && evaluations + 1 < budget && rotated[columns] != 0) {
      double[] column = hessenberg[columns];
      boolean last = !extend(map, columns, column);
      rotate(columns, column);
      columns++;
      // Half the tolerance leaves a margin between the estimate and the true residual.
      if (last || !(Math.abs(rotated[columns]) > tolerance / 2)) {
        break;
      }
    }
    addCombination(columns);
  }

  /** Adds the next vector to the basis; returns false if the space is exhausted. */
  private boolean extend(DifferentiableMap map, int index, double[] column) {
    int from = index * dimension;
    int to = from + dimension;
    map.multiplyTransposed(basis, from, basis, to);
    evaluations++;
    Vectors.mix(1, basis, from, -1, basis, to, dimension);
    double size = Vectors.norm(basis, to, dimension);
    for (int i = 0; i <= index; i++) {
      column[i] = Vectors.dot(basis, i * dimension, basis, to, dimension);
      Vectors.addScaled(-column[i], basis, i * dimension, basis, to, dimension);
    }
    double rest = Vectors.norm(basis, to, dimension);
    boolean exhausted = rest <= size * Math.ulp(1f);
    column[index + 1] = exhausted ? 0 : rest;
    if (!exhausted) {
      Vectors.scale(1 / rest, basis, to, basis, to, dimension);
    }
    return !exhausted;
  }

  private void rotate(int index, double[] column) {
    for (int i = 0; i < index; i++) {
      double upper = cosines[i] * column[i] + sines[i] * column[i + 1];
      column[i + 1] = -sines[i] * column[i] + cosines[i] * column[i + 1];
      column[i] = upper;
    }
    double length = Math.hypot(column[index], column[index + 1]);
    cosines[index] = length == 0 ? 1 : column[index] / length;
    sines[index] = length == 0 ? 0 : column[index + 1] / length;
    column[index] = length;
    rotated[index + 1] = -sines[index] * rotated[index];
    rotated[index] *= cosines[index];
  }

  private void addCombination(int columns) {
    for (int i = columns - 1; i >= 0; i--) {
      for (int j = i + 1; j < columns; j++) {
        rotated[i] -= hessenberg[j][i] * rotated[j];
      }
      // Zero only for a singular system: that direction then gives nothing.
      rotated[i] = hessenberg[i][i] == 0 ? 0 : rotated[i] / hessenberg[i][i];
    }
    for (int i = 0; i < columns; i++) {
      Vectors.addScaled(rotated[i], basis, i * dimension, y, 0, dimension);
    }
  }

  /** Writes b - y + Jᵀy to the first slot of the basis and returns its norm. */
  private void trueResidual(DifferentiableMap map, float[] b) {
    map.multiplyTransposed(y, 0, basis, 0);
    evaluations++;
    Vectors.addScaled(-1, y, 0, basis, 0, dimension);
    Vectors.addScaled(1, b, 0, basis, 0, dimension);
    residual = Vectors.norm(basis, 0, dimension);
    if (Double.isNaN(residual)) {
      residual = Double.POSITIVE_INFINITY;
    }
  }
}
