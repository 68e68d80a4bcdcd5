// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.gradient.GradientWorker;
import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;
import java.util.List;

/** Gradients that a team of threads computes. */
final class TeamGradients implements BatchGradients {
  private final GradientTree tree;
  private final GradientWorker[] threads;

  TeamGradients(Workers workers, Settings settings, Network network, Parameters parameters) {
    this.tree = new GradientTree(workers, network.layout().size());
    this.threads = new GradientWorker[workers.threads()];
    Arrays.setAll(
        threads,
        _ -> new GradientWorker(network, parameters, settings.inference(), settings.seed()));
  }

  @Override
  public float[] sum(List<Problem> batch, int step, GraphLoss[] losses) {
    LossWeights weights = LossWeights.of(batch);
    return tree.sum(
        batch.size(),
        (worker, graph, into) ->
            losses[graph] =
                threads[worker].lossAndGradient(batch.get(graph), weights, step, graph, into));
  }

  /** The team belongs to the trainer. */
  @Override
  public void close() {}
}
