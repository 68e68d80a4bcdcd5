// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Settings;
import dear.tensor.parameter.Parameters;
import java.util.List;

/**
 * Where the gradients of a run are computed: on the threads of this process, or elsewhere. The bits
 * are those of {@link dear.tensor.parallel.GradientTree#sum} in any case.
 */
public interface BatchGradients extends AutoCloseable {
  /** Creates the gradients of a run; its parameters change from step to step. */
  @FunctionalInterface
  interface Maker {
    /** Creates them. */
    BatchGradients make(Settings settings, Network network, Parameters parameters);
  }

  /**
   * Computes the losses of a batch and the sum of their gradients.
   *
   * @param batch the graphs of {@link dear.reasoner.sampling.ProblemSource#batch} for the step
   * @param losses receives the loss of each graph
   * @return the sum; the array is reused by the next call
   */
  float[] sum(List<Problem> batch, int step, GraphLoss[] losses);

  @Override
  void close();
}
