// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.shipped;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.AtomicFile;
import dear.io.Json;
import dear.io.JsonException;
import dear.io.JsonWriter;
import dear.io.Sha256;
import dear.reasoner.model.Model;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A shelf of trained models: an index, and a safetensors file for each entry. The shelf shipped
 * with the program is on the class path; any folder of the same form works as well.
 *
 * <pre>{@code
 * ShippedModels shelf = ShippedModels.ofProgram();
 * Model model = shelf.load(shelf.of(Clrs.algorithm("bellman_ford")).orElseThrow());
 * }</pre>
 *
 * <p>Files are read on demand, compared with the digest in the index, and trusted no more than any
 * other model file.
 */
public final class ShippedModels {
  /** The file name of the index. */
  public static final String INDEX = "index.json";

  /** More than any index or model needs; a resource is read into memory as a whole. */
  private static final int MOST_BYTES = 256 << 20;

  private final Shelf shelf;
  private final List<ShippedModel> models;

  /** Where files come from. */
  private interface Shelf {
    /** Returns the name of a file in messages. */
    String title(String name);

    InputStream open(String name) throws IOException;
  }

  private ShippedModels(Shelf shelf, List<ShippedModel> models) {
    this.shelf = shelf;
    this.models = List.copyOf(models);
  }

  /** Returns the models shipped with the program. */
  public static ShippedModels ofProgram() throws IOException {
    return read(
        new Shelf() {
          @Override
          public String title(String name) {
            return "shipped " + name;
          }

          @Override
          public InputStream open(String name) throws IOException {
            InputStream in = ShippedModels.class.getResourceAsStream(name);
            if (in == null) {
              throw new FileNotFoundException("the program is missing its file " + name);
            }
            return in;
          }
        });
  }

  /** Returns the models of a folder. */
  public static ShippedModels in(Path folder) throws IOException {
    return read(
        new Shelf() {
          @Override
          public String title(String name) {
            return folder.resolve(name).toString();
          }

          @Override
          public InputStream open(String name) throws IOException {
            return Files.newInputStream(folder.resolve(name));
          }
        });
  }

  private static ShippedModels read(Shelf shelf) throws IOException {
    String title = shelf.title(INDEX);
    List<ShippedModel> models = new ArrayList<>();
    Set<String> names = new HashSet<>();
    try {
      Json index = Json.parse(new String(bytes(shelf, INDEX), StandardCharsets.UTF_8));
      for (Json entry : index.get("models").values()) {
        ShippedModel model = ShippedModel.read(entry);
        if (!names.add(model.name())) {
          throw new IllegalArgumentException("the model " + model.name() + " is listed twice");
        }
        models.add(model);
      }
    } catch (IllegalArgumentException | JsonException e) {
      throw new IOException(title + ": " + e.getMessage(), e);
    }
    return new ShippedModels(shelf, models);
  }

  /** Returns all models; of several for one algorithm, the best comes first. */
  public List<ShippedModel> all() {
    return models;
  }

  /** Returns the model with the given name. */
  public Optional<ShippedModel> named(String name) {
    return models.stream().filter(model -> model.name().equals(name)).findFirst();
  }

  /**
   * Returns the model for an algorithm, if there is one: its own, or that of another algorithm with
   * the same task.
   */
  public Optional<ShippedModel> of(Algorithm algorithm) {
    return answering(algorithm).stream().findFirst();
  }

  /** Returns all models that answer questions about an algorithm, its own before others. */
  public List<ShippedModel> answering(Algorithm algorithm) {
    return Stream.concat(
            models.stream().filter(model -> isOwn(model, algorithm)),
            models.stream()
                .filter(model -> !isOwn(model, algorithm))
                .filter(model -> model.algorithm().sameTaskAs(algorithm)))
        .toList();
  }

  private static boolean isOwn(ShippedModel model, Algorithm algorithm) {
    return model.algorithm().name().equals(algorithm.name());
  }

  /** Returns the algorithms that have a model, formatted for a message. */
  public String algorithms() {
    return models.isEmpty()
        ? "none"
        : Clrs.algorithms().stream()
            .filter(algorithm -> of(algorithm).isPresent())
            .map(Algorithm::name)
            .collect(Collectors.joining(", "));
  }

  /** Loads a model of this shelf. */
  public Model load(ShippedModel model) throws IOException {
    String title = shelf.title(model.file());
    Model loaded = Model.parse(read(model), title);
    if (!loaded.settings().algorithm().name().equals(model.algorithm().name())) {
      throw new IOException(
          "%s is a model of %s, but %s says %s"
              .formatted(title, loaded.settings().algorithm(), INDEX, model.algorithm()));
    }
    return loaded;
  }

  /** Returns the content of a model's file, which is the one that the index describes. */
  public byte[] read(ShippedModel model) throws IOException {
    byte[] bytes = bytes(shelf, model.file());
    String found = Sha256.of(bytes);
    if (!found.equals(model.sha256())) {
      throw new IOException(
          "%s: its SHA-256 is %s, but %s says %s; the file was damaged or replaced"
              .formatted(shelf.title(model.file()), found, INDEX, model.sha256()));
    }
    return bytes;
  }

  /** Returns the size of a model's file in bytes. */
  public long bytes(ShippedModel model) throws IOException {
    return bytes(shelf, model.file()).length;
  }

  /** Writes an index into a folder. */
  public static void writeIndex(Path folder, List<ShippedModel> models) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.indented(bytes)) {
      json.beginObject().name("models").beginArray();
      for (ShippedModel model : models) {
        model.write(json);
      }
      json.endArray().endObject().endDocument();
    }
    AtomicFile.write(folder.resolve(INDEX), bytes.toByteArray());
  }

  private static byte[] bytes(Shelf shelf, String name) throws IOException {
    try (InputStream in = shelf.open(name)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException(shelf.title(name) + " is larger than " + MOST_BYTES + " bytes");
      }
      return bytes;
    }
  }
}
