// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

/**
 * Watches a search, evaluation by evaluation. What it throws ends the search, which is how a caller
 * sets a time limit.
 */
public interface EvaluationObserver {
  /** Looks away. */
  EvaluationObserver NONE = new EvaluationObserver() {};

  /** An evaluation is about to be made; they are counted from 1. */
  default void before(int evaluation) {}

  /**
   * An evaluation was made.
   *
   * @param states holds the state that would be decoded if the search ended here, from {@code at}
   *     on; only until this method returns
   * @param dimension how many numbers the state has
   */
  default void after(int evaluation, float[] states, int at, int dimension) {}
}
