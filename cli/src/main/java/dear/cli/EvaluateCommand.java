// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.io.JsonWriter;
import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.evaluation.EvaluationSummary;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.model.Model;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.OutputScore;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Scores a model on random graphs, or on those in a file. */
@Command(
    name = "evaluate",
    description = "Score a model: accuracy with intervals, evaluations, stop reasons, time.")
final class EvaluateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "MODEL",
      description =
          "A pretrained model ('dear models' lists them), or a file such as"
              + " runs/…/best.safetensors.")
  private String word;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "64",
      description = "Size of random graphs (default ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of graphs (default ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of random graphs (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Score on the instances of a dataset instead, keeping their positions.")
  private @Nullable Path data;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all).")
  private @Nullable Integer threads;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private EvaluateCommand() {}

  @Override
  public Integer call() throws IOException {
    int team = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    requireAtLeast(2, "--nodes", nodes);
    requireAtLeast(1, "--count", count);
    requireAtLeast(0, "--seed", seed);
    requireAtLeast(1, "--threads", team);
    NamedModel named = NamedModel.of(word);
    Model model = named.model().searching(SettingOptions.given(spec));
    List<Problem> problems = data == null ? drawn(model) : TestGraphs.read(model, data, _ -> true);
    try (Workers workers = new Workers(team)) {
      Evaluation evaluation =
          new Evaluation(
              model.network(), model.parameters(), model.settings().inference(), workers);
      evaluation.run(problems.subList(0, Math.min(problems.size(), 2 * team))); // warm-up
      EvaluationReport report = evaluation.run(problems);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        JsonOutput.print(out, writer -> writeJson(named, report, writer));
      } else {
        print(named, report, out);
      }
    }
    return 0;
  }

  private void requireAtLeast(long least, String option, long value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %d is too small; the minimum is %d".formatted(option, value, least));
    }
  }

  private List<Problem> drawn(Model model) {
    try {
      return TestGraphs.drawn(model, nodes, count, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--nodes " + nodes + ": " + e.getMessage(), e);
    }
  }

  private static void print(NamedModel named, EvaluationReport report, PrintWriter out) {
    out.printf(
        "%s, %d graphs, model %s%n%n",
        named.model().settings().algorithm(), report.scores().graphs(), named.title());
    TextTable table =
        new TextTable()
            .row("OUTPUT", "ACCURACY", "95 % INTERVAL", "PER GRAPH", "WHOLE GRAPHS", "TRIVIAL");
    for (int k = 0; k < report.scores().outputs().size(); k++) {
      OutputScore score = report.scores().outputs().get(k);
      table.row(
          score.output().name(),
          percent(score.accuracy().value()),
          percent(score.accuracy().low()) + " to " + percent(score.accuracy().high()),
          percent(score.perGraph().value()),
          percent(score.exact().value()),
          percent(report.trivial().outputs().get(k).accuracy().value()));
    }
    table.print(out, "");
    out.println();
    out.printf("CLRS-30's score      %s%n", percent(report.scores().clrs()));
    out.printf("loss                 %.4f%n", report.loss());
    out.printf(
        "evaluations          %.1f on average, %d at most%n",
        report.meanEvaluations(), report.mostEvaluations());
    out.printf("residual             %.4g on average%n", report.meanResidual());
    out.printf("stop reasons         %s%n", report.reasons());
    out.printf("time                 %.2f ms per graph%n", report.millisPerGraph());
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : "%.2f %%".formatted(100 * share);
  }

  private static void writeJson(NamedModel named, EvaluationReport report, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("model").value(named.title());
    json.name("algorithm").value(named.model().settings().algorithm().name());
    EvaluationSummary.of(report).write(json);
    json.endObject();
  }
}
