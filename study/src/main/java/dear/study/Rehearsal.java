// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.gradient.GradientWorker;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.util.List;

/**
 * Estimates how long a training step takes before there is a run to learn it from: the gradients of
 * a few batches, with untrained weights and on one thread. Searches become longer or shorter in the
 * course of training, so this is an order of magnitude.
 */
final class Rehearsal {
  /** The first batches warm up the code. */
  private static final int BATCHES = 4;

  private Rehearsal() {}

  /** Returns the seconds of a step on one thread. */
  static double secondsPerStep(Settings settings) throws IOException {
    Network network = settings.network();
    GradientWorker worker =
        new GradientWorker(
            network, network.initial(settings.seed()), settings.inference(), settings.seed());
    ProblemSource source = ProblemSource.ofRun(settings, network);
    float[] gradients = new float[network.layout().size()];
    double least = Double.POSITIVE_INFINITY;
    for (int step = 0; step < BATCHES; step++) {
      List<Problem> batch = source.batch(step);
      LossWeights weights = LossWeights.of(batch);
      long start = System.nanoTime();
      for (int sample = 0; sample < batch.size(); sample++) {
        worker.lossAndGradient(batch.get(sample), weights, step, sample, gradients);
      }
      least = Math.min(least, (System.nanoTime() - start) / 1e9);
    }
    return least;
  }
}
