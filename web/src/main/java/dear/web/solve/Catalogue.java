// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Stage;
import dear.clrs.sampling.SamplerOption;
import dear.clrs.trait.InputForm;
import dear.io.JsonWriter;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.tensor.parameter.Parameter;
import dear.web.http.Limits;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The algorithms and models on offer. */
final class Catalogue {
  private Catalogue() {}

  static void writeAlgorithms(ModelShelf shelf, Limits.Questions limits, JsonWriter json)
      throws IOException {
    json.beginArray();
    for (Algorithm algorithm : Clrs.algorithms()) {
      Shape shape = Shape.of(algorithm);
      json.beginObject();
      json.name("name").value(algorithm.name());
      json.name("title").value(algorithm.title());
      json.name("category").value(algorithm.category().words());
      json.name("input").value(algorithm.traits().input().word());
      json.name("answer").value(algorithm.traits().answer().word());
      json.name("kind").value(shape.kind().word());
      json.name("directed").value(shape.directed());
      json.name("weighted").value(shape.weighted());
      json.name("source").value(shape.source());
      json.name("density")
          .value(algorithm.samplerOptions().contains(SamplerOption.EDGE_PROBABILITY));
      json.name("least_nodes").value(shape.leastNodes());
      json.name("most_nodes").value(Shape.mostNodes(algorithm, limits.nodes()));
      json.name("equilibrium").value(algorithm.equilibrium().words());
      json.name("inputs");
      writeSpecs(inputs(algorithm), json);
      if (algorithm.traits().input() instanceof InputForm.TwoStrings(String first, String second)) {
        json.name("strings").beginArray().value(first).value(second).endArray();
      }
      json.name("outputs");
      writeSpecs(algorithm.features(Stage.OUTPUT), json);
      json.name("reads").beginArray();
      for (String output : algorithm.traits().answer().outputs()) {
        json.value(output);
      }
      json.endArray();
      json.name("models").beginArray();
      for (String mode : new String[] {"dear", "nar"}) {
        for (String name : shelf.names(algorithm, mode)) {
          json.value(name);
        }
      }
      json.endArray();
      json.endObject();
    }
    json.endArray();
  }

  /** In the order in which a person writes them. */
  private static List<FeatureSpec> inputs(Algorithm algorithm) {
    return algorithm.traits().input().features().stream()
        .flatMap(name ->
            algorithm.features(Stage.INPUT).stream().filter(spec -> spec.name().equals(name)))
        .toList();
  }

  private static void writeSpecs(List<FeatureSpec> specs, JsonWriter json) throws IOException {
    json.beginArray();
    for (FeatureSpec spec : specs) {
      json.beginObject();
      json.name("name").value(spec.name());
      json.name("location").value(spec.locationName());
      json.name("type").value(spec.typeName());
      json.endObject();
    }
    json.endArray();
  }

  static void writeModels(ModelShelf shelf, JsonWriter json) throws IOException {
    json.beginArray();
    for (Map.Entry<String, Model> entry : shelf.models().entrySet()) {
      Model model = entry.getValue();
      json.beginObject();
      json.name("name").value(entry.getKey());
      json.name("mode").value(model.settings().text(Setting.MODE));
      json.name("numbers")
          .value(model.network().layout().parameters().stream().mapToLong(Parameter::count).sum());
      model.provenance().write(json);
      model.settings().write(json);
      json.endObject();
    }
    json.endArray();
  }
}
