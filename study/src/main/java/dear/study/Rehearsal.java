// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.gradient.GradientWorker;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Settings;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Estimates how long a training step takes on this machine: the gradients of a few batches, on one
 * thread, with the weights of the run's model if there is one. What the run itself took is no
 * guide, since another machine may have trained it. Searches become longer or shorter in the course
 * of training, so for a run that has just begun this is an order of magnitude.
 */
final class Rehearsal {
  /** Batches that warm up the code. */
  private static final int UNTIMED = 2;

  /** Batches whose mean counts, as the sizes of graphs and the numbers of applications vary. */
  private static final int TIMED = 6;

  private Rehearsal() {}

  /** Returns the seconds of a step on one thread. */
  static double secondsPerStep(CellRun run) throws IOException {
    Settings settings = run.settings().orElse(run.cell().settings());
    Network network = settings.network();
    Parameters parameters =
        Files.exists(run.model())
            ? Model.load(run.model()).parameters()
            : network.initial(settings.seed());
    GradientWorker worker =
        new GradientWorker(network, parameters, settings.inference(), settings.seed());
    ProblemSource source = ProblemSource.ofRun(settings, network);
    float[] gradients = new float[network.layout().size()];
    long nanos = 0;
    for (int step = 0; step < UNTIMED + TIMED; step++) {
      List<Problem> batch = source.batch(step);
      LossWeights weights = LossWeights.of(batch);
      long start = System.nanoTime();
      for (int sample = 0; sample < batch.size(); sample++) {
        worker.lossAndGradient(batch.get(sample), weights, step, sample, gradients);
      }
      if (step >= UNTIMED) {
        nanos += System.nanoTime() - start;
      }
    }
    return nanos / 1e9 / TIMED;
  }
}
