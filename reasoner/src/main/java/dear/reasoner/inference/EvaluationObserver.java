// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

/**
 * Observes a search, evaluation by evaluation. An exception thrown by the observer ends the search,
 * which lets a caller enforce a time limit.
 */
public interface EvaluationObserver {
  /** An observer that does nothing. */
  EvaluationObserver NONE = new EvaluationObserver() {};

  /** Called before an evaluation; evaluations are counted from 1. */
  default void before(int evaluation) {}

  /** Called between other pieces of work that take about as long, such as decoding a frame. */
  default void pause() {}

  /**
   * Called after an evaluation.
   *
   * @param states holds, from {@code at} on, the state that would be decoded if the search ended
   *     here; valid only until this method returns
   * @param dimension the length of the state
   */
  default void after(int evaluation, float[] states, int at, int dimension) {}
}
