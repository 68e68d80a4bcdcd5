// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.io.Sha256;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that starts from the weights of a model. */
class InitialWeightsTest {
  @TempDir Path folder;

  private Path model(String algorithm) throws IOException {
    return Runs.whole(folder.resolve(algorithm), Runs.tiny(algorithm, 5), 1)
        .resolve("best.safetensors");
  }

  @Test
  void theFirstStateHasTheWeightsAndTheConfigTellsWhose() throws IOException {
    Path model = model("bellman_ford");
    InitialWeights weights = InitialWeights.of(model);
    // Dijkstra takes the same inputs and gives the same answers, so its network has the same shape.
    Settings settings = Runs.tiny("dijkstra", 4).with(Setting.AVERAGING, "0.9");
    Path started = folder.resolve("started");
    try (RunFolder run = RunFolder.create(started, settings, Runs.PROVENANCE, weights)) {
      assertThat(run.provenance().fact("initial_weights")).isEqualTo(withoutFolders(model));
      assertThat(run.provenance().fact("initial_weights_sha256"))
          .isEqualTo(Sha256.of(Files.readAllBytes(model)));
    }
    try (SafetensorsFile last = SafetensorsFile.open(started.resolve("last.safetensors"));
        SafetensorsFile given = SafetensorsFile.open(model)) {
      assertThat(given.tensors()).isNotEmpty();
      for (String name : given.tensors().keySet()) {
        assertThat(last.floats("model." + name)).isEqualTo(given.floats(name));
        assertThat(last.floats("average." + name)).isEqualTo(given.floats(name));
      }
    }
    // A run that is killed before its first checkpoint starts from these weights again.
    Path parts = folder.resolve("parts");
    RunFolder.create(parts, settings, Runs.PROVENANCE, weights).close();
    for (Path path : new Path[] {started, parts}) {
      boolean finished = false;
      while (!finished) {
        try (RunFolder run = RunFolder.open(path)) {
          finished = Runs.go(run, 1, path.equals(parts) ? 1 : 100);
        }
      }
    }
    ResumeTest.assertSameRun(parts, started);
    Path random = Runs.whole(folder.resolve("random"), settings, 1);
    assertThat(Files.mismatch(best(random), best(started))).isNotEqualTo(-1);
    Model trained = Model.load(best(started));
    assertThat(trained.provenance().fact("initial_weights")).isEqualTo(withoutFolders(model));
    // Of a model that continues this one, all three runs count.
    int before = Model.load(model).provenance().step().orElseThrow();
    int after = trained.provenance().step().orElseThrow();
    assertThat(trained.provenance().totalSteps()).hasValue(before + after);
    assertThat(InitialWeights.of(best(started)).steps()).hasValue(before + after);
  }

  private static Path best(Path run) {
    return run.resolve("best.safetensors");
  }

  @Test
  void anotherShapeIsNamed() throws IOException {
    InitialWeights weights = InitialWeights.of(model("bellman_ford"));
    Settings narrow = Runs.tiny("bellman_ford", 4);
    for (Map.Entry<Setting, String> other :
        Map.of(Setting.WIDTH, "9", Setting.PROCESSOR, "pairs", Setting.LINEAR_PATH, "2")
            .entrySet()) {
      Settings settings = narrow.with(other.getKey(), other.getValue());
      assertThatIllegalArgumentException()
          .as(other.toString())
          .isThrownBy(
              () -> RunFolder.create(folder.resolve("run"), settings, Runs.PROVENANCE, weights))
          .withMessageContainingAll(weights.name(), "does not have the shape", "width");
    }
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void whatIsNoModelIsNamed() {
    assertThatIOException()
        .isThrownBy(() -> InitialWeights.of(folder))
        .withMessageContainingAll(folder.toString(), "is not a file");
    assertThatIOException().isThrownBy(() -> InitialWeights.of(folder.resolve("nothing")));
  }

  /** Others who get a model learn nothing about the machine it was trained on. */
  private static String withoutFolders(Path model) {
    int parts = model.getNameCount();
    assertThat(parts).isGreaterThan(2);
    return model.getName(parts - 2) + "/" + model.getName(parts - 1);
  }
}
