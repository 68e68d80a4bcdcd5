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
 * @param provenance what computed it
 * @param models one by one
 */
record ObservedModels(Provenance provenance, List<ObservedModel> models) {
  ObservedModels {
    models = List.copyOf(models);
  }

  /**
   * One model.
   *
   * @param name of the model
   * @param algorithm that it learned
   * @param tolerance where its solver stops
   * @param courses along evaluations, by size of graphs
   * @param diameters along diameters, by size of graphs
   */
  record ObservedModel(
      String name,
      String algorithm,
      double tolerance,
      List<Course> courses,
      List<Diameters> diameters) {
    ObservedModel {
      courses = List.copyOf(courses);
      diameters = List.copyOf(diameters);
    }

    static ObservedModel read(Json json) {
      return new ObservedModel(
          json.get("name").string(),
          json.get("algorithm").string(),
          json.get("tolerance").number(),
          json.get("courses").values().stream().map(Course::read).toList(),
          json.get("diameters").values().stream().map(Diameters::read).toList());
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
      json.endObject();
    }
  }

  /**
   * Medians over graphs of a size, after each evaluation.
   *
   * @param nodes their size
   * @param graphs how many
   * @param residuals of the solver
   * @param spreads of the nodes' states
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

  /** How many graphs of a size have which diameter and took how many evaluations. */
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

  /** So many graphs have that diameter and took so many evaluations. */
  record Count(int diameter, int evaluations, int graphs) {
    static Count read(Json json) {
      List<Json> numbers = json.values();
      return new Count(
          numbers.get(0).integer(), numbers.get(1).integer(), numbers.get(2).integer());
    }
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
