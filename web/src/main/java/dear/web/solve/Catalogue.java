// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Stage;
import dear.clrs.sampling.SamplerOption;
import dear.io.JsonWriter;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.tensor.parameter.Parameter;
import dear.web.http.Limits;
import java.io.IOException;
import java.util.Locale;
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
      json.name("kind").value(shape.kind().name().toLowerCase(Locale.ROOT));
      json.name("directed").value(shape.directed());
      json.name("weighted").value(shape.weighted());
      json.name("source").value(shape.source());
      json.name("density")
          .value(algorithm.samplerOptions().contains(SamplerOption.EDGE_PROBABILITY));
      json.name("least_nodes").value(shape.leastNodes());
      json.name("most_nodes").value(limits.nodes());
      json.name("equilibrium").value(algorithm.equilibrium().words());
      json.name("outputs").beginArray();
      for (FeatureSpec output : algorithm.features(Stage.OUTPUT)) {
        json.beginObject();
        json.name("name").value(output.name());
        json.name("location").value(output.locationName());
        json.name("type").value(output.typeName());
        json.endObject();
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
