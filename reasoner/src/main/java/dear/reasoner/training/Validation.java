// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A validation of a run.
 *
 * @param step the number of batches before it
 * @param seconds the training time before it
 * @param accuracy the accuracy
 */
public record Validation(int step, double seconds, double accuracy) {
  /** Reads the validations of a run, whether or not it is being trained. */
  public static List<Validation> read(Path folder) throws IOException {
    return of(RunFolder.readMetrics(folder), RunFolder.readSettings(folder).batch());
  }

  /** Returns the validations, with the training time before each over all sessions of the run. */
  public static List<Validation> of(List<Metrics> metrics, int batch) {
    List<Validation> points = new ArrayList<>();
    TrainingClock clock = TrainingClock.of(metrics, batch);
    for (Metrics line : metrics) {
      Double accuracy = line.values().get("validation_accuracy");
      if (accuracy != null) {
        points.add(new Validation(line.step(), clock.at(line.step()), accuracy));
      }
    }
    return List.copyOf(points);
  }
}
