// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

/**
 * What a batch gave.
 *
 * @param step how many batches have been trained on
 * @param steps how many there will be
 * @param loss with the Jacobian term
 * @param accuracy of the answers while training, the mean over outputs
 * @param gradientNorm before clipping
 * @param evaluations processor steps per graph
 * @param residual where the solver stopped, on average
 * @param seconds since training began or was resumed
 * @param samplesPerSecond since then
 * @param secondsLeft at this rate
 */
public record TrainingStep(
    int step,
    int steps,
    double loss,
    double accuracy,
    double gradientNorm,
    double evaluations,
    double residual,
    double seconds,
    double samplesPerSecond,
    double secondsLeft) {}
