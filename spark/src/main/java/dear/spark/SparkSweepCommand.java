// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.AlgorithmConverter;
import dear.cli.DurationConverter;
import dear.clrs.Algorithm;
import dear.reasoner.settings.Setting;
import dear.study.Cell;
import dear.study.Plan;
import dear.study.Stint;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains all models of a study. */
@Command(
    name = "sweep",
    description = {
      "Train the models of a study on as many machines as there are: rows × algorithms × seeds,",
      "or a grid over settings. Kill anything at any time; the same command continues from --out,",
      "and every model is bit-identical to that of 'dear reproduce'."
    },
    footer = {
      "",
      "Examples:",
      "  dear spark sweep table1 --seeds 3 --out sweep --master spark://head:7077",
      "  dear spark sweep grid.json --out hdfs://head/sweep --budget 12h",
      "  dear reproduce join sweep                     take the models into runs/study"
    })
final class SparkSweepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "table1|clrs30|PLAN",
      description = {
        "The paper's table, the thirty algorithms of CLRS-30, or a file in the format of"
            + " rows.json;",
        "a member \"grid\" with lists of values tries all combinations."
      })
  private String plan;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seeds 1 to N of every model (default ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--algorithms",
      paramLabel = "NAME",
      split = ",",
      description = "The algorithms, separated by commas (default: all of the plan).",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private @Nullable List<Algorithm> algorithms;

  @Option(
      names = "--rows",
      paramLabel = "NAME",
      split = ",",
      description = "Names of rows, separated by commas (default: all of the plan).")
  private @Nullable List<String> rows;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of every model (default: the plan's).")
  private @Nullable Integer steps;

  @Option(
      names = "--slice",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = DurationConverter.class,
      description = "How long a task trains; a lost executor costs at most this (default 5m).")
  private Duration slice;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "9999h",
      converter = DurationConverter.class,
      description = "After which time no more slices are begun (default: none).")
  private Duration budget;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description =
          "The folder of packed runs, in any file system of Hadoop; it need not be shared.")
  private String out;

  @Mixin private ClusterOptions cluster;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  SparkSweepCommand() {}

  @Override
  public Integer call() throws IOException {
    if (seeds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--seeds " + seeds + " is too small; the minimum is 1");
    }
    Plan chosen = plan();
    List<Cell> cells =
        chosen.training(chosen.cells(seeds)).stream().map(Stint::cell).distinct().toList();
    boolean finished;
    boolean onDisk;
    try (Cluster open = cluster.open()) {
      SweepFolder folder = new SweepFolder(out, open.context().hadoopConfiguration());
      onDisk = folder.isOnDisk();
      finished =
          new Sweep(
                  open.context(),
                  folder,
                  slice,
                  budget,
                  new SweepProgress(spec.commandLine().getErr()))
              .train(cells);
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw Failure.told(e);
    }
    PrintWriter text = spec.commandLine().getOut();
    text.printf(
        finished
            ? onDisk
                ? "all %d models are trained; 'dear reproduce join %s' takes them into the tables%n"
                : "all %d models are trained; copy %s to a disk, from where 'dear reproduce join'"
                    + " takes them into the tables%n"
            : "not all of the %d models are finished; the same command continues from %s%n",
        cells.size(),
        out);
    return finished ? 0 : 1;
  }

  private Plan plan() throws IOException {
    Plan read =
        switch (plan) {
          case "table1" -> Plan.standard();
          case "clrs30" -> Plan.recipes();
          default -> Plan.read(Path.of(plan));
        };
    try {
      if (algorithms != null) {
        read = read.withAlgorithms(algorithms);
      }
      if (rows != null) {
        read = read.withRows(rows);
      }
      return steps == null ? read : read.with(Setting.STEPS, Integer.toString(steps));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
