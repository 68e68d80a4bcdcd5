// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/** What a network is run for. */
public enum Mode {
  /** For gradients: with noise where options say so. */
  TRAINING,
  /** For answers: nothing is random. */
  EVALUATION
}
