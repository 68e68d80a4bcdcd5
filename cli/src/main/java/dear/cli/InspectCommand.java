// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.equilibrium.StopReason;
import dear.equilibrium.diagnostics.PathIndependence;
import dear.equilibrium.diagnostics.SpectralRadius;
import dear.io.JsonWriter;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.EquilibriumCheck;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.tensor.parameter.Parameter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a model consists of and where it comes from. */
@Command(
    name = "inspect",
    description =
        "Show a model's parameters, provenance and settings, and properties of its equilibrium.")
final class InspectCommand implements Callable<Integer> {
  /** The size that models are trained on. */
  private static final int NODES = 16;

  private static final long SEED = 1;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "MODEL",
      description = "A pretrained model ('dear models' lists them), or a file.")
  private String word;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private InspectCommand() {}

  @Override
  public Integer call() throws IOException {
    NamedModel named = NamedModel.of(word);
    Model model = named.model();
    Optional<EquilibriumCheck> check = EquilibriumCheck.of(model, NODES, SEED);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, writer -> writeJson(model, check, writer));
      return 0;
    }
    out.printf("%s for %s%n%n", Terminal.safe(named.title()), model.settings().algorithm());
    TextTable parameters = new TextTable().row("PARAMETER", "SHAPE", "NUMBERS");
    for (Parameter parameter : model.network().layout().parameters()) {
      parameters.row(
          parameter.name(), shape(parameter).toString(), "%,d".formatted(parameter.count()));
    }
    parameters.row("total", "", "%,d".formatted(count(model)));
    parameters.print(out, "");
    out.println();
    TextTable facts = new TextTable();
    model.provenance().facts().forEach((name, value) -> facts.row(name, value));
    facts.print(out, "");
    out.println();
    TextTable settings = new TextTable();
    for (Setting setting : Setting.values()) {
      settings.row(setting.key(), model.settings().text(setting));
    }
    settings.print(out, "");
    out.println();
    check.ifPresentOrElse(
        it -> print(it, out),
        () -> out.println("rolled out step by step, without searching for an equilibrium"));
    return 0;
  }

  private static void print(EquilibriumCheck check, PrintWriter out) {
    out.printf(
        "equilibrium on a random instance of %d nodes (seed %d): %s after %d evaluations, residual"
            + " %.2g%n",
        check.nodes(),
        check.seed(),
        words(check.run().reason()),
        check.run().evaluations(),
        check.run().residual());
    SpectralRadius radius = check.spectralRadius();
    PathIndependence paths = check.pathIndependence();
    long lost = paths.reasons().stream().filter(it -> it != StopReason.CONVERGED).count();
    TextTable table = new TextTable();
    table.row(
        "spectral radius",
        "%s%.3f".formatted(radius.settled() ? "" : "> ", radius.radius()),
        radius.radius() < 1
            ? "below 1: plain iteration converges from nearby"
            : "not below 1: plain iteration may diverge, however near it starts");
    table.row(
        "path independence",
        "%.2g".formatted(paths.relativeDistance()),
        "how far apart searches from %d starts end, relative to their size;"
            .formatted(EquilibriumCheck.STARTS));
    table.row(
        "",
        "",
        "near 0, the answer does not depend on the start"
            + (lost == 0 ? "" : " (%d did not converge)".formatted(lost)));
    table.print(out, "  ");
  }

  private static String words(StopReason reason) {
    return AnswerJson.word(reason).replace('_', ' ');
  }

  private static long count(Model model) {
    return model.network().layout().parameters().stream().mapToLong(Parameter::count).sum();
  }

  private static List<Integer> shape(Parameter parameter) {
    return switch (parameter.kind()) {
      case VECTOR -> List.of(parameter.out());
      case MATRIX -> List.of(parameter.out(), parameter.in());
    };
  }

  private static void writeJson(Model model, Optional<EquilibriumCheck> check, JsonWriter writer)
      throws IOException {
    writer.beginObject();
    model.settings().write(writer);
    model.provenance().write(writer);
    writer.name("parameters").beginArray();
    for (Parameter parameter : model.network().layout().parameters()) {
      writer.beginObject();
      writer.name("name").value(parameter.name());
      writer.name("shape").beginArray();
      for (int dimension : shape(parameter)) {
        writer.value(dimension);
      }
      writer.endArray();
      writer.name("numbers").value(parameter.count());
      writer.endObject();
    }
    writer.endArray();
    writer.name("numbers").value(count(model));
    if (check.isPresent()) {
      writer.name("equilibrium");
      writeJson(check.get(), writer);
    }
    writer.endObject();
  }

  private static void writeJson(EquilibriumCheck check, JsonWriter writer) throws IOException {
    writer.beginObject();
    writer.name("nodes").value(check.nodes());
    writer.name("seed").value(check.seed());
    writer.name("evaluations").value(check.run().evaluations());
    writer.name("residual");
    AnswerJson.writeReal(check.run().residual(), writer);
    writer.name("stop_reason").value(AnswerJson.word(check.run().reason()));
    writer.name("spectral_radius");
    AnswerJson.writeReal(check.spectralRadius().radius(), writer);
    writer.name("spectral_radius_settled").value(check.spectralRadius().settled());
    writer.name("relative_distance_of_ends");
    AnswerJson.writeReal(check.pathIndependence().relativeDistance(), writer);
    writer.name("stop_reasons_of_starts").beginArray();
    for (StopReason reason : check.pathIndependence().reasons()) {
      writer.value(AnswerJson.word(reason));
    }
    writer.endArray();
    writer.endObject();
  }
}
