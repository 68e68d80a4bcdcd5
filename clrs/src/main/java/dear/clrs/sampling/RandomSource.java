// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

/** A stream of random numbers, with the draws that samplers need. */
public interface RandomSource {
  /** A double in [0, 1), a multiple of 2^-53. */
  double nextDouble();

  /** An integer in [0, bound). */
  int nextInt(int bound);

  /** Skips this many doubles as if they had been drawn. */
  default void skipDoubles(long count) {
    for (long i = 0; i < count; i++) {
      nextDouble();
    }
  }

  /** This many doubles in [low, high). */
  default double[] uniforms(int count, double low, double high) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = low + (high - low) * nextDouble();
    }
    return values;
  }

  /** This many integers in [0, bound). */
  default int[] integers(int count, int bound) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = nextInt(bound);
    }
    return values;
  }

  /** A random order of 0 … n - 1. */
  default int[] permutation(int n) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    for (int i = n - 1; i > 0; i--) {
      int j = nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }
}
