// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.gradient.GradientWorker;
import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.network.Network;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;

/**
 * A machine's share in the gradient of a batch: some consecutive leaves of the {@link
 * GradientTree}. It draws the graphs of these leaves itself, so that only parameters travel to it,
 * and sums and losses back ({@link GradientShares}).
 *
 * <p>Made once per run and thread: the workspace of a network is worth keeping from step to step.
 */
public final class GradientShare {
  private final int batch;
  private final Network network;
  private final Parameters parameters;
  private final GradientWorker worker;
  private final ProblemSource source;
  private final GradientTree tree;

  /** Creates the share of the calling thread in a run. */
  public GradientShare(Settings settings) {
    this.batch = settings.batch();
    this.network = settings.network();
    this.parameters = new Parameters(network.layout());
    this.worker = new GradientWorker(network, parameters, settings.inference(), settings.seed());
    this.source = new ProblemSource(settings, network);
    this.tree = new GradientTree(new Workers(1), network.layout().size());
  }

  /**
   * Computes the sums and losses of some leaves of a batch.
   *
   * @param values the parameters before the step
   * @param weights the weights of the whole batch
   * @return what {@link GradientShares#add} reads
   */
  public byte[] compute(float[] values, LossWeights weights, int step, int fromLeaf, int toLeaf) {
    System.arraycopy(values, 0, parameters.values(), 0, values.length);
    parameters.changed();
    int first = fromLeaf * GradientTree.LEAF;
    int end = Math.min(batch, toLeaf * GradientTree.LEAF);
    GraphLoss[] losses = new GraphLoss[Math.max(0, end - first)];
    var parts =
        tree.parts(
            batch,
            fromLeaf,
            toLeaf,
            (_, graph, into) ->
                losses[graph - first] =
                    worker.lossAndGradient(
                        source.ofBatch(step, graph), weights, step, graph, into));
    return GradientShares.bytes(parts, first, losses);
  }
}
