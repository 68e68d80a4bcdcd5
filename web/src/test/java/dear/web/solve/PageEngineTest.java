// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Clrs;
import dear.io.Json;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that knows all models and has none until a question needs it. */
class PageEngineTest {
  private static final String ASKED =
      "{\"algorithm\":\"bellman_ford\",\"compare\":true,\"sample\":{\"nodes\":5,\"seed\":1}}";

  @TempDir Path folder;
  private final Map<String, Model> models = new LinkedHashMap<>();
  private PageEngine engine;

  @BeforeEach
  void open() throws IOException {
    models.put("paths", untrained("bellman_ford", "dear"));
    models.put("steps", untrained("bellman_ford", "nar"));
    models.put("sort", untrained("insertion_sort", "dear"));
    engine =
        PageEngine.of(
            new String(PageEngine.catalogue(ModelShelf.of(models)), StandardCharsets.UTF_8));
  }

  private static Model untrained(String algorithm, String mode) {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "8", Setting.MODE, mode));
    Network network = settings.network();
    return new Model(settings, network, network.initial(5), new Provenance(Map.of()));
  }

  private void add(String name) throws IOException {
    Path file = folder.resolve(name + ".safetensors");
    Objects.requireNonNull(models.get(name)).save(file);
    engine.add(name, Files.readAllBytes(file));
  }

  @Test
  void aModelIsAddedWhenAQuestionNeedsIt() throws IOException {
    assertThat(engine.absent(ASKED)).contains("paths");
    assertThatThrownBy(() -> engine.solve(ASKED)).hasMessageContaining("paths");
    add("paths");
    assertThat(engine.absent(ASKED)).contains("steps"); // for the comparison
    add("steps");
    assertThat(engine.absent(ASKED)).isEmpty();
    Json answer = Json.parse(engine.solve(ASKED));
    assertThat(answer.get("run").get("model").string()).isEqualTo("paths");
    assertThat(answer.get("rollout").get("model").string()).isEqualTo("steps");
    assertThat(engine.absent("{\"algorithm\":\"insertion_sort\",\"numbers\":[2,1]}"))
        .contains("sort");
  }

  @Test
  void aProblemNeedsNoModel() throws IOException {
    String wrong = "{\"algorithm\":\"insertion_sort\",\"numbers\":[2]}";
    assertThat(engine.absent(wrong)).isEmpty();
    Json problem = Json.parse(engine.solve(wrong));
    assertThat(problem.get("status").integer()).isEqualTo(422);
    assertThat(problem.get("field").string()).isEqualTo("numbers");
    assertThat(Json.parse(engine.solve("{\"algorithm\":")).get("status").integer()).isEqualTo(400);
  }
}
