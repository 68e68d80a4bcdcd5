// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/** The purpose of running a network. */
public enum Mode {
  /** Training: with noise where the options enable it. */
  TRAINING,
  /** Evaluation: nothing is random. */
  EVALUATION,
  /** Answers: as in evaluation, but scores alone are computed, no losses. */
  ANSWERS
}
