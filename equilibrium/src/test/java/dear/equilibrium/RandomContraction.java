// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import java.util.Random;

/** Seeded random problems f(z) = tanh(W z + x) with a Lipschitz constant below 1. */
public final class RandomContraction {
  private RandomContraction() {}

  /** A contraction: the largest row and column sums of |W| bound its norm by {@code norm}. */
  public static TanhMap of(int dimension, double norm, long seed) {
    Random random = new Random(seed);
    double[] weights = new double[dimension * dimension];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextGaussian();
    }
    double bound =
        Math.sqrt(greatestSum(weights, dimension, true) * greatestSum(weights, dimension, false));
    float[] scaled = new float[weights.length];
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = (float) (weights[i] * norm / bound);
    }
    float[] input = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      input[i] = (float) random.nextGaussian();
    }
    return new TanhMap(dimension, scaled, input);
  }

  private static double greatestSum(double[] weights, int d, boolean rows) {
    double greatest = 0;
    for (int i = 0; i < d; i++) {
      double sum = 0;
      for (int j = 0; j < d; j++) {
        sum += Math.abs(rows ? weights[i * d + j] : weights[j * d + i]);
      }
      greatest = Math.max(greatest, sum);
    }
    return greatest;
  }

  /** A random start. */
  public static float[] start(int dimension, long seed) {
    Random random = new Random(seed);
    float[] start = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      start[i] = (float) random.nextGaussian();
    }
    return start;
  }
}
