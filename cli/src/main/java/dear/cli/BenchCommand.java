// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.data.HintRecorder;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.io.JsonWriter;
import dear.reasoner.gradient.GradientWorker;
import dear.reasoner.gradient.LossWeights;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.network.ProcessorMap;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Problem;
import dear.tensor.kernel.Composition;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.RegisterBenchmark;
import dear.tensor.optim.Adam;
import dear.tensor.optim.GradientClipping;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parallel.IndexedTask;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times single workloads; prints JSON lines in the format of {@code bench/torch_peer.py}. */
@Command(
    name = "bench",
    subcommands = AccuracyBenchCommand.class,
    description =
        "Time a workload and print one line of JSON; bench/compare compares with PyTorch.")
final class BenchCommand implements Runnable {
  /** The product that every message needs twice: edges × width times width × width. */
  private static final int GEMM_ROWS = 4608;

  private static final int GEMM_WIDTH = 128;

  private static final int DATA_WARM_UP = 4;
  private static final int DATA_WINDOWS = 9;
  private static final long DATA_WINDOW_NANOS = 300_000_000;
  private static final int PEAK_ROUNDS = 100_000;
  private static final int MOST_SECONDS = 86_400;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private BenchCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "specify a workload: step, solve, train, accuracy, gemm, compose or data");
  }

  /** Options shared by the workloads on graphs. */
  static final class Load {
    private static final int DRAWS = 1000;
    private static final double EDGES_TOLERANCE = 0.02;
    private static final int PAIR_WIDTH = 64;

    @Option(
        names = "--algorithm",
        defaultValue = "insertion_sort",
        paramLabel = "NAME",
        converter = AlgorithmConverter.class,
        completionCandidates = AlgorithmConverter.Names.class,
        description = "Algorithm whose graphs are used (default ${DEFAULT-VALUE}).")
    private Algorithm algorithm;

    @Option(
        names = "--nodes",
        defaultValue = "16",
        paramLabel = "N",
        description = "Nodes per graph (default ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
        names = "--batch",
        defaultValue = "32",
        paramLabel = "N",
        description = "Graphs per batch (default ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
        names = "--threads",
        defaultValue = "2",
        paramLabel = "N",
        description = "Threads (default ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
        names = "--evaluations",
        defaultValue = "12",
        paramLabel = "N",
        description = "Solver evaluations (default ${DEFAULT-VALUE}).")
    private int evaluations;

    @Option(
        names = "--seconds",
        defaultValue = "5",
        paramLabel = "S",
        description = "Seconds to measure (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
        names = "--edges",
        defaultValue = "0",
        paramLabel = "N",
        description =
            "Draw batches until one has this many edges in total, within two percent; 0 takes"
                + " the first batch (default ${DEFAULT-VALUE}).")
    private int edges;

    @Option(
        names = "--processor",
        defaultValue = "nodes",
        paramLabel = "nodes|pairs",
        description = "Where the state lives: nodes or pairs (default ${DEFAULT-VALUE}).")
    private ProcessorKind processor;

    @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
    private Load() {}

    /** The network with the width and the targets that its kind is trained with. */
    private Network network() {
      NetworkOptions options = NetworkOptions.of(algorithm).withProcessor(processor);
      return Network.of(
          algorithm,
          Preprocessing.ALL,
          switch (processor) {
            case NODES -> options;
            case PAIRS -> options.withWidth(PAIR_WIDTH).withScope(AnswerScope.PAIRS);
          });
    }

    private void check(CommandLine command) {
      if (nodes < 2 || batch < 1 || threads < 1 || evaluations < 3) {
        throw new ParameterException(
            command, "needs at least 2 nodes, 1 graph, 1 thread and 3 evaluations");
      }
      TeamSize.of(threads, command.getCommandSpec());
      requireSeconds(seconds, command);
    }

    private List<Problem> problems(Network network, CommandLine command) {
      for (int draw = 0; draw < DRAWS; draw++) {
        List<Problem> problems = problems(network, draw * (long) batch);
        if (edges == 0 || Math.abs(edgesOf(problems) - edges) <= edges * EDGES_TOLERANCE) {
          return problems;
        }
      }
      throw new ParameterException(
          command,
          "--edges %d: none of %,d batches has about that many edges".formatted(edges, DRAWS));
    }

    private List<Problem> problems(Network network, long first) {
      Samples samples = algorithm.samples(1).split("bench").size(nodes);
      List<Problem> problems = new ArrayList<>();
      for (long g = first; g < first + batch; g++) {
        Instance prepared =
            Preprocessing.ALL.apply(
                algorithm, samples.get(g), samples.random(g).split("positions"));
        problems.add(network.problem(prepared));
      }
      return problems;
    }

    private static int edgesOf(List<Problem> problems) {
      return problems.stream().mapToInt(problem -> problem.edges().count()).sum();
    }

    /** The search that its kind is trained with, but always with all its evaluations. */
    private SolverOptions solver() {
      Method method =
          switch (processor) {
            case NODES -> Method.Anderson.DEFAULT;
            case PAIRS -> Method.Plain.DEFAULT;
          };
      return new SolverOptions(method, StopRule.relative(1e-30, evaluations).withPatience(0));
    }

    private JsonWriter describe(
        JsonWriter json, String workload, int solverEvaluations, List<Problem> problems)
        throws IOException {
      return json.name("workload")
          .value(workload)
          .name("algorithm")
          .value(algorithm.name())
          .name("processor")
          .value(processor.name().toLowerCase(Locale.ROOT))
          .name("nodes")
          .value(nodes)
          .name("batch")
          .value(batch)
          .name("threads")
          .value(threads)
          .name("evaluations")
          .value(solverEvaluations)
          .name("edges")
          .value(edgesOf(problems));
    }

    /** A state on pairs is trained by plain applications, one more of them with a gradient. */
    private Inference.Equilibrium inference() {
      Inference.Equilibrium options =
          Inference.Equilibrium.DEFAULT.withSolvers(solver(), solver()).withNoise(0);
      return switch (processor) {
        case NODES -> options;
        case PAIRS ->
            options.withApplications(
                new Inference.Applications(evaluations, evaluations, List.of()));
      };
    }
  }

  @Command(name = "step", description = "One application of the processor to a batch of graphs.")
  int step(@Mixin Load load) throws IOException {
    load.check(spec.commandLine());
    Network network = load.network();
    Parameters parameters = network.initial(1);
    List<Problem> problems = load.problems(network, spec.commandLine());
    RandomStream random = new RandomStream(1);
    try (Workers workers = new Workers(load.threads)) {
      boolean alone = load.batch < load.threads; // then the team works on one graph at a time
      List<ProcessorMap> steps = new ArrayList<>();
      List<float[]> states = new ArrayList<>();
      List<float[]> images = new ArrayList<>();
      for (Problem problem : problems) {
        NetworkWorkspace workspace =
            alone ? network.workspace(parameters, workers) : network.workspace(parameters);
        ProcessorMap step = workspace.forAnswers(problem); // the peer keeps nothing either
        steps.add(step);
        states.add(gaussians(random, step.dimension()));
        images.add(new float[step.dimension()]);
      }
      IndexedTask apply = (worker, g) -> steps.get(g).apply(states.get(g), 0, images.get(g), 0);
      Runnable work =
          alone
              ? () -> {
                for (int g = 0; g < steps.size(); g++) {
                  apply.run(0, g);
                }
              }
              : () -> workers.forEach(steps.size(), apply);
      print("step", load, 1, problems, Stopwatch.measure(load.seconds, work));
    }
    return 0;
  }

  @Command(
      name = "solve",
      description = "Encode, find the equilibrium in a fixed number of evaluations, decode.")
  int solve(@Mixin Load load) throws IOException {
    load.check(spec.commandLine());
    Network network = load.network();
    Parameters parameters = network.initial(1);
    List<Problem> problems = load.problems(network, spec.commandLine());
    try (Workers workers = new Workers(load.threads)) {
      Runnable work;
      if (load.batch < load.threads) {
        Engine engine = new Engine(network, parameters, load.inference(), workers);
        work = () -> problems.forEach(problem -> solve(engine, problem));
      } else {
        Engine[] team = new Engine[load.threads];
        Arrays.setAll(team, _ -> new Engine(network, parameters, load.inference()));
        work =
            () ->
                workers.forEach(
                    problems.size(), (worker, g) -> solve(team[worker], problems.get(g)));
      }
      print("solve", load, load.evaluations, problems, Stopwatch.measure(load.seconds, work));
    }
    return 0;
  }

  private static void solve(Engine engine, Problem problem) {
    engine.solve(problem);
    engine.predict(problem, engine.state()); // as an answer is decoded, without losses
  }

  @Command(
      name = "train",
      description = {
        "A training step: a fixed number of evaluations, the gradient, the Jacobian term, clipping",
        "and Adam."
      })
  int train(
      @Mixin Load load,
      @Option(names = "--no-jacobian", description = "Without the Jacobian term.")
          boolean noJacobian,
      @Option(
              names = "--jacobian-share",
              description =
                  "Alternate with and without the Jacobian term and report its share of the time.")
          boolean share)
      throws IOException {
    load.check(spec.commandLine());
    if (share && noJacobian) {
      throw new ParameterException(
          spec.commandLine(), "--jacobian-share cannot be combined with --no-jacobian");
    }
    Network network = load.network();
    List<Problem> problems = load.problems(network, spec.commandLine());
    Inference.Equilibrium with = load.inference();
    Inference.Equilibrium without = with.withJacobian(0, 1);
    try (Workers workers = new Workers(load.threads)) {
      if (share) {
        List<Stopwatch> times =
            Stopwatch.alternate(
                load.seconds,
                List.of(
                    trainingStep(load, network, problems, with, workers),
                    trainingStep(load, network, problems, without, workers)));
        Stopwatch whole = times.getFirst();
        double rest = times.getLast().bestMillis() / whole.bestMillis();
        double restOfMedians = times.getLast().medianMillis() / whole.medianMillis();
        printLine(
            json ->
                load.describe(json, "train", load.evaluations, problems)
                    .name("jacobian_share")
                    .value(rounded(1 - restOfMedians))
                    .name("jacobian_share_of_best")
                    .value(rounded(1 - rest)),
            whole);
      } else {
        Runnable work = trainingStep(load, network, problems, noJacobian ? without : with, workers);
        print("train", load, load.evaluations, problems, Stopwatch.measure(load.seconds, work));
      }
    }
    return 0;
  }

  private static Runnable trainingStep(
      Load load,
      Network network,
      List<Problem> problems,
      Inference.Equilibrium inference,
      Workers workers) {
    Parameters parameters = network.initial(1);
    GradientWorker[] team = new GradientWorker[load.threads];
    Arrays.setAll(team, _ -> new GradientWorker(network, parameters, inference, 1));
    GradientTree tree = new GradientTree(workers, network.layout().size());
    Adam adam = new Adam(parameters, Adam.Options.DEFAULT);
    GradientClipping clipping = new GradientClipping(1);
    LossWeights weights = LossWeights.of(problems);
    return () -> {
      float[] gradients =
          tree.sum(
              problems.size(),
              (worker, g, into) ->
                  team[worker].lossAndGradient(problems.get(g), weights, adam.steps(), g, into));
      clipping.clip(gradients, parameters.kernels());
      adam.step(gradients, 3e-4);
    };
  }

  private void print(
      String workload, Load load, int evaluations, List<Problem> problems, Stopwatch times)
      throws IOException {
    printLine(json -> load.describe(json, workload, evaluations, problems), times);
  }

  private static void requireSeconds(double seconds, CommandLine command) {
    if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
      throw new ParameterException(
          command, "--seconds %s is not in the range 0 to %,d".formatted(seconds, MOST_SECONDS));
    }
  }

  @Command(
      name = "gemm",
      description =
          "The product (4608 x 128)·(128 x 128) on one thread, and the peak for comparison.")
  int gemm(
      @Option(
              names = "--seconds",
              defaultValue = "5",
              paramLabel = "S",
              description = "Seconds to measure (default ${DEFAULT-VALUE}).")
          double seconds)
      throws IOException {
    requireSeconds(seconds, spec.commandLine());
    Kernels kernels = Kernels.selected();
    RandomStream random = new RandomStream(1);
    float[] a = gaussians(random, GEMM_ROWS * GEMM_WIDTH);
    float[] w = gaussians(random, GEMM_WIDTH * GEMM_WIDTH);
    float[] c = new float[GEMM_ROWS * GEMM_WIDTH];
    PackedWeights packed = kernels.products().packed(GEMM_WIDTH, GEMM_WIDTH);
    packed.pack(new Matrix(w, 0, GEMM_WIDTH));
    Matrix from = new Matrix(a, 0, GEMM_WIDTH);
    Matrix to = new Matrix(c, 0, GEMM_WIDTH);
    Stopwatch product = Stopwatch.measure(0, () -> {});
    double best = 0;
    double bestPeak = 0;
    // Alternate, so that both run under the same conditions.
    for (double spent = 0; spent < seconds; spent += 1) {
      product =
          Stopwatch.measure(0.5, () -> kernels.products().multiply(GEMM_ROWS, from, packed, to));
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

  @Command(
      name = "compose",
      description =
          "The composition of a graph's pairs on one thread, and the same sums and comparisons in"
              + " registers.")
  int compose(
      @Option(
              names = "--nodes",
              defaultValue = "64",
              paramLabel = "N",
              description = "Nodes of the graph (default ${DEFAULT-VALUE}).")
          int nodes,
      @Option(
              names = "--channels",
              defaultValue = "32",
              paramLabel = "N",
              description = "Channels (default ${DEFAULT-VALUE}).")
          int channels,
      @Option(
              names = "--seconds",
              defaultValue = "5",
              paramLabel = "S",
              description = "Seconds to measure (default ${DEFAULT-VALUE}).")
          double seconds)
      throws IOException {
    if (nodes < 1 || nodes > ProcessorKind.PAIRS.mostNodes() || channels < 1 || channels > 1024) {
      throw new ParameterException(
          spec.commandLine(),
          "needs 1 to %d nodes and 1 to 1024 channels".formatted(ProcessorKind.PAIRS.mostNodes()));
    }
    requireSeconds(seconds, spec.commandLine());
    Kernels kernels = Kernels.selected();
    RandomStream random = new RandomStream(1);
    int size = nodes * nodes * channels;
    Composition composition =
        new Composition(
            nodes,
            channels,
            new Matrix(gaussians(random, size), 0, channels),
            new Matrix(gaussians(random, size), 0, channels),
            new Matrix(new float[size], 0, channels));
    long sums = RegisterBenchmark.addAndCompare(kernels, PEAK_ROUNDS);
    AtomicLong made = new AtomicLong(); // an unused result would be optimised away
    List<Stopwatch> times =
        Stopwatch.alternate(
            seconds,
            List.of(
                () -> kernels.compositions().compose(composition, 0, nodes),
                () -> made.addAndGet(RegisterBenchmark.addAndCompare(kernels, PEAK_ROUNDS))));
    if (made.get() % sums != 0) {
      throw new IllegalStateException("the registers were not exercised");
    }
    double rate = (double) size * nodes / times.getFirst().medianMillis() / 1e6;
    double peak = sums / times.getLast().medianMillis() / 1e6;
    printLine(
        json ->
            json.name("workload")
                .value("compose")
                .name("nodes")
                .value(nodes)
                .name("channels")
                .value(channels)
                .name("threads")
                .value(1)
                .name("giga_sums")
                .value(rounded(rate))
                .name("peak_giga_sums")
                .value(rounded(peak))
                .name("share_of_peak")
                .value(rounded(rate / peak)),
        times.getFirst());
    return 0;
  }

  @Command(
      name = "data",
      description = "Samples drawn, solved and recorded with every hint, per CPU second.")
  int data(
      @Option(
              names = "--algorithm",
              defaultValue = "bellman_ford",
              paramLabel = "NAME",
              converter = AlgorithmConverter.class,
              completionCandidates = AlgorithmConverter.Names.class,
              description = "Algorithm to sample (default ${DEFAULT-VALUE}).")
          Algorithm algorithm,
      @Option(
              names = "--nodes",
              defaultValue = "16",
              paramLabel = "N",
              description = "Nodes per sample (default ${DEFAULT-VALUE}).")
          int nodes)
      throws IOException {
    Samples samples = algorithm.samples(1).split("bench").size(nodes);
    HintRecorder recorder = new HintRecorder();
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    double[] rates = new double[DATA_WINDOWS];
    long next = 0;
    for (int w = -DATA_WARM_UP; w < DATA_WINDOWS; w++) {
      long start = clock.getCurrentThreadCpuTime();
      long first = next;
      long spent = 0;
      while (spent < DATA_WINDOW_NANOS) {
        for (int i = 0; i < 50; i++) {
          algorithm.runWithHints(samples.inputs(next++), recorder);
        }
        spent = clock.getCurrentThreadCpuTime() - start;
      }
      if (w >= 0) {
        rates[w] = (next - first) * 1e9 / spent;
      }
    }
    Arrays.sort(rates);
    JsonOutput.print(
        spec.commandLine().getOut(),
        json ->
            json.beginObject()
                .name("workload")
                .value("data")
                .name("algorithm")
                .value(algorithm.name())
                .name("nodes")
                .value(nodes)
                .name("samples_per_cpu_second")
                .value(Math.round(rates[DATA_WINDOWS / 2]))
                .endObject());
    return 0;
  }

  private static double peakGigaflops(Kernels kernels) {
    long operations = RegisterBenchmark.run(kernels, PEAK_ROUNDS);
    AtomicLong sum = new AtomicLong(); // an unused result would be optimised away
    Stopwatch peak =
        Stopwatch.measure(0.2, () -> sum.addAndGet(RegisterBenchmark.run(kernels, PEAK_ROUNDS)));
    if (sum.get() % operations != 0) {
      throw new IllegalStateException("the registers were not exercised");
    }
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
