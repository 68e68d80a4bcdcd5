// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.io.JsonWriter;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a question.
 *
 * @param asked the question
 * @param target the classical answer
 * @param cold the search from zero, or the rollout of a rollout model
 * @param warm the search from the equilibrium of the previous instance
 * @param rollout the same instance rolled out by another model
 */
record SolveAnswer(
    SolveRequest asked,
    Instance target,
    SolvedRun cold,
    Optional<SolvedRun> warm,
    Optional<SolvedRun> rollout) {

  int evaluations() {
    return cold.run().evaluations()
        + warm.map(it -> it.run().evaluations()).orElse(0)
        + rollout.map(it -> it.run().evaluations()).orElse(0);
  }

  void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("algorithm").value(asked.algorithm().name());
    json.name("instance");
    writeInstance(json);
    json.name("target");
    AnswerJson.writeFeatures(target.outputs(), json);
    json.name("target_steps").value(target.length());
    Optional<StateColours> colours = Optional.empty();
    if (asked.trace()) {
      List<Trace> ofOneModel = new ArrayList<>(List.of(cold.trace()));
      warm.ifPresent(it -> ofOneModel.add(it.trace()));
      colours = Optional.of(StateColours.of(ofOneModel));
    }
    json.name("run");
    cold.write(colours, json);
    if (warm.isPresent()) {
      json.name("warm");
      warm.get().write(colours, json);
    }
    if (rollout.isPresent()) {
      SolvedRun other = rollout.get();
      json.name("rollout");
      other.write(colours.map(_ -> StateColours.of(List.of(other.trace()))), json);
    }
    json.endObject();
  }

  /** In the form of a request, if there is one. */
  private void writeInstance(JsonWriter json) throws IOException {
    Inputs inputs = asked.inputs();
    Shape shape = Shape.of(asked.algorithm());
    json.beginObject();
    json.name("kind").value(shape.kind().word());
    json.name("nodes").value(inputs.nodes());
    switch (shape.kind()) {
      case GRAPH -> writeGraph(inputs, shape, json);
      case NUMBERS -> {
        json.name("numbers").beginArray();
        for (Feature feature : inputs.features()) {
          if (!feature.name().equals(Inputs.POSITION)) {
            for (double number : feature.reals()) {
              json.value(number);
            }
          }
        }
        json.endArray();
      }
      case INPUTS -> {
        List<String> written = asked.algorithm().traits().input().features();
        json.name("inputs");
        AnswerJson.writeFeatures(
            inputs.features().stream().filter(it -> written.contains(it.name())).toList(), json);
      }
    }
    json.endObject();
  }

  private static void writeGraph(Inputs inputs, Shape shape, JsonWriter json) throws IOException {
    Graph graph = inputs.graph();
    int[] rows = graph.rows();
    int[] columns = graph.columns();
    json.name("directed").value(shape.directed());
    json.name("edges").beginArray();
    for (int e = 0; e < rows.length; e++) {
      boolean once = shape.directed() || rows[e] <= columns[e];
      // Every graph has loops without weight; only those with weight are written.
      if (once && graph.weights()[e] != 0) {
        json.beginArray();
        json.value(rows[e]).value(columns[e]).value(graph.weights()[e]);
        json.endArray();
      }
    }
    json.endArray();
    if (shape.source()) {
      json.name("source").value(inputs.codes("s")[0]);
    }
  }
}
