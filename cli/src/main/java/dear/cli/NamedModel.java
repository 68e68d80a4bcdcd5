// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.RegularFile;
import dear.reasoner.model.Model;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.training.InitialWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A model and its title: a file, or a pretrained model.
 *
 * @param title to display: the file, or the name marked as pretrained
 * @param model the model
 */
record NamedModel(String title, Model model) {
  /** The model with that name or for that algorithm, or the file; ./NAME is always a file. */
  static NamedModel of(String word) throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    Optional<Algorithm> algorithm =
        Clrs.algorithms().stream().filter(a -> a.name().equals(word)).findFirst();
    Optional<ShippedModel> shipped = shelf.named(word).or(() -> algorithm.flatMap(shelf::of));
    if (shipped.isPresent()) {
      return of(shelf, shipped.get());
    }
    Path file = Path.of(word);
    Optional<Path> own = OwnRuns.modelOf(file).or(() -> algorithm.flatMap(OwnRuns::latestFor));
    if (own.isPresent()) {
      return new NamedModel(own.get().toString(), Model.load(own.get()));
    }
    if (algorithm.isPresent() && !Files.exists(file)) {
      throw noneFor(algorithm.get(), shelf);
    }
    if (!Files.exists(file) && !looksLikeAFile(word)) {
      throw new IOException(
          "there is no file or pretrained model %s%s; 'dear models' lists the models"
              .formatted(word, near(word, shelf)));
    }
    RegularFile.require(file, "store the model in one first");
    return new NamedModel(word, Model.load(file));
  }

  /** The weights of the model that {@link #of} finds, for a run to start from. */
  static InitialWeights weights(String word) throws IOException {
    Optional<ShippedModel> shipped = ShippedModels.ofProgram().named(word);
    if (shipped.isPresent()) {
      return new InitialWeights(
          word, shipped.get().sha256(), of(word).model(), shipped.get().totalSteps());
    }
    return InitialWeights.of(OwnRuns.modelOf(Path.of(word)).orElse(Path.of(word)));
  }

  /** The pretrained model for an algorithm, or that of one's own latest run if there is none. */
  static NamedModel shipped(Algorithm algorithm) throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    if (shelf.of(algorithm).isEmpty()) {
      Optional<Path> own = OwnRuns.latestFor(algorithm);
      if (own.isPresent()) {
        return new NamedModel(own.get().toString(), Model.load(own.get()));
      }
    }
    return shipped(algorithm, shelf);
  }

  /** The model of a shelf for an algorithm: its own, or that of another with the same task. */
  static NamedModel shipped(Algorithm algorithm, ShippedModels shelf) throws IOException {
    return of(shelf, shelf.of(algorithm).orElseThrow(() -> noneFor(algorithm, shelf)));
  }

  /** The name of a model for an algorithm that comes with the program and has another processor. */
  static Optional<String> without(ProcessorKind processor, Algorithm algorithm) throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    for (ShippedModel model : shelf.answering(algorithm)) {
      if (shelf.load(model).network().options().processor() != processor) {
        return Optional.of(model.name());
      }
    }
    return Optional.empty();
  }

  private static NamedModel of(ShippedModels shelf, ShippedModel model) throws IOException {
    return new NamedModel(model.name() + " (pretrained)", shelf.load(model));
  }

  private static boolean looksLikeAFile(String word) {
    return word.contains(".") || word.contains("/") || word.contains("\\");
  }

  private static String near(String word, ShippedModels shelf) {
    List<String> names = shelf.all().stream().map(ShippedModel::name).toList();
    return Nearest.to(word, names).map(name -> " (did you mean " + name + "?)").orElse("");
  }

  private static IOException noneFor(Algorithm algorithm, ShippedModels shelf) {
    return new IOException(
        ("there is no pretrained model for %1$s (only for: %2$s); train one with 'dear train %1$s',"
                + " which 'dear solve %1$s' then finds in the folder runs")
            .formatted(algorithm, shelf.algorithms()));
  }
}
