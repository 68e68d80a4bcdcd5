// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.reasoner.model.Question;
import dear.reasoner.settings.Settings;
import dear.web.http.Field;
import dear.web.http.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A question from a client.
 *
 * @param algorithm the algorithm
 * @param model the name of the model to ask
 * @param inputs the instance
 * @param previous the instance whose equilibrium a second, warm search starts from
 * @param rollout the name of a model that rolls out the same instance for comparison
 * @param tolerance the tolerance of the search, replacing the model's own
 * @param trace whether to include every evaluation
 */
record SolveRequest(
    Algorithm algorithm,
    String model,
    Inputs inputs,
    Optional<Inputs> previous,
    Optional<String> rollout,
    OptionalDouble tolerance,
    boolean trace) {

  static SolveRequest read(Field root, ModelShelf shelf, int mostNodes) {
    root.only(
        "algorithm",
        "model",
        "sample",
        "numbers",
        "graph",
        "inputs",
        "previous",
        "compare",
        "tolerance",
        "trace");
    Algorithm algorithm = algorithm(root.get("algorithm"));
    String model =
        root.find("model")
            .map(it -> model(it, algorithm, shelf))
            .orElseGet(() -> preferred(algorithm, shelf));
    QuestionReader reader = new QuestionReader(algorithm, mostNodes);
    Inputs inputs = reader.read(root);
    Optional<Inputs> previous =
        root.find("previous").map(it -> reader.read(it.only(QuestionReader.FORMS)));
    if (previous.isPresent() && previous.get().nodes() != inputs.nodes()) {
      throw Refusal.unprocessable(
          "previous",
          "has %d nodes, but the instance has %d; a warm start needs the same number"
              .formatted(previous.get().nodes(), inputs.nodes()));
    }
    Optional<String> rollout =
        root.find("compare").map(Field::flag).orElse(false)
            ? shelf.names(algorithm, "nar").stream().filter(it -> !it.equals(model)).findFirst()
            : Optional.empty();
    OptionalDouble tolerance = OptionalDouble.empty();
    Optional<Field> given = root.find("tolerance");
    if (given.isPresent()) {
      tolerance = OptionalDouble.of(given.get().number(1e-6, 1));
    }
    boolean trace = root.find("trace").map(Field::flag).orElse(false);
    return new SolveRequest(algorithm, model, inputs, previous, rollout, tolerance, trace);
  }

  /** A question about these inputs, searched as requested. */
  Question question(Inputs about) {
    Question question = Question.of(about);
    return tolerance.isPresent() ? question.withTolerance(tolerance.getAsDouble()) : question;
  }

  private static Algorithm algorithm(Field field) {
    try {
      return Clrs.algorithm(field.text());
    } catch (IllegalArgumentException e) {
      throw field.refuse("is not an algorithm of CLRS-30; /api/algorithms lists them");
    }
  }

  private static String model(Field field, Algorithm algorithm, ModelShelf shelf) {
    Settings settings =
        shelf
            .settings(field.text())
            .orElseThrow(() -> field.refuse("is not a known model; /api/models lists them"));
    if (!settings.answers(algorithm)) {
      throw field.refuse("is a model of " + settings.algorithm() + ", not of " + algorithm);
    }
    return field.text();
  }

  private static String preferred(Algorithm algorithm, ModelShelf shelf) {
    List<String> names = shelf.names(algorithm, "dear");
    if (names.isEmpty()) {
      names = shelf.names(algorithm, "nar");
    }
    if (names.isEmpty()) {
      throw Refusal.unprocessable("algorithm", "has no model; /api/models lists the models");
    }
    return names.getFirst();
  }
}
