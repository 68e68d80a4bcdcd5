// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.data.Instance;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetSource;
import dear.clrs.dataset.DatasetWriter;
import dear.clrs.sampling.SamplerOptions;
import dear.io.JsonWriter;
import dear.reasoner.dataset.Datasets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Shows an instance and how the algorithm solves it. */
@Command(name = "show", description = "Show an instance and every step of the algorithm on it.")
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE|ALGORITHM",
      description = "A dataset (JSON Lines or shards), or an algorithm to sample.",
      completionCandidates = AlgorithmConverter.Names.class)
  private String subject;

  @Option(
      names = "--line",
      paramLabel = "N",
      defaultValue = "1",
      description = "Which instance of the dataset (default ${DEFAULT-VALUE}).")
  private long line;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "Size of a random sample (default ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of a random sample (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "40",
      description = "The most steps to show (default ${DEFAULT-VALUE}).")
  private int steps;

  @Option(names = "--json", description = "Print the instance in the dataset format.")
  private boolean json;

  @Mixin private SamplingOptions sampling;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private ShowCommand() {}

  @Override
  public Integer call() throws IOException {
    LowerBound.require(spec, "--line", line, 1);
    DatasetEntry entry = Files.exists(Path.of(subject)) ? read(Path.of(subject)) : draw();
    if (json) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (JsonWriter writer = JsonWriter.compact(bytes)) {
        DatasetWriter.write(entry, writer);
      }
      spec.commandLine().getOut().print(bytes.toString(StandardCharsets.UTF_8));
    } else {
      new InstancePrinter(spec.commandLine().getOut(), steps).print(entry);
    }
    return 0;
  }

  private DatasetEntry read(Path file) throws IOException {
    try (DatasetSource source = Datasets.openQuestions(file)) {
      return withHints(source.entry(file.toString(), line));
    }
  }

  /** Recomputes the steps if the file does not have them. */
  private static DatasetEntry withHints(DatasetEntry entry) {
    if (!entry.instance().hints().isEmpty()) {
      return entry;
    }
    Instance solved = entry.algorithm().runWithHints(entry.instance().inputs());
    return new DatasetEntry(
        entry.algorithm(), entry.size(), entry.source(), entry.note(), entry.seed(), solved);
  }

  private DatasetEntry draw() {
    Algorithm algorithm;
    try {
      algorithm = AlgorithmConverter.find(subject);
    } catch (TypeConversionException e) {
      throw new ParameterException(
          spec.commandLine(), "no file '" + subject + "', and " + e.getMessage());
    }
    SamplerOptions options = sampling.forAlgorithm(algorithm, spec.commandLine());
    Samples samples =
        algorithm.samples(seed).split("show").size(nodes).options(options).withHints();
    return new DatasetEntry(
        algorithm, nodes, "sampler", "sample 0", OptionalLong.of(seed), samples.get(0));
  }
}
