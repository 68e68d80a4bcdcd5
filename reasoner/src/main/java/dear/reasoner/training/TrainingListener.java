// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.evaluation.EvaluationReport;

/** Hears of a training run as it goes on, on the thread that trains. */
public interface TrainingListener {
  /** A listener that does nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /** After every batch. */
  default void stepped(TrainingStep step) {}

  /** After every validation. */
  default void validated(int step, EvaluationReport report, boolean best) {}
}
