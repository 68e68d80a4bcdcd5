// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.reasoner.settings.Setting;
import dear.reasoner.shipped.ShippedModels;
import dear.study.Benchmark;
import dear.study.BenchmarkPage;
import dear.study.Campaign;
import dear.study.Cell;
import dear.study.Clrs30;
import dear.study.Observations;
import dear.study.Plan;
import dear.study.Protocol;
import dear.study.ResultsFolder;
import dear.study.ResultsPage;
import dear.study.Stint;
import dear.study.Table1;
import dear.study.Table2;
import dear.study.TestData;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reproduces the tables: trains missing models, evaluates them, writes the pages. */
@Command(
    name = "reproduce",
    description = {
      "Reproduce the paper's tables and CLRS-30. Each model is trained in its own folder: finished"
          + " runs are",
      "used, interrupted runs are resumed, missing ones are trained, until the budget ends. Then"
          + " all",
      "existing models are evaluated, and the results and the page with them are written.",
      "",
      "table1 is accuracy, table2 seconds per sample, figures analyses the pretrained models, page",
      "only rewrites the pages from the existing numbers. Numbers and pages go to the folder of"
          + " the",
      "runs, where they are added to those of earlier calls; --publish adds them to results/ and",
      "docs/ instead.",
      "",
      "clrs30 scores all thirty algorithms by the benchmark's own protocol, with the pretrained",
      "models; where there is none, or with --train, models are trained one after another."
    },
    footer = {
      "",
      "Examples:",
      "  dear reproduce table1 --seeds 1 --algorithms bellman_ford --budget 2h",
      "  dear reproduce table1 table2 figures --budget 0s     evaluate existing models",
      "  dear reproduce table1 --shard 2/3 --budget 12h       the second of three machines",
      "  dear reproduce join other/runs/study                 take in the runs of another",
      "  dear reproduce clrs30 --algorithms dijkstra,dfs      score some of the thirty",
      "  dear reproduce clrs30 --train --budget 8h            train all of them"
    },
    subcommands = {JoinCommand.class, PackCommand.class})
final class ReproduceCommand implements Callable<Integer> {
  private static final Duration DEFAULT_BUDGET = Duration.ofHours(2);
  private static final Duration CLRS30_BUDGET = Duration.ofHours(8);

  private static final int TABLE_SEEDS = 3;
  private static final int TABLE_COUNT = 100;

  /** The rows that are timed in the paper's second table, and ours. */
  private static final List<String> TIMED =
      List.of("nar", "dear-relative", "dear-improved", "dear-pairs");

  private static final List<Integer> FIGURE_SIZES = List.of(16, 64, 128, 256);
  private static final List<Integer> CLRS30_SIZES = List.of(128, 256);

  /** The parts that can be reproduced. */
  enum Part {
    TABLE1,
    TABLE2,
    FIGURES,
    CLRS30,
    PAGE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*", // not 1: subcommands have none
      paramLabel = "table1|table2|figures|clrs30|page",
      description = "What to reproduce; one or more.")
  private List<Part> parts = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Seeds 1 to N of every trained model (default 3; 1 for clrs30).")
  private @Nullable Integer seeds;

