// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which models answer questions about an algorithm. */
class ModelShelfTest {
  private static Model model(String algorithm, String mode) {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "4", Setting.MODE, mode));
    Network network = settings.network();
    return new Model(settings, network, network.initial(1), Provenance.NONE);
  }

  @Test
  void equilibriaAnswerForAlgorithmsWithTheSameTaskRolloutsDoNot() {
    Map<String, Model> models = new LinkedHashMap<>();
    models.put("paths", model("bellman_ford", "dear"));
    models.put("unrolled", model("bellman_ford", "nar"));
    models.put("queue", model("dijkstra", "dear"));
    ModelShelf shelf = ModelShelf.of(models);
    assertThat(shelf.names(Clrs.algorithm("bellman_ford"), "dear"))
        .containsExactly("paths", "queue");
    assertThat(shelf.names(Clrs.algorithm("dijkstra"), "dear")).containsExactly("queue", "paths");
    assertThat(shelf.names(Clrs.algorithm("bellman_ford"), "nar")).containsExactly("unrolled");
    assertThat(shelf.names(Clrs.algorithm("dijkstra"), "nar")).isEmpty();
    assertThat(shelf.names(Clrs.algorithm("bfs"), "dear")).isEmpty();
  }

  @Test
  void oneBadFileDoesNotHideTheOthers(@TempDir Path folder) throws IOException {
    model("bellman_ford", "dear").save(folder.resolve("good.safetensors"));
    Files.writeString(folder.resolve("bad.safetensors"), "no model");
    List<String> warnings = new ArrayList<>();
    assertThat(ModelShelf.readFolder(folder, warnings::add).models()).containsOnlyKeys("good");
    assertThat(warnings).singleElement().asString().startsWith("bad.safetensors is left out: ");
  }
}
