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
  /** Only the order of the input {@code key} and its {@code target} together matters. */
  TARGET_ORDER,
  /** Only ratios of the input's only sequence of numbers matter: all may be multiplied. */
  NUMBER_RATIOS,
  /** Only ratios of probabilities matter: those of keys and gaps may be multiplied together. */
  PROBABILITY_RATIOS,
  /** Only the order of starts and finishes together matters. */
  TIME_ORDER,
  /** Only the order of tasks' weights matters, and a deadline after all tasks is as good as any. */
  TASK_ORDER,
  /** Points may be moved, and each of their coordinates multiplied by any factor but zero. */
  POINT_PLACES,
  /** Only ratios of weights matter: all may be multiplied by one factor. */
  WEIGHT_RATIOS,
  /** Only the order of weights matters: any positive weights in the same order will do. */
  WEIGHT_ORDER,
  /** Weights do not matter at all. */
  ANY_WEIGHTS
}