  @Option(
      names = "--algorithms",
      paramLabel = "NAME",
      split = ",",
      description =
          "The algorithms, separated by commas (default: the paper's four; all thirty for clrs30).",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private @Nullable List<Algorithm> algorithms;

  @Option(
      names = "--rows",
      paramLabel = "NAME",
      split = ",",
      description = "Names of rows, separated by commas (default: all in the plan).")
  private @Nullable List<String> rows;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long to train: 90s, 30m, 2h, 1h30m; 0s only evaluates existing models (default 2h "
              + "for table1, 8h for clrs30, 0s for the others).")
  private @Nullable Duration budget;

  @Option(
      names = "--shard",
      paramLabel = "K/N",
      converter = Shard.Converter.class,
      description =
          "Only the K-th of N equal parts of the models, for N machines; 'dear reproduce join'"
              + " brings their runs together.")
  private @Nullable Shard shard;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of new runs (default: the plan's).")
  private @Nullable Integer steps;

  @Option(
      names = "--until",
      paramLabel = "STEP",
      description =
          "Train no run of the paper's tables beyond this step, so that rows end at the same one"
              + " (default: to the end).")
  private @Nullable Integer until;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "Other rows, in the format of the program's rows.json.")
  private @Nullable Path planFile;

  @Option(
      names = "--train",
      description = "clrs30: train every model, even if there is a pretrained one.")
  private boolean train;

  @Option(
      names = "--recipes",
      paramLabel = "FILE",
      description = "clrs30: other recipes, in the format of the program's recipes.json.")
  private @Nullable Path recipesFile;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs/study",
      description = "The folder of run folders (default ${DEFAULT-VALUE}).")
  private Path runs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the numbers go (default: the folder of --runs).")
  private @Nullable Path out;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "Where the page goes, with its figures and clrs30.md next to it (default: results.md next"
              + " to the numbers).")
  private @Nullable Path page;

  @Option(
      names = "--publish",
      description = "Add the numbers to results/ and rewrite docs/results.md and docs/clrs30.md.")
  private boolean publish;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Also evaluate on datasets made by others: ALGORITHM.jsonl or .jsonl.gz in this folder; "
              + "only their instances of --nodes nodes are used.")
  private @Nullable Path data;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "64",
      description = "Size of test graphs (default ${DEFAULT-VALUE}, the paper's).")
  private int nodes;

  @Option(
      names = "--count",
      paramLabel = "N",
      description =
          "Number of test graphs (default 100, the paper's; for clrs30 the benchmark's 32, with"
              + " more for some algorithms and fewer of larger sizes).")
  private @Nullable Integer count;

  @Option(
      names = "--sizes",
      paramLabel = "N",
      split = ",",
      description =
          "Sizes of graphs in the figures (default 16,64,128,256), and of larger graphs of clrs30 "
              + "(default 128,256).")
  private @Nullable List<Integer> sizes;

  @Option(
      names = "--larger-count",
      paramLabel = "N",
      defaultValue = "64",
      description = "clrs30: at most N graphs of each larger size (default ${DEFAULT-VALUE}).")
  private int mostLarger;

  @Option(
      names = "--average",
      paramLabel = "K",
      defaultValue = "1",
      description =
          "clrs30: test on the graphs of --nodes a second time, with each question asked in K"
              + " equivalent ways, as 'dear evaluate --average K' does.")
  private int average;

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "A folder of 'dear models pack' to use instead of the pretrained models.")
  private @Nullable Path models;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads, and runs trained at the same time (default: all).")
  private @Nullable Integer threads;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private ReproduceCommand() {}

  @Override
  public Integer call() throws IOException {
    int team = TeamSize.of(threads, spec);
    if (parts.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "say what to reproduce: table1, table2, figures, clrs30 or page");
    }
    requireAtLeast(1, "--seeds", given(seeds, 1));
    requireAtLeast(2, "--nodes", nodes);
    requireAtLeast(1, "--count", given(count, 1));
    requireAtLeast(1, "--until", given(until, 1));
    requireAtLeast(1, "--larger-count", mostLarger);
    requireAtLeast(1, "--average", average);
    given(sizes, FIGURE_SIZES).forEach(size -> requireAtLeast(4, "--sizes", size));
    if (data != null && !Files.isDirectory(data)) {
      throw new ParameterException(spec.commandLine(), "--data " + data + " is not a folder");
    }
    Optional<Clrs30> clrs30 =
        parts.contains(Part.CLRS30) ? Optional.of(clrs30()) : Optional.empty();
    boolean paper = parts.stream().anyMatch(part -> part != Part.CLRS30);
    if (publish && (out != null || page != null)) {
      throw new ParameterException(
          spec.commandLine(), "--publish decides where results go; leave out --out and --page");
    }
    Path numbers = publish ? Path.of("results") : given(out, runs);
    Path shown =
        publish ? Path.of("docs", "results.md") : given(page, numbers.resolve("results.md"));
    Plan plan = plan(paper);
    List<Cell> cells = paper ? ofShard(plan, plan.cells(given(seeds, TABLE_SEEDS))) : List.of();
    if (!train(plan.training(cells, given(until, Integer.MAX_VALUE)), clrs30, team)) {
      return 1;
    }
    TestData examination =
        new TestData(nodes, given(count, TABLE_COUNT), TestData.STREAM, Optional.ofNullable(data));
    ResultsFolder results = new ResultsFolder(numbers);
    try (Workers workers = new Workers(team)) {
      for (Part part : parts) {
        report("reproducing " + part);
        switch (part) {
          case TABLE1 ->
              new Table1(runs, examination, Main.Version.provenance())
                  .write(cells, workers, results);
          case TABLE2 ->
              new Table2(runs, examination, Main.Version.provenance())
                  .write(timed(cells), workers, results);
          case FIGURES ->
              new Observations(given(sizes, FIGURE_SIZES), Main.Version.provenance())
                  .write(shelf(), workers, results);
          case CLRS30 -> clrs30.orElseThrow().write(given(seeds, 1), workers, results, tests());
          case PAGE -> {} // written after all others
        }
      }
    }
    Path benchmarkPage = shown.resolveSibling("clrs30.md");
    BenchmarkPage.write(results, benchmarkPage);
    if (paper) {
      ResultsPage.write(results, shown);
    }
    PrintWriter text = spec.commandLine().getOut();
    text.printf("wrote %s and %s%n", numbers, paper ? shown : benchmarkPage);
    return 0;
  }

  private List<Cell> ofShard(Plan plan, List<Cell> cells) {
    return shard == null ? cells : plan.shard(cells, shard.k(), shard.n());
  }

  private static <T> T given(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private Clrs30 clrs30() throws IOException {
    try {
      Benchmark benchmark = Benchmark.standard();
      if (algorithms != null) {
        benchmark = benchmark.withAlgorithms(algorithms);
      }
      Plan recipes = recipesFile == null ? Plan.recipes() : Plan.read(recipesFile);
      if (steps != null) {
        recipes = recipes.with(Setting.STEPS, Integer.toString(steps));
      }
      Protocol protocol =
          new Protocol(
              benchmark.seed(),
              nodes,
              given(sizes, CLRS30_SIZES),
              given(count, benchmark.graphs()),
              mostLarger,
              average);
      protocol.requireSizesOf(benchmark);
      return new Clrs30(
          runs,
          benchmark,
          recipes,
          train ? Optional.empty() : Optional.of(shelf()),
          protocol,
          Main.Version.provenance());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Clrs30.Listener tests() {
    return new Clrs30.Listener() {
      @Override
      public void testing(Algorithm algorithm, String model, Protocol.Test test, int graphs) {
        report(
            "%s: testing %s on %,d graphs of size %d"
                    .formatted(algorithm, model, graphs, test.size())
                + (test.ways() > 1 ? ", asked in %d ways".formatted(test.ways()) : ""));
      }

      @Override
      public void missing(Algorithm algorithm) {
        report(algorithm + ": no model yet");
      }
    };
  }

  private void requireAtLeast(int least, String option, int value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %d is too small; the minimum is %d".formatted(option, value, least));
    }
  }

  private Plan plan(boolean needed) throws IOException {
    Plan plan = planFile == null || !needed ? Plan.standard() : Plan.read(planFile);
    if (!needed) {
      return plan;
    }
    try {
      if (algorithms != null) {
        plan = plan.withAlgorithms(algorithms);
      }
      if (rows != null) {
        plan = plan.withRows(rows);
      }
      return steps == null ? plan : plan.with(Setting.STEPS, Integer.toString(steps));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private ShippedModels shelf() throws IOException {
    return models == null ? ShippedModels.ofProgram() : ShippedModels.in(models);
  }

  private static List<Cell> timed(List<Cell> cells) {
    return cells.stream().filter(cell -> TIMED.contains(cell.row().name())).toList();
  }

  /** Trains; returns whether to continue. */
  private boolean train(List<Stint> stints, Optional<Clrs30> clrs30, int team) throws IOException {
    Duration ofTable = parts.contains(Part.TABLE1) ? DEFAULT_BUDGET : Duration.ZERO;
    List<Cell> missing = clrs30.map(it -> it.toTrain(given(seeds, 1))).orElse(List.of());
    return train(
            !stints.isEmpty(),
            given(budget, ofTable),
            team,
            (campaign, time) -> campaign.trainInOrder(stints, time))
        && train(
            !missing.isEmpty(),
            given(budget, CLRS30_BUDGET),
            team,
            (campaign, time) -> campaign.train(missing, time));
  }

  private interface Training {
    boolean run(Campaign campaign, Duration time) throws IOException;
  }

  private boolean train(boolean needed, Duration time, int team, Training training)
      throws IOException {
    if (time.isZero() || !needed) {
      return true;
    }
    CampaignDisplay display = new CampaignDisplay(spec.commandLine().getErr());
    Campaign campaign = new Campaign(runs, Main.Version.provenance(), team, display);
    try (Interruption interruption = Interruption.of(campaign::stop)) {
      if (!training.run(campaign, time)) {
        report("not all runs are finished; run the same command again to continue");
      }
      return interruption.done(); // after Ctrl-C nobody waits for tables
    }
  }

  private void report(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(message);
    err.flush();
  }
}
