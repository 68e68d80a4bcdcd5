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

  /**
   * Returns the validations with the training time before them. A run counts its seconds from when
   * it was started or resumed; where they decrease, the steps since the previous validation are
   * timed by the sample rate instead, so the time between two sessions does not count.
   */
  public static List<Validation> of(List<Metrics> metrics, int batch) {
    List<Validation> points = new ArrayList<>();
    double total = 0;
    double clock = 0;
    double rate = Double.NaN;
    int step = 0;
    for (Metrics line : metrics) {
      rate = line.values().getOrDefault("samples_per_second", rate);
      Double seconds = line.values().get("seconds");
      Double accuracy = line.values().get("validation_accuracy");
      if (seconds == null || accuracy == null) {
        continue;
      }
      if (seconds > clock) {
        total += seconds - clock;
      } else {
        total += Double.isNaN(rate) ? seconds : (line.step() - step) * (double) batch / rate;
      }
      clock = seconds;
      step = line.step();
      points.add(new Validation(step, total, accuracy));
    }
    return List.copyOf(points);
  }
}
