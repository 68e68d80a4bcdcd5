// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.io.JsonWriter;
import dear.reasoner.settings.Setting;
import dear.reasoner.training.RunSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows two or more training runs side by side. */
@Command(
    name = "compare",
    description = {
      "Show training runs side by side: the settings in which they differ, and their validations.",
      "A run may still be in training."
    })
final class CompareCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 8;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Two or more run folders, such as runs/bfs-dear-1.")
  private List<Path> folders;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private CompareCommand() {}

  @Override
  public Integer call() throws IOException {
    if (folders.size() < 2) {
      throw new ParameterException(
          spec.commandLine(), "one run cannot be compared; name the folders of two or more");
    }
    if (folders.size() > MOST_RUNS) {
      throw new ParameterException(
          spec.commandLine(), "at most %d runs fit side by side".formatted(MOST_RUNS));
    }
    List<RunSummary> runs = new ArrayList<>();
    for (Path folder : folders) {
      runs.add(RunSummary.of(folder));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, writer -> writeJson(runs, writer));
    } else {
      print(runs, out);
    }
    return 0;
  }

  private static void print(List<RunSummary> runs, PrintWriter out) {
    TextTable table = new TextTable();
    row(table, "", runs, run -> run.folder().toString());
    row(table, "algorithm", runs, run -> run.settings().algorithm().name());
    for (Setting setting : RunSummary.differences(runs)) {
      row(table, setting.key(), runs, run -> run.settings().text(setting));
    }
    row(table, "trained", runs, run -> run.step() + " of " + run.settings().steps() + " steps");
    row(table, "training time", runs, run -> format("%.0f s", run.seconds()));
    measures(table, "lowest loss", runs, RunSummary::best);
    RunSummary.lastCommonStep(runs)
        .ifPresent(step ->
            measures(
                table,
                "at step " + step,
                runs,
                run -> Optional.ofNullable(run.validations().get(step))));
    table.print(out, "");
  }

  private static void measures(
      TextTable table,
      String title,
      List<RunSummary> runs,
      Function<RunSummary, Optional<RunSummary.Measure>> of) {
    row(table, title + ": step", runs, shown(of, it -> Integer.toString(it.step())));
    row(table, "  validation loss", runs, shown(of, it -> format("%.4f", it.loss())));
    row(table, "  accuracy", runs, shown(of, it -> format("%.2f %%", 100 * it.accuracy())));
    row(table, "  whole graphs", runs, shown(of, it -> format("%.0f %%", 100 * it.exact())));
    row(table, "  evaluations", runs, shown(of, it -> format("%.1f", it.evaluations())));
  }

  private static Function<RunSummary, String> shown(
      Function<RunSummary, Optional<RunSummary.Measure>> of,
      Function<RunSummary.Measure, String> text) {
    return run -> of.apply(run).map(text).orElse("-");
  }

  private static void row(
      TextTable table, String title, List<RunSummary> runs, Function<RunSummary, String> cell) {
    List<String> cells = new ArrayList<>(List.of(title));
    runs.forEach(run -> cells.add(cell.apply(run)));
    table.row(cells);
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }

  private static void writeJson(List<RunSummary> runs, JsonWriter json) throws IOException {
    List<Setting> different = RunSummary.differences(runs);
    json.beginObject().name("runs").beginArray();
    for (RunSummary run : runs) {
      json.beginObject();
      json.name("folder").value(run.folder().toString());
      json.name("algorithm").value(run.settings().algorithm().name());
      json.name("differences").beginObject();
      for (Setting setting : different) {
        json.name(setting.key()).value(run.settings().text(setting));
      }
      json.endObject();
      json.name("step").value(run.step());
      json.name("seconds").value(run.seconds());
      json.name("validations").beginArray();
      for (RunSummary.Measure measure : run.validations().values()) {
        json.beginObject().name("step").value(measure.step());
        member(json, "loss", measure.loss());
        member(json, "accuracy", measure.accuracy());
        member(json, "exact", measure.exact());
        member(json, "evaluations", measure.evaluations());
        json.endObject();
      }
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }

  /** What an older run did not measure is left out. */
  private static void member(JsonWriter json, String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.name(name).value(value);
    }
  }
}
