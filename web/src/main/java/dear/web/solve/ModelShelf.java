// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The models that can answer questions, by name, whether they come from files or with the program.
 */
public final class ModelShelf {
  private static final String ENDING = ".safetensors";

  private final Map<String, Settings> settings;
  private final Function<String, Model> source;

  private ModelShelf(Map<String, Settings> settings, Function<String, Model> source) {
    this.settings = Collections.unmodifiableMap(settings);
    this.source = source;
  }

  /** A shelf with these models, in order of preference. */
  public static ModelShelf of(Map<String, Model> models) {
    Map<String, Model> kept = Map.copyOf(models);
    Map<String, Settings> settings = new LinkedHashMap<>();
    models.forEach((name, model) -> settings.put(name, model.settings()));
    return new ModelShelf(settings, name -> Objects.requireNonNull(kept.get(name), name));
  }

  /**
   * A shelf of which only the settings are known; a model is needed when it has to answer.
   *
   * @param source returns the model of a name on the shelf
   */
  static ModelShelf listed(Map<String, Settings> settings, Function<String, Model> source) {
    return new ModelShelf(new LinkedHashMap<>(settings), source);
  }

  /** The pretrained models. */
  public static ModelShelf shipped() throws IOException {
    ShippedModels program = ShippedModels.ofProgram();
    Map<String, Model> found = new LinkedHashMap<>();
    for (ShippedModel model : program.all()) {
      found.put(model.name(), program.load(model));
    }
    return of(found);
  }

  /**
   * Every model file in a folder, named by its file name without the extension. One that cannot be
   * read is left out.
   *
   * @param warnings receives a sentence about each file that is left out
   */
  public static ModelShelf readFolder(Path folder, Consumer<String> warnings) throws IOException {
    List<Path> files;
    try (Stream<Path> content = Files.list(folder)) {
      files = content.filter(file -> name(file).endsWith(ENDING)).sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw new IOException(folder + " is not a folder; specify one that contains model files", e);
    }
    Map<String, Model> found = new LinkedHashMap<>();
    for (Path file : files) {
      String name = name(file);
      try {
        found.put(name.substring(0, name.length() - ENDING.length()), Model.load(file));
      } catch (IOException | RuntimeException e) {
        warnings.accept("%s is left out: %s".formatted(name, e.getMessage()));
      }
    }
    return of(found);
  }

  /** These models before those of another shelf, replacing those with the same name. */
  public ModelShelf before(ModelShelf other) {
    Map<String, Model> all = new LinkedHashMap<>(models());
    other.models().forEach(all::putIfAbsent);
    return of(all);
  }

  /** All models, by name. */
  public Map<String, Model> models() {
    Map<String, Model> all = new LinkedHashMap<>();
    settings.keySet().forEach(name -> all.put(name, source.apply(name)));
    return all;
  }

  /** The model with that name. */
  public Optional<Model> find(String name) {
    return settings(name).map(_ -> model(name));
  }

  /** The settings of the model with that name, if there is one. */
  Optional<Settings> settings(String name) {
    return Optional.ofNullable(settings.get(name));
  }

  /** The model with that name, which must be on the shelf. */
  Model model(String name) {
    return source.apply(name);
  }

  /**
   * The names of the models that answer questions about an algorithm with that mode, "dear" or
   * "nar": its own, then those of algorithms with the same task.
   */
  public List<String> names(Algorithm algorithm, String mode) {
    List<String> own = new ArrayList<>();
    List<String> others = new ArrayList<>();
    settings.forEach((name, of) -> {
      if (of.answers(algorithm) && of.text(Setting.MODE).equals(mode)) {
        boolean isOwn = of.algorithm().name().equals(algorithm.name());
        (isOwn ? own : others).add(name);
      }
    });
    own.addAll(others);
    return own;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
