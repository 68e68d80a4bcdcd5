// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Stage;
import dear.io.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the algorithms, or shows one in detail. */
@Command(
    name = "algorithms",
    description = "List the algorithms: inputs, hints, outputs, and where the equilibrium lies.")
final class AlgorithmsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ALGORITHM",
      description = "Show this one in detail.",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private @Nullable Algorithm chosen;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private AlgorithmsCommand() {}

  @Override
  public Integer call() throws IOException {
    List<Algorithm> algorithms = chosen == null ? Clrs.algorithms() : List.of(chosen);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, writer -> writeJson(algorithms, writer));
    } else if (chosen == null) {
      printTable(out);
    } else {
      printDetails(chosen, out);
    }
    return 0;
  }

  private static void printTable(PrintWriter out) {
    TextTable table = new TextTable().row("ALGORITHM", "INPUTS", "HINTS", "OUTPUTS", "EQUILIBRIUM");
    for (Algorithm algorithm : Clrs.algorithms()) {
      table.row(
          algorithm.name(),
          names(algorithm, Stage.INPUT),
          String.valueOf(algorithm.features(Stage.HINT).size()),
          names(algorithm, Stage.OUTPUT),
          algorithm.equilibrium().words());
    }
    table.print(out, "");
  }

  private static void printDetails(Algorithm algorithm, PrintWriter out) {
    out.println(algorithm.name());
    out.println("title: " + algorithm.title());
    out.println("class: " + algorithm.category().words());
    out.println("equilibrium: " + algorithm.equilibrium().words());
    if (!algorithm.samplerOptions().isEmpty()) {
      out.println(
          "sampling options: "
              + algorithm.samplerOptions().stream()
                  .sorted()
                  .map(SamplingOptions::flag)
                  .collect(Collectors.joining(" ")));
    }
    out.println();
    TextTable table = new TextTable().row("STAGE", "FEATURE", "LOCATION", "TYPE");
    for (FeatureSpec feature : algorithm.features()) {
      table.row(
          feature.stage().name().toLowerCase(Locale.ROOT),
          feature.name(),
          feature.locationName(),
          feature.typeName() + (feature.classes() > 0 ? " of " + feature.classes() : ""));
    }
    table.print(out, "  ");
  }

  private static String names(Algorithm algorithm, Stage stage) {
    return algorithm.features(stage).stream()
        .map(FeatureSpec::name)
        .collect(Collectors.joining(" "));
  }

  private static void writeJson(List<Algorithm> algorithms, JsonWriter json) throws IOException {
    json.beginArray();
    for (Algorithm algorithm : algorithms) {
      json.beginObject();
      json.name("name").value(algorithm.name());
      json.name("title").value(algorithm.title());
      json.name("class").value(algorithm.category().words());
      json.name("input").value(algorithm.traits().input().word());
      json.name("answer").value(algorithm.traits().answer().word());
      json.name("equilibrium").value(algorithm.equilibrium().name().toLowerCase(Locale.ROOT));
      json.name("features").beginArray();
      for (FeatureSpec feature : algorithm.features()) {
        json.beginObject();
        json.name("name").value(feature.name());
        json.name("stage").value(feature.stage().name().toLowerCase(Locale.ROOT));
        json.name("location").value(feature.locationName());
        json.name("type").value(feature.typeName());
        if (feature.classes() > 0) {
          json.name("classes").value(feature.classes());
        }
        json.endObject();
      }
      json.endArray().endObject();
    }
    json.endArray();
  }
}
