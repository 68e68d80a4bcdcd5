// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** Which changes to the numbers of an instance leave its answer alone. */
public enum Invariance {
  /** Nothing is known. */
  NONE,
  /**
   * Only the order of the input {@code key} matters: any keys in the same order give the same
   * answer.
   */
  KEY_ORDER,
  /** Only ratios of weights matter: all may be multiplied by one factor. */
  WEIGHT_RATIOS,
  /** Weights do not matter at all. */
  ANY_WEIGHTS
}
