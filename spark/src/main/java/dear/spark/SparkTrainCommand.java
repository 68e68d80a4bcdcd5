// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.TrainCommand;
import dear.reasoner.settings.Provenance;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingListener;
import java.io.IOException;
import java.util.Objects;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains one model on several machines: all of them work on each batch. */
@Command(
    name = "train",
    description = {
      "Train one model on several machines, which share each batch. The result is bit-identical to",
      "that of 'dear train'. It pays for large batches and graphs only, see docs/scale.md."
    })
final class SparkTrainCommand extends TrainCommand {
  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Tasks per batch (default: one per core); the result does not depend on it.")
  private @Nullable Integer partitions;

  @Mixin private ClusterOptions cluster;

  private @Nullable JavaSparkContext context;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  SparkTrainCommand() {}

  @Override
  public Integer call() throws IOException {
    if (partitions != null && partitions < 1) {
      throw new IllegalArgumentException("--partitions " + partitions + " is not at least 1");
    }
    try (Cluster open = cluster.open()) {
      context = open.context();
      return super.call();
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw Failure.told(e);
    }
  }

  @Override
  protected Trainer trainer(
      RunFolder folder, int team, Provenance provenance, TrainingListener listener)
      throws IOException {
    if (folder.settings().dataset().isPresent()) {
      throw new IOException(
          "executors draw their graphs themselves; train on a dataset (--data) with 'dear train'");
    }
    JavaSparkContext open = Objects.requireNonNull(context);
    int tasks = partitions == null ? open.defaultParallelism() : partitions;
    return new Trainer(
        folder,
        team,
        provenance,
        listener,
        (settings, network, parameters) ->
            new ClusterGradients(open, tasks, settings, network, parameters));
  }
}
