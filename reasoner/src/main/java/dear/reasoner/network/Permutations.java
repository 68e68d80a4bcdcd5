// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/** How scores become pointers that should form a permutation. */
public sealed interface Permutations {
  /** No normalisation: every node chooses independently. */
  record Free() implements Permutations {}

  /**
   * Sinkhorn's normalisation of rows and columns in turn, in logarithms (Mena et al., ICLR 2018).
   *
   * @param rounds the number of times each is normalised
   * @param temperature the divisor of the scores
   * @param noise whether Gumbel noise is added to the scores first
   */
  record Sinkhorn(int rounds, double temperature, boolean noise) implements Permutations {
    /** The authors' training: ten rounds with noise. */
    public static final Sinkhorn TRAINING = new Sinkhorn(10, 0.1, true);

    /** The authors' evaluation: sixty rounds, no noise. */
    public static final Sinkhorn EVALUATION = new Sinkhorn(60, 0.1, false);

    /** Checks both numbers. */
    public Sinkhorn {
      if (rounds < 1 || !(temperature > 0)) {
        throw new IllegalArgumentException(
            "Sinkhorn needs at least one round and a positive temperature, not %d and %s"
                .formatted(rounds, temperature));
      }
    }
  }
}
