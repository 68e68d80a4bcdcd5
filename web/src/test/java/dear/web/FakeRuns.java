// SPDX-License-Identifier: Apache-2.0
package dear.web;

import dear.clrs.Clrs;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.Metrics;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Run folders as a training leaves them, without the training. */
final class FakeRuns {
  private FakeRuns() {}

  static RunFolder create(Path runs, String name) throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm("bellman_ford"), Preset.QUICK).with(Setting.STEPS, "1000");
    return RunFolder.create(
        runs.resolve(name), settings, new Provenance("test", "none", "25", "scalar"));
  }

  static Metrics metrics(int step) {
    double fall = Math.exp(-step / 300.0);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("loss", 0.02 + fall * (1 + 0.2 * Math.sin(step * 0.7)));
    values.put("accuracy", 0.98 - 0.8 * fall);
    values.put("evaluations", 6 + 8 * (1 - fall));
    values.put("residual", 0.085 + 0.01 * Math.sin(step));
    if (step % 100 == 0) {
      values.put("validation_loss", 0.03 + fall);
      values.put("validation_accuracy", 1 - 0.8 * fall);
    }
    return new Metrics(step, values);
  }
}
