// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.io.Sha256;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Settings;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The weights that a run starts from instead of random ones: those of a model whose network has the
 * same parameters, whatever algorithm and settings it was trained with.
 *
 * @param name where the model comes from
 * @param sha256 the digest of its file
 * @param model the model
 * @param steps how many steps it was trained for, with the models it continues, if that is known
 */
public record InitialWeights(String name, String sha256, Model model, OptionalInt steps) {
  /** In bytes: the digest is computed in memory. */
  private static final long MOST_BYTES = 1L << 30;

  /** Reads a model file. */
  public static InitialWeights of(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(
          file + " is not a file; name a model file, such as best.safetensors of a run");
    }
    Model model = Model.load(file);
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(
          "%s has %d bytes; a model to start from may have at most %d"
              .formatted(file, Files.size(file), MOST_BYTES));
    }
    return new InitialWeights(
        file.toString(),
        Sha256.of(Files.readAllBytes(file)),
        model,
        model.provenance().totalSteps());
  }

  /** A model names the file and its run, but not the folders of the machine, which it may leave. */
  Provenance addTo(Provenance provenance) {
    Path path = Path.of(name);
    int parts = path.getNameCount();
    String known =
        parts > 2 ? path.getName(parts - 2) + "/" + path.getName(parts - 1) : path.toString();
    return provenance.startingFrom(known, sha256, steps);
  }

  /** Returns the state of a run before its first step, with these weights and no moments. */
  TrainingState stateFor(Settings settings) {
    Network network = settings.network();
    Map<String, Parameter> given = byName(model.network());
    Map<String, Parameter> needed = byName(network);
    needed.forEach((parameter, shape) -> {
      Parameter there = given.remove(parameter);
      if (there == null || there.kind() != shape.kind() || !size(there).equals(size(shape))) {
        throw unfit(parameter, there == null ? "missing" : size(there), size(shape));
      }
    });
    given.forEach((parameter, shape) -> {
      throw unfit(parameter, size(shape), "missing");
    });
    Parameters parameters = network.initial(settings.seed());
    needed.forEach((parameter, shape) ->
        System.arraycopy(
            model.parameters().values(),
            model.network().layout().get(parameter).offset(),
            parameters.values(),
            shape.offset(),
            shape.count()));
    parameters.changed();
    return TrainingState.initial(parameters, settings);
  }

  private static Map<String, Parameter> byName(Network network) {
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    network.layout().parameters().forEach(it -> parameters.put(it.name(), it));
    return parameters;
  }

  private static String size(Parameter parameter) {
    return parameter.out() + " × " + parameter.in();
  }

  private IllegalArgumentException unfit(String parameter, String there, String here) {
    return new IllegalArgumentException(
        ("%s does not have the shape of this run: its %s is %s, but the run's is %s; settings such"
                + " as processor, width and linear-path must be those of the model")
            .formatted(name, parameter, there, here));
  }
}
