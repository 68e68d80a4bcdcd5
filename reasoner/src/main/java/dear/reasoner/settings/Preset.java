// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

/** The initial values of settings. */
public enum Preset {
  /** Gives a first result in minutes. */
  QUICK,
  /** The paper's values. */
  PAPER,
  /** A state on pairs of nodes, with the options of the pretrained Floyd-Warshall model. */
  PAIRS
}
