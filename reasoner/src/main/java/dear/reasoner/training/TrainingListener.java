// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.evaluation.EvaluationReport;

/** Receives the progress of a training run, on the training thread. */
public interface TrainingListener {
  /** A listener that does nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /** Called after every batch. */
  default void stepped(TrainingStep step) {}

  /** Called after every validation. */
  default void validated(int step, EvaluationReport report, boolean best) {}
}
