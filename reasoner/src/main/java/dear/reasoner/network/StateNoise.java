// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.parameter.RandomStream;

/**
 * Small normal noise for states, at the cost of an addition.
 *
 * <p>Fresh normal numbers for every evaluation would cost a third of the evaluation. So they are
 * drawn once, and an evaluation takes a stretch of them from a random offset: within an evaluation
 * they are independent as long as the state is smaller than the table, and two evaluations share
 * numbers only at different elements. Immutable.
 */
final class StateNoise {
  /** The noise table is the same in every process. */
  private static final long SEED = 0x6e6f697365L;

  private static final int SIZE = 1 << 16;

  static final StateNoise TABLE = new StateNoise();

  private final float[] normal = new float[SIZE];

  private StateNoise() {
    RandomStream random = new RandomStream(SEED);
    for (int i = 0; i < SIZE; i++) {
      normal[i] = (float) random.nextGaussian();
    }
  }

  /** Adds noise of the given standard deviation. */
  void add(RandomStream random, float deviation, float[] to, int at, int count) {
    int from = (int) (random.nextLong() >>> 48);
    for (int i = 0; i < count; i++) {
      to[at + i] += deviation * normal[(from + i) & (SIZE - 1)];
    }
  }
}
