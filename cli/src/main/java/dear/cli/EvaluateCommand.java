package dear.cli;

import dear.clrs.data.Instance;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.model.Model;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.Estimate;
import dear.reasoner.score.OutputScore;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.ProblemSource;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Scores a model on fresh graphs, or on those of a file. */
@Command(
    name = "evaluate",
    description = "Score a model: accuracy with intervals, evaluations, stop reasons, time.")
final class EvaluateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "MODEL", description = "A model file, such as runs/…/best.safetensors.")
  private Path file;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "64",
      description = "Size of drawn graphs (default ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many (default ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of drawn graphs (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "Score on the instances of a dataset instead, with positions as they are there.")
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
    Model model = Model.load(file).searching(SettingOptions.given(spec));
    List<Problem> problems = data == null ? drawn(model) : read(model, data);
    try (Workers workers = new Workers(team)) {
      Evaluation evaluation =
          new Evaluation(
              model.network(),
              model.parameters(),
              model.settings().execution(),
              model.settings().seed(),
              workers);
      evaluation.run(problems.subList(0, Math.min(problems.size(), 2 * team))); // warm
      EvaluationReport report = evaluation.run(problems);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        JsonOutput.print(out, writer -> writeJson(model, report, writer));
      } else {
        print(model, report, out);
      }
    }
    return 0;
  }

  private void requireAtLeast(long least, String option, long value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(), "%s %d is not at least %d".formatted(option, value, least));
    }
  }

  private List<Problem> drawn(Model model) {
    Settings settings = model.settings().with(Setting.SEED, Long.toString(seed));
    try {
      return new ProblemSource(settings, model.network()).fixed("test", nodes, count);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--nodes " + nodes + ": " + e.getMessage(), e);
    }
  }

  private static List<Problem> read(Model model, Path data) throws IOException {
    Preprocessing processing = new Preprocessing(true, true, false);
    List<Problem> problems = new ArrayList<>();
    try (DatasetReader reader = new DatasetReader(data)) {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        DatasetEntry entry = next.get();
        if (!entry.algorithm().name().equals(model.settings().algorithm().name())) {
          throw new IllegalArgumentException(
              "%s line %d is of %s, but the model learned %s"
                  .formatted(
                      data, problems.size() + 1, entry.algorithm(), model.settings().algorithm()));
        }
        try {
          Instance prepared =
              processing.apply(entry.algorithm(), entry.instance(), SplitStream.of(0));
          problems.add(model.network().problem(prepared));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "%s line %d: %s".formatted(data, problems.size() + 1, e.getMessage()), e);
        }
      }
    }
    if (problems.isEmpty()) {
      throw new IllegalArgumentException(data + " holds no instance");
    }
    return problems;
  }

  private static void print(Model model, EvaluationReport report, PrintWriter out) {
    out.printf("%s, %d graphs%n%n", model.settings().algorithm(), report.scores().graphs());
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

  private static void writeJson(Model model, EvaluationReport report, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("algorithm").value(model.settings().algorithm().name());
    json.name("graphs").value(report.scores().graphs());
    json.name("outputs").beginArray();
    for (int k = 0; k < report.scores().outputs().size(); k++) {
      OutputScore score = report.scores().outputs().get(k);
      json.beginObject();
      json.name("name").value(score.output().name());
      estimate(json, "accuracy", score.accuracy());
      estimate(json, "per_graph", score.perGraph());
      estimate(json, "whole_graphs", score.exact());
      number(json, "trivial", report.trivial().outputs().get(k).accuracy().value());
      json.endObject();
    }
    json.endArray();
    number(json, "clrs_score", report.scores().clrs());
    estimate(json, "whole_graphs", report.scores().exact());
    number(json, "loss", report.loss());
    json.name("evaluations").value(report.meanEvaluations());
    json.name("most_evaluations").value(report.mostEvaluations());
    number(json, "residual", report.meanResidual());
    json.name("stop_reasons").beginObject();
    for (var reason : report.reasons().entrySet()) {
      json.name(reason.getKey().name()).value(reason.getValue());
    }
    json.endObject();
    json.name("ms_per_graph").value(report.millisPerGraph());
    json.endObject();
  }

  private static void estimate(JsonWriter json, String name, Estimate estimate) throws IOException {
    json.name(name).beginObject();
    number(json, "value", estimate.value());
    number(json, "low", estimate.low());
    number(json, "high", estimate.high());
    json.endObject();
  }

  /** JSON has no word for what is not a number but null. */
  private static void number(JsonWriter json, String name, double value) throws IOException {
    json.name(name);
    if (Double.isFinite(value)) {
      json.value(value);
    } else {
      json.nullValue();
    }
  }
}
