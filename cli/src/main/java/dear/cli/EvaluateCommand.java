// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.EquivalentQuestions;
import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.evaluation.EverySource;
import dear.reasoner.evaluation.Examination;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.evaluation.TestQuestion;
import dear.reasoner.evaluation.TestSource;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Model;
import dear.reasoner.score.OutputScore;
import dear.reasoner.score.Scores;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Option(
      names = "--random-pos",
      paramLabel = "true|false",
      arity = "1",
      description =
          "Positions of random graphs: sorted random numbers, or i/n, as dm-clrs has them (default:"
              + " as trained).")
  private @Nullable Boolean randomPositions;

  @Option(
      names = "--average",
      paramLabel = "K",
      defaultValue = "1",
      description =
          "Ask each question in K equivalent ways (numbers scaled, keys shifted, points mirrored,"
              + " nodes renumbered, other positions, whatever leaves the answer alone) and average"
              + " the log-probabilities.")
  private int average;

  @Option(
      names = "--every-source",
      description =
          "Ask a model of shortest paths from one node once for every source, and score the answers"
              + " as those of the algorithm for all pairs.")
  private boolean everySource;

  @Option(
      names = "--shard",
      paramLabel = "K/N",
      converter = Shard.Converter.class,
      description =
          "Only the K-th of N equal parts of the graphs, for N machines; the accuracy of the whole"
              + " is the mean of the parts, weighted with their numbers of graphs.")
  private @Nullable Shard shard;

  @Mixin private SamplingOptions sampling;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all).")
  private @Nullable Integer threads;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private EvaluateCommand() {}

  @Override
  public Integer call() throws IOException {
    int team = TeamSize.of(threads, spec);
    requireAtLeast(2, "--nodes", nodes);
    requireAtLeast(1, "--count", count);
    requireAtLeast(0, "--seed", seed);
    requireAtLeast(1, "--average", average);
    if (data == null && shard != null && shard.n() > count) {
      throw new ParameterException(
          spec.commandLine(), "--shard: %d graphs have no %d parts".formatted(count, shard.n()));
    }
    if (everySource && average > 1) {
      throw new ParameterException(
          spec.commandLine(), "--average and --every-source cannot be combined");
    }
    NamedModel named = NamedModel.of(word);
    Model model = SettingOptions.searching(named.model(), spec);
    Algorithm algorithm =
        everySource
            ? EverySource.allPairs(model.settings().algorithm())
            : model.settings().algorithm();
    if (average > 1) {
      EquivalentQuestions.requireKnown(model);
    }
    Examination examination;
    try (Workers workers = new Workers(team)) {
      examination =
          everySource
              ? EverySource.examine(model, source(algorithm), workers)
              : ask(model, TestGraphs.questions(model, source(algorithm), average), workers);
    } catch (IllegalArgumentException e) {
      if (data != null) {
        throw e;
      }
      throw new ParameterException(
          spec.commandLine(), "--nodes " + nodes + ": " + e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, writer -> writeJson(named, algorithm, examination, writer));
    } else {
      print(named, algorithm, examination, out);
    }
    return 0;
  }

  private TestSource source(Algorithm algorithm) {
    Shard part = shard == null ? new Shard(1, 1) : shard;
    if (data == null) {
      int first = (int) part.from(count);
      return new TestSource.Drawn(
          nodes,
          first,
          (int) part.to(count) - first,
          seed,
          sampling.forAlgorithm(algorithm, spec.commandLine()),
          positions());
    }
    if (randomPositions != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--random-pos: --data keeps the positions of its file; 'dear sample --random-pos' writes"
              + " random ones");
    }
    if (sampling.given()) {
      throw new ParameterException(
          spec.commandLine(), "--data has its own graphs; options of the distribution have no use");
    }
    return new TestSource.Given(data, part.k(), part.n());
  }

  private TestSource.Positions positions() {
    if (randomPositions == null) {
      return TestSource.Positions.AS_TRAINED;
    }
    return randomPositions ? TestSource.Positions.RANDOM : TestSource.Positions.REGULAR;
  }

  private Examination ask(Model model, List<TestQuestion> questions, Workers workers) {
    Evaluation evaluation =
        new Evaluation(model.network(), model.parameters(), model.settings().inference(), workers);
    evaluation.examine( // warm-up
        questions.subList(0, Math.min(questions.size(), 2 * workers.threads())));
    ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
    try {
      return evaluation.examine(
          questions, done -> progress.update("evaluating", done, questions.size()));
    } finally {
      progress.finish();
    }
  }

  private void requireAtLeast(long least, String option, long value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %d is too small; the minimum is %d".formatted(option, value, least));
    }
  }

  private void print(
      NamedModel named, Algorithm algorithm, Examination examination, PrintWriter out) {
    EvaluationReport report = examination.report();
    out.printf(
        "%s, %d graphs%s, model %s%s%n%n",
        algorithm,
        report.scores().graphs(),
        switch (positions()) {
          case AS_TRAINED -> "";
          case RANDOM -> " with random positions";
          case REGULAR -> " with positions i/n";
        },
        named.title(),
        everySource
            ? ", asked once for every source"
            : average > 1 ? ", asked in %d equivalent ways".formatted(average) : "");
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
    examination.overPairs().ifPresent(it -> addPairs(it, table));
    table.print(out, "");
    out.println();
    out.printf("CLRS-30's score      %s%n", percent(report.scores().clrs()));
    examination
        .valid()
        .ifPresent(it -> out.printf("valid answers        %s%n", percent(it.value())));
    if (!Double.isNaN(report.loss())) {
      out.printf("loss                 %.4f%n", report.loss());
    }
    out.printf(
        "evaluations          %.1f on average, %d at most%n",
        report.meanEvaluations(), report.mostEvaluations());
    out.printf("residual             %.4g on average%n", report.meanResidual());
    String reasons =
        report.reasons().entrySet().stream()
            .map(it -> AnswerJson.word(it.getKey()).replace('_', ' ') + " " + it.getValue())
            .collect(Collectors.joining(", "));
    out.printf("stop reasons         %s%n", reasons);
    out.printf("time                 %.2f ms per graph%n", report.millisPerGraph());
  }

  private static void addPairs(Scores overPairs, TextTable table) {
    for (OutputScore score : overPairs.outputs()) {
      table.row(
          score.output().name() + ", all pairs",
          percent(score.accuracy().value()),
          percent(score.accuracy().low()) + " to " + percent(score.accuracy().high()),
          percent(score.perGraph().value()),
          percent(score.exact().value()),
          "-");
    }
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : "%.2f %%".formatted(100 * share);
  }

  private static void writeJson(
      NamedModel named, Algorithm algorithm, Examination examination, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("model").value(named.title());
    json.name("algorithm").value(algorithm.name());
    examination.write(json);
    json.endObject();
  }
}
