// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

/**
 * The weights a with Σ a_i = 1 that make ‖Σ a_i g_i‖² + λ s ‖a‖² least, from the Gram matrix of the
 * g_i; s is the mean of its diagonal. They are A⁻¹1 / (1ᵀA⁻¹1) with A = G/s + λ I, by Cholesky.
 */
public final class MixingWeights {
  // A pivot this far below its diagonal entry has lost all its digits to cancellation.
  private static final double LEAST_PIVOT = 1e-14;

  /** What λ is relative to. */
  public enum Ridge {
    /** The mean of the diagonal, s. */
    RELATIVE,
    /** Nothing: s is 1. */
    ABSOLUTE
  }

  private final int capacity;
  private final Ridge ridge;
  private final double[] factor;

  /** A workspace for systems with up to this many unknowns. */
  public MixingWeights(int capacity, Ridge ridge) {
    this.capacity = capacity;
    this.ridge = ridge;
    factor = new double[capacity * capacity];
  }

  /**
   * Solves for the weights of the listed vectors, oldest first. Where the matrix cannot be
   * factored, the oldest are dropped until it can; a single vector always has weight 1.
   *
   * @param gram the Gram matrix of all vectors, {@code stride} to the row; of two vectors only the
   *     entry in the row of the newer one is read
   * @param order the indices of the vectors, oldest first
   * @param count how many of the list
   * @param regularisation λ
   * @param weights receives the weights in the order of the list; those of dropped vectors are 0
   * @return how many were dropped
   */
  public int solve(
      double[] gram, int stride, int[] order, int count, double regularisation, double[] weights) {
    for (int dropped = 0; dropped < count - 1; dropped++) {
      if (factor(gram, stride, order, dropped, count, regularisation)
          && substitute(dropped, count, weights)) {
        return dropped;
      }
      weights[dropped] = 0;
    }
    weights[count - 1] = 1;
    return count - 1;
  }

  private boolean factor(
      double[] gram, int stride, int[] order, int first, int count, double regularisation) {
    double trace = 0;
    for (int i = first; i < count; i++) {
      trace += gram[order[i] * stride + order[i]];
    }
    double scale = Math.max(trace / (count - first), Double.MIN_NORMAL);
    double added =
        switch (ridge) {
          case RELATIVE -> regularisation;
          case ABSOLUTE -> regularisation / scale;
        };
    for (int i = first; i < count; i++) {
      for (int j = first; j <= i; j++) {
        double entry = gram[order[i] * stride + order[j]] / scale;
        double diagonal = entry + added;
        double sum = i == j ? diagonal : entry;
        for (int k = first; k < j; k++) {
          sum -= factor[i * capacity + k] * factor[j * capacity + k];
        }
        if (i == j) {
          if (!(sum > LEAST_PIVOT * diagonal)) {
            return false;
          }
          factor[i * capacity + i] = Math.sqrt(sum);
        } else {
          factor[i * capacity + j] = sum / factor[j * capacity + j];
        }
      }
    }
    return true;
  }

  private boolean substitute(int first, int count, double[] weights) {
    for (int i = first; i < count; i++) {
      double sum = 1;
      for (int k = first; k < i; k++) {
        sum -= factor[i * capacity + k] * weights[k];
      }
      weights[i] = sum / factor[i * capacity + i];
    }
    double total = 0;
    for (int i = count - 1; i >= first; i--) {
      double sum = weights[i];
      for (int k = i + 1; k < count; k++) {
        sum -= factor[k * capacity + i] * weights[k];
      }
      weights[i] = sum / factor[i * capacity + i];
      total += weights[i];
    }
    if (!(total > 0) || total == Double.POSITIVE_INFINITY) {
      return false;
    }
    for (int i = first; i < count; i++) {
      weights[i] /= total;
    }
    return true;
  }
}
