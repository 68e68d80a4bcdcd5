// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.equilibrium.gradient.GradientReport;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import java.util.List;
import java.util.Optional;

/**
 * The contribution of one graph to the loss of its batch.
 *
 * @param outputs the weighted loss of each output; the loss of the batch is the sum over graphs and
 *     outputs
 * @param jacobian the weighted Jacobian term
 * @param predictions the network's predictions during training
 * @param run how the state was reached
 * @param opening the mean of the gate in the step that was differentiated
 * @param gradient how the gradient was computed, if that required solving an equation
 */
@SuppressWarnings("ArrayRecordComponent") // numbers to add up, never to compare
public record GraphLoss(
    double[] outputs,
    double jacobian,
    List<Prediction> predictions,
    Run run,
    double opening,
    Optional<GradientReport> gradient) {
  /** Returns the total contribution. */
  public double total() {
    double sum = jacobian;
    for (double output : outputs) {
      sum += output;
    }
    return sum;
  }
}
