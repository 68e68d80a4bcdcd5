// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.equilibrium.gradient.GradientReport;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import java.util.List;
import java.util.Optional;

/**
 * What one graph added to the loss of its batch.
 *
 * @param outputs by output, weighted: the batch's loss is the sum over graphs and outputs
 * @param jacobian the Jacobian term, weighted
 * @param predictions what the network said while it was trained
 * @param run how the state was reached
 * @param gradient how the gradient was made, where there was something to solve
 */
@SuppressWarnings("ArrayRecordComponent") // numbers to add up, never to compare
public record GraphLoss(
    double[] outputs,
    double jacobian,
    List<Prediction> predictions,
    Run run,
    Optional<GradientReport> gradient) {
  /** The whole contribution. */
  public double total() {
    double sum = jacobian;
    for (double output : outputs) {
      sum += output;
    }
    return sum;
  }
}
