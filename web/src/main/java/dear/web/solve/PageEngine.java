// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Reasoner;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceOptions;
import dear.reasoner.settings.Settings;
import dear.web.http.Field;
import dear.web.http.Limits;
import dear.web.http.Refusal;
import dear.web.http.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers what {@code POST /api/solve} answers, on the calling thread and without a server. All
 * models are known from the start, but each is added only when a question needs it.
 *
 * <p>This class and all that it uses are also compiled to WebAssembly, by the module {@code site}.
 */
public final class PageEngine {
  private final Map<Model, Reasoner> reasoners = new HashMap<>();
  private final Map<String, Model> models = new HashMap<>();
  private final ModelShelf shelf;
  private final ShelfSolver solver;

  private PageEngine(Map<String, Settings> settings) {
    this.shelf = ModelShelf.listed(settings, this::model);
    this.solver = new ShelfSolver(shelf);
  }

  /**
   * An engine that has no model yet.
   *
   * @param catalogue the document of {@code GET /api/models}
   */
  public static PageEngine of(String catalogue) throws IOException {
    Map<String, Settings> settings = new LinkedHashMap<>();
    for (Json entry : Json.parse(catalogue).values()) {
      String name = entry.get("name").string();
      settings.put(name, Settings.read(entry, name));
    }
    return new PageEngine(settings);
  }

  /** The document of {@code GET /api/algorithms}. */
  public static byte[] algorithms(ModelShelf shelf) {
    return Reply.json(json -> Catalogue.writeAlgorithms(shelf, limits(), json)).body();
  }

  /** The document of {@code GET /api/models}. */
  public static byte[] catalogue(ModelShelf shelf) {
    return Reply.json(json -> Catalogue.writeModels(shelf, json)).body();
  }

  /** Those of a server, as far as they concern one question. */
  private static Limits.Questions limits() {
    return Limits.of(1).questions();
  }

  /** The name of a model that has to be added before a question can be answered, if any. */
  public Optional<String> absent(String question) {
    try {
      SolveRequest asked = read(question);
      return Stream.concat(Stream.of(asked.model()), asked.rollout().stream())
          .filter(name -> !models.containsKey(name))
          .findFirst();
    } catch (Refusal e) {
      return Optional.empty(); // no model is needed to say so
    }
  }

  /**
   * Adds a model of the catalogue.
   *
   * @param file its safetensors file
   */
  public void add(String name, byte[] file) throws IOException {
    models.put(name, Model.parse(file, name));
  }

  /** The answer to a question, or the problem document that says why there is none. */
  public String solve(String question) {
    Reply.Whole reply;
    try {
      reply = Reply.json(solver.answer(read(question), this::trace)::write);
    } catch (Refusal e) {
      reply = Reply.problem(e);
    }
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private SolveRequest read(String question) {
    Json document;
    try {
      document = Json.parse(question);
    } catch (IOException e) {
      throw Refusal.of(400, "the question is not valid JSON: " + e.getMessage());
    }
    return SolveRequest.read(Field.root(document), shelf, limits().nodes());
  }

  private Model model(String name) {
    Model found = models.get(name);
    if (found == null) {
      throw new IllegalStateException("the model " + name + " has not been added");
    }
    return found;
  }

  private Trace trace(Model model, Question question, TraceOptions options) {
    return reasoners.computeIfAbsent(model, Reasoner::new).trace(question, options);
  }
}
