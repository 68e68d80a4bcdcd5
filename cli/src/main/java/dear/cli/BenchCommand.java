package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.dataset.Preprocessing;
import dear.io.JsonWriter;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.problem.Problem;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.RandomStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times single workloads; one line of JSON each, in the form of {@code bench/torch_peer.py}. */
@Command(
    name = "bench",
    description =
        "Time a workload and print one line of JSON; bench/compare sets it beside PyTorch.")
final class BenchCommand implements Runnable {
  /** The product that every message pays for twice: edges × width times width × width. */
  private static final int GEMM_ROWS = 4608;

  private static final int GEMM_WIDTH = 128;

  private static final int PEAK_ROUNDS = 100_000;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private BenchCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a workload: step or gemm");
  }

  @Command(name = "step", description = "One application of the processor to a batch of graphs.")
  int step(
      @Option(
              names = "--algorithm",
              defaultValue = "insertion_sort",
              converter = AlgorithmConverter.class,
              completionCandidates = AlgorithmConverter.Names.class,
              description = "Whose graphs (default ${DEFAULT-VALUE}).")
          Algorithm algorithm,
      @Option(names = "--nodes", defaultValue = "16", description = "Nodes of a graph.") int nodes,
      @Option(names = "--batch", defaultValue = "32", description = "Graphs.") int batch,
      @Option(names = "--threads", defaultValue = "2", description = "Threads.") int threads,
      @Option(names = "--seconds", defaultValue = "5", description = "Time to measure for.")
          double seconds)
      throws IOException {
    atLeastOne("--batch", batch);
    atLeastOne("--threads", threads);
    Network network = Network.of(algorithm);
    var parameters = network.initial(1);
    Samples samples = algorithm.samples(1).split("bench").size(nodes);
    NetworkWorkspace[] rooms = new NetworkWorkspace[batch];
    float[][] states = new float[batch][];
    float[][] images = new float[batch][];
    int edges = 0;
    RandomStream random = new RandomStream(1);
    try (Workers workers = new Workers(threads)) {
      for (int g = 0; g < batch; g++) {
        Problem problem =
            network.problem(
                Preprocessing.ALL.apply(
                    algorithm, samples.get(g), samples.random(g).split("positions")));
        // Fewer graphs than threads: the team works on one graph after the other.
        rooms[g] =
            batch < threads
                ? network.workspace(parameters, workers)
                : network.workspace(parameters);
        rooms[g].encode(problem);
        edges += problem.edges().count();
        states[g] = new float[rooms[g].step().dimension()];
        images[g] = new float[states[g].length];
        for (int i = 0; i < states[g].length; i++) {
          states[g][i] = (float) random.nextGaussian();
        }
      }
      Runnable work =
          batch < threads
              ? () -> {
                for (int g = 0; g < batch; g++) {
                  rooms[g].step().apply(states[g], 0, images[g], 0);
                }
              }
              : () ->
                  workers.forEach(
                      batch, (worker, g) -> rooms[g].step().apply(states[g], 0, images[g], 0));
      Stopwatch times = Stopwatch.measure(seconds, work);
      int allEdges = edges;
      printLine(
          json ->
              json.name("workload")
                  .value("step")
                  .name("algorithm")
                  .value(algorithm.name())
                  .name("nodes")
                  .value(nodes)
                  .name("batch")
                  .value(batch)
                  .name("threads")
                  .value(threads)
                  .name("evaluations")
                  .value(1)
                  .name("edges")
                  .value(allEdges),
          times);
    }
    return 0;
  }

  @Command(
      name = "gemm",
      description = "The product (4608 x 128)·(128 x 128), beside the peak, on one thread.")
  int gemm(
      @Option(names = "--seconds", defaultValue = "5", description = "Time to measure for.")
          double seconds)
      throws IOException {
    Kernels kernels = Kernels.selected();
    RandomStream random = new RandomStream(1);
    float[] a = gaussians(random, GEMM_ROWS * GEMM_WIDTH);
    float[] w = gaussians(random, GEMM_WIDTH * GEMM_WIDTH);
    float[] c = new float[GEMM_ROWS * GEMM_WIDTH];
    PackedWeights packed = kernels.packed(GEMM_WIDTH, GEMM_WIDTH);
    kernels.pack(w, 0, GEMM_WIDTH, packed);
    Stopwatch product = Stopwatch.measure(0, () -> {});
    double best = 0;
    double bestPeak = 0;
    // Alternating, so that both see the same machine.
    for (double spent = 0; spent < seconds; spent += 1) {
      product =
          Stopwatch.measure(
              0.5, () -> kernels.multiply(GEMM_ROWS, a, 0, GEMM_WIDTH, packed, c, 0, GEMM_WIDTH));
      best = Math.max(best, gemmFlops() / product.medianMillis() / 1e6);
      bestPeak = Math.max(bestPeak, peakGigaflops(kernels));
    }
    double gigaflops = best;
    double peakGigaflops = bestPeak;
    printLine(
        json ->
            json.name("workload")
                .value("gemm")
                .name("rows")
                .value(GEMM_ROWS)
                .name("width")
                .value(GEMM_WIDTH)
                .name("threads")
                .value(1)
                .name("gflops")
                .value(rounded(gigaflops))
                .name("peak_gflops")
                .value(rounded(peakGigaflops))
                .name("share_of_peak")
                .value(rounded(gigaflops / peakGigaflops)),
        product);
    return 0;
  }

  private static double peakGigaflops(Kernels kernels) {
    long operations = kernels.exerciseRegisters(PEAK_ROUNDS);
    Stopwatch peak = Stopwatch.measure(0.2, () -> kernels.exerciseRegisters(PEAK_ROUNDS));
    return operations / peak.medianMillis() / 1e6;
  }

  private static double gemmFlops() {
    return 2.0 * GEMM_ROWS * GEMM_WIDTH * GEMM_WIDTH;
  }

  private void printLine(JsonOutput.Document body, Stopwatch times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject();
      json.name("engine").value("dear " + Kernels.selected().name());
      body.write(json);
      json.name("median_ms").value(rounded(times.medianMillis()));
      json.name("best_ms").value(rounded(times.bestMillis()));
      json.name("runs").value(times.runs());
      json.endObject().endDocument();
    }
    spec.commandLine().getOut().print(bytes.toString(StandardCharsets.UTF_8));
  }

  private void atLeastOne(String option, int value) {
    if (value < 1) {
      throw new ParameterException(spec.commandLine(), option + " " + value + " is not at least 1");
    }
  }

  private static float[] gaussians(RandomStream random, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
