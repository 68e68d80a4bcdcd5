// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.DatasetWriter;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.dataset.SampledEntries;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.RandomSource;
import dear.clrs.sampling.SamplerOptions;
import dear.io.JsonWriter;
import dear.reasoner.dataset.ShardWriter;
import dear.reasoner.settings.Choices;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes solved samples to a file. */
@Command(
    name = "sample",
    description = "Write solved samples of an algorithm to a file, with or without its steps.")
final class SampleCommand implements Callable<Integer> {
  private enum Format {
    JSONL,
    SHARDS
  }

  /** Takes samples one after another. */
  private interface Sink {
    void write(DatasetEntry entry) throws IOException;
  }

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
      names = "--rng",
      paramLabel = "split|numpy",
      defaultValue = "split",
      description =
          "The random number generator: our own streams, one per sample (default), or numpy's "
              + "RandomState(seed), which draws the samples of dm-clrs.")
  private Choices.Generator generator;

  @Option(
      names = "--format",
      paramLabel = "jsonl|shards",
      defaultValue = "jsonl",
      description =
          "JSON Lines, one sample per line, with edges as matrices (default), or shards: a folder"
              + " of safetensors files with edges as lists, for large graphs and long datasets.")
  private Format format;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description =
          "The file; it is gzipped if its name ends in .gz, and - is standard output. Shards need a"
              + " folder of their own.")
  private Path file;

  @Option(
      names = "--shard",
      paramLabel = "K/N",
      converter = Shard.Converter.class,
      description =
          "Only the K-th of N equal parts, for N machines; the files of all parts, one after the"
              + " other, are the file of one machine.")
  private @Nullable Shard shard;

  @Option(names = "--json", description = "Report as JSON.")
  private boolean json;

  @Mixin private SamplingOptions sampling;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private SampleCommand() {}

  private volatile boolean stopped;

  @Override
  public Integer call() throws IOException {
    LowerBound.require(spec, "--count", count, 1);
    LowerBound.require(spec, "--nodes", nodes, 2);
    SamplerOptions options = sampling.forAlgorithm(algorithm, spec.commandLine());
    switch (format) {
      case JSONL -> requireReadableMatrices();
      case SHARDS -> requireReadableShards(options);
    }
    if (shard != null && generator == Choices.Generator.NUMPY) {
      throw new ParameterException(
          spec.commandLine(),
          "--shard needs samples that do not depend on each other; numpy draws one after another");
    }
    LongFunction<DatasetEntry> samples = samples(options);
    if (file.toString().equals("-")) {
      print(samples);
      return 0;
    }
    return write(samples);
  }

  /** The stream itself, not the command's writer: the format is binary. */
  private void print(LongFunction<DatasetEntry> samples) throws IOException {
    JsonWriter writer = JsonWriter.compact(System.out);
    for (long k = first(); k < end(); k++) {
      DatasetWriter.write(samples.apply(k), writer);
    }
    writer.flush();
  }

  /** Says what Ctrl-C prevents as long as the program waits for it, not after that. */
  private int write(LongFunction<DatasetEntry> samples) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    ProgressLine progress = new ProgressLine(err);
    try (var _ = Interruption.of(() -> stopped = true)) {
      try {
        long bytes = write(samples, progress);
        report(progress.seconds(), bytes);
        return 0;
      } catch (InterruptedIOException e) {
        err.println("dear: " + Terminal.safe(String.valueOf(e.getMessage())));
        err.flush();
        return 1;
      }
    }
  }

  private long write(LongFunction<DatasetEntry> samples, ProgressLine progress) throws IOException {
    try {
      return switch (format) {
        case JSONL -> writeLines(samples, progress);
        case SHARDS -> writeShards(samples, progress);
      };
    } finally {
      progress.finish();
    }
  }

  /** JSON Lines have edges as matrices; what no reader takes back is not written either. */
  private void requireReadableMatrices() {
    long cells = (long) nodes * nodes;
    boolean matrices = algorithm.features().stream().anyMatch(it -> it.location() == Location.EDGE);
    if (matrices && cells > DatasetReader.MOST_NUMBERS) {
      throw new ParameterException(
          spec.commandLine(),
          ("--nodes %d: this format writes the edges of a graph as matrices, here of %,d numbers"
                  + " each, and no line with more than %,d can be read; at most %d nodes fit."
                  + " --format shards writes lists of edges instead")
              .formatted(
                  nodes,
                  cells,
                  DatasetReader.MOST_NUMBERS,
                  (int) Math.sqrt(DatasetReader.MOST_NUMBERS)));
    }
  }

  /** Says how large a graph would be before it is drawn, which would take hours or the memory. */
  private void requireReadableShards(SamplerOptions options) {
    if (file.toString().equals("-")) {
      throw new ParameterException(
          spec.commandLine(), "--format shards writes a folder, not standard output");
    }
    double edges =
        !algorithm.isGraphAlgorithm() || options.graphModel() == GraphModel.SPARSE
            ? 4.0 * nodes
            : nodes
                * (1.0
                    + nodes
                        * options.edgeProbabilities().stream()
                            .mapToDouble(it -> it)
                            .max()
                            .orElse(1));
    long numbers = ShardWriter.numbers(algorithm, nodes, (long) edges);
    if (numbers > ShardWriter.MOST_NUMBERS) {
      boolean graph = algorithm.isGraphAlgorithm();
      throw new ParameterException(
          spec.commandLine(),
          "--nodes %d: a sample may have %s%,d numbers, and no shard takes more than %,d; %s"
              .formatted(
                  nodes,
                  graph ? "%,.0f edges and ".formatted(edges) : "",
                  numbers,
                  ShardWriter.MOST_NUMBERS,
                  graph && options.graphModel() != GraphModel.SPARSE
                      ? "draw fewer edges (--graph gnp --p 0.0001, --graph sparse) or fewer nodes"
                      : "draw fewer nodes"));
    }
  }

  private long writeShards(LongFunction<DatasetEntry> samples, ProgressLine progress)
      throws IOException {
    try (ShardWriter writer = new ShardWriter(file)) {
      writeAll(samples, writer::write, progress);
      writer.commit();
      return writer.bytes();
    }
  }

  private long writeLines(LongFunction<DatasetEntry> samples, ProgressLine progress)
      throws IOException {
    try (DatasetWriter writer = new DatasetWriter(file)) {
      writeAll(samples, writer::write, progress);
      writer.commit();
    }
    return Files.size(file);
  }

  /** What was written so far is removed on Ctrl-C, when the sink is closed. */
  private void writeAll(LongFunction<DatasetEntry> samples, Sink sink, ProgressLine progress)
      throws IOException {
    long first = first();
    long end = end();
    for (long k = first; k < end; k++) {
      if (stopped) {
        throw new InterruptedIOException("interrupted: nothing was written to " + file);
      }
      sink.write(samples.apply(k));
      progress.update("sampling", k + 1 - first, end - first);
    }
  }

  private long first() {
    return shard == null ? 0 : shard.from(count);
  }

  private long end() {
    return shard == null ? count : shard.to(count);
  }

  private LongFunction<DatasetEntry> samples(SamplerOptions options) {
    Samples plain = algorithm.samples(seed).split(split).size(nodes).options(options);
    Samples family = hints ? plain.withHints() : plain;
    return switch (generator) {
      case SPLIT -> new SampledEntries(family, randomPositions)::get;
      case NUMPY -> {
        Preprocessing processing = new Preprocessing(false, false, randomPositions);
        RandomSource random = new MersenneTwister(seed);
        // Positions come from a separate stream here, too.
        yield k ->
            entry(
                processing.apply(
                    algorithm,
                    solve(algorithm.sample(nodes, options, random)),
                    family.random(k).split("positions")),
                k);
      }
    };
  }

  private Instance solve(Inputs inputs) {
    return hints ? algorithm.runWithHints(inputs) : algorithm.run(inputs);
  }

  private DatasetEntry entry(Instance instance, long k) {
    return new DatasetEntry(
        algorithm, nodes, "sampler", "numpy, sample " + k, OptionalLong.of(seed), instance);
  }

  private void report(double seconds, long bytes) throws IOException {
    long written = end() - first();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(
          out,
          writer ->
              writer
                  .beginObject()
                  .name("file")
                  .value(file.toString())
                  .name("algorithm")
                  .value(algorithm.name())
                  .name("count")
                  .value(written)
                  .name("nodes")
                  .value(nodes)
                  .name("seed")
                  .value(seed)
                  .name("hints")
                  .value(hints)
                  .name("bytes")
                  .value(bytes)
                  .name("seconds")
                  .value(seconds)
                  .endObject());
    } else {
      out.printf(
          "%,d %s of %s, %d nodes, in %s (%,d bytes, %.1f s, %,.0f/s)%n",
          written,
          written == 1 ? "sample" : "samples",
          algorithm,
          nodes,
          file,
          bytes,
          seconds,
          written / seconds);
    }
  }
}
