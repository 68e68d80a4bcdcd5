// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

/**
 * The result of training on a batch.
 *
 * @param step the number of batches trained on so far
 * @param steps the number of batches of the whole run
 * @param loss the loss, including the Jacobian term
 * @param accuracy the accuracy of the answers during training, averaged over outputs
 * @param gradientNorm the norm of the gradient before clipping
 * @param evaluations processor steps per graph
 * @param residual the mean residual at which the solver stopped
 * @param pace how fast training proceeds
 */
public record TrainingStep(
    int step,
    int steps,
    double loss,
    double accuracy,
    double gradientNorm,
    double evaluations,
    double residual,
    Pace pace) {

  /**
   * How fast training proceeds.
   *
   * @param seconds the time since training began or was resumed
   * @param samplesPerSecond the rate of the latest steps
   * @param secondsLeft the remaining time at that rate; not a number after the first step, which
   *     runs in cold code and takes as long as many later ones
   */
  public record Pace(double seconds, double samplesPerSecond, double secondsLeft) {}
}
