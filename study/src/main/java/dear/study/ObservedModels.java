// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.settings.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The document {@code figures.json}: how equilibria form.
 *
 * @param provenance the program that computed it
 * @param models the observed models
 */
record ObservedModels(Provenance provenance, List<ObservedModel> models) {
  ObservedModels {
    models = List.copyOf(models);
  }

  /**
   * The observations on one model.
   *
   * @param name the name of the model
   * @param algorithm the algorithm it learned
   * @param tolerance the tolerance of its solver
   * @param courses the courses over evaluations, by size of graphs
   * @param diameters the evaluations over diameters, by size of graphs
   * @param starts how much the start of a search matters, by size of graphs
   */
  record ObservedModel(
      String name,
      String algorithm,
      double tolerance,
      List<Course> courses,
      List<Diameters> diameters,
      List<Starts> starts) {
    ObservedModel {
      courses = List.copyOf(courses);
      diameters = List.copyOf(diameters);
      starts = List.copyOf(starts);
    }

    static ObservedModel read(Json json) {
      return new ObservedModel(
          json.get("name").string(),
          json.get("algorithm").string(),
          json.get("tolerance").number(),
          json.get("courses").values().stream().map(Course::read).toList(),
          json.get("diameters").values().stream().map(Diameters::read).toList(),
          json.has("starts") // older documents have none
              ? json.get("starts").values().stream().map(Starts::read).toList()
              : List.of());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("name").value(name);
      json.name("algorithm").value(algorithm);
      json.name("tolerance").value(tolerance);
      json.name("courses").beginArray();
      for (Course course : courses) {
        course.write(json);
      }
      json.endArray();
      json.name("diameters").beginArray();
      for (Diameters sizes : diameters) {
        sizes.write(json);
      }
      json.endArray();
      if (!starts.isEmpty()) {
        json.name("starts").beginArray();
        for (Starts sizes : starts) {
          sizes.write(json);
        }
        json.endArray();
      }
      json.endObject();
    }
  }

  /**
   * Medians over graphs of one size, after each evaluation.
   *
   * @param nodes the size of the graphs
   * @param graphs the number of graphs
   * @param residuals the residuals of the solver
   * @param spreads the spreads of node states
   */
  record Course(int nodes, int graphs, List<Double> residuals, List<Double> spreads) {
    Course {
      residuals = List.copyOf(residuals);
      spreads = List.copyOf(spreads);
    }

    static Course read(Json json) {
      return new Course(
          json.get("nodes").integer(),
          json.get("graphs").integer(),
          json.get("residual").values().stream().map(Json::number).toList(),
          json.get("spread").values().stream().map(Json::number).toList());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("nodes").value(nodes);
      json.name("graphs").value(graphs);
      write(residuals, json.name("residual"));
      write(spreads, json.name("spread"));
      json.endObject();
    }

    private static void write(List<Double> numbers, JsonWriter json) throws IOException {
      json.beginArray();
      for (double number : numbers) {
        json.value(number);
      }
      json.endArray();
    }
  }

  /** The number of graphs of one size by diameter and evaluations. */
  record Diameters(int nodes, List<Count> counts) {
    Diameters {
      counts = List.copyOf(counts);
    }

    static Diameters read(Json json) {
      return new Diameters(
          json.get("nodes").integer(),
          json.get("counts").values().stream().map(Count::read).toList());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("nodes").value(nodes);
      json.name("counts").beginArray();
      for (Count count : counts) {
        json.beginArray();
        json.value(count.diameter()).value(count.evaluations()).value(count.graphs());
        json.endArray();
      }
      json.endArray();
      json.endObject();
    }
  }

  /** The number of graphs with the given diameter and number of evaluations. */
  record Count(int diameter, int evaluations, int graphs) {
    static Count read(Json json) {
      List<Json> numbers = json.values();
      return new Count(
          numbers.get(0).integer(), numbers.get(1).integer(), numbers.get(2).integer());
    }
  }

  /**
   * Searches from random states beside the one from zeros, on graphs of one size, each ended by the
   * model's own tolerance.
   *
   * @param nodes the size of the graphs
   * @param graphs the number of graphs
   * @param searches the number of random starts for each graph
   * @param median the median, over graphs, of the greatest distance from the end of the search from
   *     zeros, divided by its norm
   * @param greatest the greatest such distance
   * @param sameAnswers the share of decisions that are those of the search from zeros
   */
  record Starts(
      int nodes, int graphs, int searches, double median, double greatest, double sameAnswers) {
    static Starts read(Json json) {
      return new Starts(
          json.get("nodes").integer(),
          json.get("graphs").integer(),
          json.get("searches").integer(),
          json.get("median_distance").number(),
          json.get("greatest_distance").number(),
          json.get("same_answers").number());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("nodes").value(nodes);
      json.name("graphs").value(graphs);
      json.name("searches").value(searches);
      json.name("median_distance").value(median);
      json.name("greatest_distance").value(greatest);
      json.name("same_answers").value(sameAnswers);
      json.endObject();
    }
  }

  /** Returns the models that were observed along their evaluations: those that figures show. */
  ObservedModels alongEvaluations() {
    return new ObservedModels(
        provenance, models.stream().filter(model -> !model.courses().isEmpty()).toList());
  }

  static ObservedModels read(Json json) {
    List<ObservedModel> models = new ArrayList<>();
    json.get("models").values().forEach(model -> models.add(ObservedModel.read(model)));
    return new ObservedModels(Provenance.read(json), models);
  }

  void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("table").value("figures");
    provenance.write(json);
    json.name("models").beginArray();
    for (ObservedModel model : models) {
      model.write(json);
    }
    json.endArray();
    json.endObject().endDocument();
  }
}
