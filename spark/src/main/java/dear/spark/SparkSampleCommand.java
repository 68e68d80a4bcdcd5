// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.AlgorithmConverter;
import dear.cli.SamplingOptions;
import dear.clrs.Algorithm;
import dear.clrs.Samples;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a dataset of any size. */
@Command(
    name = "sample",
    description = {
      "Write solved samples to a folder of JSON Lines. Its parts, one after the other, are the"
          + " file",
      "that 'dear sample' writes with the same options, on any number of machines."
    })
final class SparkSampleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "ALGORITHM",
      description = "The algorithm to sample; 'dear algorithms' lists them.",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private Algorithm algorithm;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "16",
      description = "Size of each sample (default ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of samples (default ${DEFAULT-VALUE}).")
  private long count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The same seed gives the same samples (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--split",
      paramLabel = "NAME",
      defaultValue = "train",
      description = "Samples of different splits are independent (default ${DEFAULT-VALUE}).")
  private String split;

  @Option(names = "--hints", description = "Store every step of the algorithm.")
  private boolean hints;

  @Option(
      names = "--random-pos",
      description = "Use sorted random numbers as positions instead of i/n.")
  private boolean randomPositions;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Number of files (default: one per core); it does not affect the samples.")
  private @Nullable Integer partitions;

  @Option(names = "--gzip", description = "Compress the files.")
  private boolean gzip;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "A new folder.")
  private String out;

  @Mixin private SamplingOptions sampling;

  @Mixin private ClusterOptions cluster;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  SparkSampleCommand() {}

  @Override
  public Integer call() throws IOException {
    requireAtLeast(1, "--count", count);
    requireAtLeast(2, "--nodes", nodes);
    requireAtLeast(1, "--partitions", partitions == null ? 1 : partitions);
    Samples plain =
        algorithm
            .samples(seed)
            .split(split)
            .size(nodes)
            .options(sampling.forAlgorithm(algorithm, spec.commandLine()));
    Samples samples = hints ? plain.withHints() : plain;
    samples.get(0); // says now what every task would say
    try (Cluster open = cluster.open()) {
      SharedFolder.require(open, "", out);
      int files = partitions == null ? open.context().defaultParallelism() : partitions;
      DearSpark.sample(open.session(), samples, randomPositions, count, files)
          .write()
          .option("compression", gzip ? "gzip" : "none")
          .text(out);
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw Failure.told(e);
    }
    spec.commandLine()
        .getOut()
        .printf("%,d samples of %s, %d nodes, in %s%n", count, algorithm, nodes, out);
    return 0;
  }

  private void requireAtLeast(long least, String option, long value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %d is too small; the minimum is %d".formatted(option, value, least));
    }
  }
}
