// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** What can be done to the numbers of an instance without a change of its answer. */
public enum Invariance {
  /** Nothing is known. */
  NONE,
  /** Only the order of the input {@code key} counts: any keys in the same order do. */
  KEY_ORDER,
  /** Only ratios of weights count: all may be multiplied by one factor. */
  WEIGHT_RATIOS,
  /** Weights do not count at all. */
  ANY_WEIGHTS
}
