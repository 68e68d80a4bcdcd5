// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.BatchGradients;
import dear.reasoner.training.GradientShare;
import dear.reasoner.training.GradientShares;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Gradients of a run that the executors compute together, one job for each batch. Parameters go
 * out, one sum for each whole subtree comes back, and the driver adds these in the order of the
 * tree: Spark's own aggregations add in the order of arrival, which changes the bits.
 */
final class ClusterGradients implements BatchGradients {
  private final JavaSparkContext context;
  private final int partitions;
  private final Parameters parameters;
  private final GradientShares shares;
  private final String settings;
  private final int leaves;
  private final String[] driver;
  private final String run = UUID.randomUUID().toString();

  /**
   * Creates the gradients of a run.
   *
   * @param partitions the number of tasks for a batch; it does not affect the result
   */
  ClusterGradients(
      JavaSparkContext context,
      int partitions,
      Settings settings,
      Network network,
      Parameters parameters) {
    this.context = context;
    this.leaves = GradientTree.leaves(settings.batch());
    this.partitions = Math.min(partitions, leaves);
    this.parameters = parameters;
    this.shares = new GradientShares(network, settings.batch());
    try {
      this.settings = settings.json();
      this.driver = Cluster.driver();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public float[] sum(List<Problem> batch, int step, GraphLoss[] losses) {
    LossWeights weights = LossWeights.of(batch);
    Broadcast<float[]> values = context.broadcast(parameters.values().clone());
    try {
      for (byte[] share : collect(values, weights, step)) {
        shares.add(share, losses);
      }
      return shares.sum();
    } finally {
      values.destroy();
    }
  }

  /** In variables of its own: a task must not carry this object. */
  private List<byte[]> collect(Broadcast<float[]> values, LossWeights weights, int step) {
    String key = run;
    String words = settings;
    String[] origin = driver;
    float[] outputs = weights.outputs();
    double perGraph = weights.perGraph();
    int parts = partitions;
    int all = leaves;
    return context
        .parallelize(IntStream.range(0, parts).boxed().toList(), parts)
        .map(part -> {
          Cluster.requireLike(origin);
          return ThreadMemory.get(key, GradientShare.class, () -> share(words))
              .compute(
                  values.value(),
                  new LossWeights(outputs, perGraph),
                  step,
                  all * part / parts,
                  all * (part + 1) / parts);
        })
        .collect();
  }

  private static GradientShare share(String settings) {
    try {
      return new GradientShare(Settings.parse(settings, "the settings of the run"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {}
}
