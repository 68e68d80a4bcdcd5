package dear.cli;

import dear.io.JsonWriter;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.tensor.parameter.Parameter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what a model is made of and where it comes from. */
@Command(name = "inspect", description = "Show a model's parameters, provenance and settings.")
final class InspectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "MODEL",
      description = "A shipped model ('dear models' lists them), or a file.")
  private String word;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private InspectCommand() {}

  @Override
  public Integer call() throws IOException {
    NamedModel named = NamedModel.of(word);
    Model model = named.model();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, writer -> writeJson(model, writer));
      return 0;
    }
    out.printf("%s for %s%n%n", named.title(), model.settings().algorithm());
    TextTable parameters = new TextTable().row("PARAMETER", "SHAPE", "NUMBERS");
    for (Parameter parameter : model.network().layout().parameters()) {
      parameters.row(
          parameter.name(), shape(parameter).toString(), "%,d".formatted(parameter.count()));
    }
    parameters.row("in all", "", "%,d".formatted(count(model)));
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
    return 0;
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

  private static void writeJson(Model model, JsonWriter writer) throws IOException {
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
    writer.endObject();
  }
}
