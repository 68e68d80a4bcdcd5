// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.io.JsonWriter;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Provenance;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.shipped.ShippedModelsWriter;
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

/** Lists the pretrained models, or packs model files into a folder of the same form. */
@Command(
    name = "models",
    description = "List the pretrained models with their scores.",
    subcommands = ModelsCommand.Pack.class)
final class ModelsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private ModelsCommand() {}

  @Override
  public Integer call() throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, writer -> writeJson(shelf, writer));
    } else if (shelf.all().isEmpty()) {
      out.println("there are no pretrained models; 'dear train ALGORITHM' trains one");
    } else {
      print(shelf, out);
    }
    return 0;
  }

  private static void print(ShippedModels shelf, PrintWriter out) throws IOException {
    TextTable table =
        new TextTable()
            .row(
                "MODEL",
                "ALGORITHM",
                "GRAPHS",
                "ACCURACY",
                "WHOLE GRAPHS",
                "EVALUATIONS",
                "STEPS (LAST RUN)");
    for (ShippedModel model : shelf.all()) {
      table.row(
          model.name(),
          model.algorithm().name(),
          "%d of %d nodes".formatted(model.score().count(), model.score().nodes()),
          "%.2f %%".formatted(100 * model.score().accuracy()),
          "%.0f %%".formatted(100 * model.score().exact()),
          "%.1f".formatted(model.score().evaluations()),
          steps(model, shelf.load(model).provenance()));
    }
    table.print(out, "");
    out.println();
    out.println(
        "'dear inspect MODEL' shows how a model was trained, 'dear evaluate MODEL' scores it.");
  }

  /** Returns the steps of all runs, and those of the last one if there were others. */
  private static String steps(ShippedModel model, Provenance provenance) {
    String last = provenance.fact("step");
    return model.totalSteps().equals(provenance.step()) || model.totalSteps().isEmpty()
        ? last
        : "%d (%s)".formatted(model.totalSteps().getAsInt(), last);
  }

  private static void writeJson(ShippedModels shelf, JsonWriter json) throws IOException {
    json.beginObject().name("models").beginArray();
    for (ShippedModel shipped : shelf.all()) {
      Model model = shelf.load(shipped);
      json.beginObject();
      json.name("name").value(shipped.name());
      json.name("sha256").value(shipped.sha256());
      json.name("score");
      shipped.score().write(json);
      json.name("check");
      shipped.check().write(json);
      if (shipped.totalSteps().isPresent()) {
        json.name("total_steps").value(shipped.totalSteps().getAsInt());
      }
      model.settings().write(json);
      model.provenance().write(json);
      json.endObject();
    }
    json.endArray().endObject();
  }

  /** Packs model files into a folder. */
  @Command(
      name = "pack",
      description = {
        "Evaluate model files and copy them, with their digests and scores, into a folder in the",
        "form of the pretrained models; an entry of the same name is replaced. Options say how",
        "the packed models search."
      })
  static final class Pack implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Model files.")
    private List<Path> files;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder.")
    private Path out;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "The name of a single model (default: its algorithm).")
    private @Nullable String name;

    @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
    private Pack() {}

    @Override
    public Integer call() throws IOException {
      if (name != null && files.size() != 1) {
        throw new ParameterException(spec.commandLine(), "--name needs exactly one model file");
      }
      ShippedModelsWriter writer = new ShippedModelsWriter(out);
      try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
        for (Path file : files) {
          Model given = SettingOptions.searching(Model.load(file), spec); // wrong ones are told
          String called = name != null ? name : given.settings().algorithm().name();
          ShippedModel model = writer.add(called, file, SettingOptions.given(spec), workers);
          spec.commandLine()
              .getOut()
              .printf(
                  "%s: %.2f %% right on %d graphs of %d nodes%n",
                  model.name(),
                  100 * model.score().accuracy(),
                  model.score().count(),
                  model.score().nodes());
        }
      }
      return 0;
    }
  }
}
