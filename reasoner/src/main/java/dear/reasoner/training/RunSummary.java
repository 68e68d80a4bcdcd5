// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far a run has come and how good it is, to be compared with others.
 *
 * @param folder the folder of the run
 * @param settings its settings
 * @param step the step of its latest metrics
 * @param seconds the training time up to that step
 * @param validations its validations by step
 */
public record RunSummary(
    Path folder,
    Settings settings,
    int step,
    double seconds,
    NavigableMap<Integer, Measure> validations) {
  /**
   * What a validation measured.
   *
   * @param step the step
   * @param loss the loss
   * @param accuracy the accuracy, averaged over outputs
   * @param exact the share of graphs without an error
   * @param evaluations the evaluations per graph
   */
  public record Measure(int step, double loss, double accuracy, double exact, double evaluations) {}

  /** Copies the map. */
  public RunSummary {
    validations = Collections.unmodifiableNavigableMap(new TreeMap<>(validations));
  }

  /** Reads a run, whether or not it is being trained. */
  public static RunSummary of(Path folder) throws IOException {
    Settings settings = RunFolder.readSettings(folder);
    List<Metrics> metrics = RunFolder.readMetrics(folder);
    NavigableMap<Integer, Measure> validations = new TreeMap<>();
    for (Metrics line : metrics) {
      if (line.values().containsKey("validation_loss")) {
        validations.put(
            line.step(),
            new Measure(
                line.step(),
                value(line, "loss"),
                value(line, "accuracy"),
                value(line, "exact"),
                value(line, "evaluations")));
      }
    }
    int step = metrics.isEmpty() ? 0 : metrics.getLast().step();
    return new RunSummary(
        folder, settings, step, TrainingClock.of(metrics, settings.batch()).at(step), validations);
  }

  private static double value(Metrics line, String name) {
    return line.values().getOrDefault("validation_" + name, Double.NaN);
  }

  /** Returns the validation with the lowest loss. */
  public Optional<Measure> best() {
    return validations.values().stream()
        .filter(it -> !Double.isNaN(it.loss()))
        .min(Comparator.comparingDouble(Measure::loss));
  }

  /** Returns the last step at which all runs were validated. */
  public static Optional<Integer> lastCommonStep(List<RunSummary> runs) {
    return runs.getFirst().validations().descendingKeySet().stream()
        .filter(step -> runs.stream().allMatch(run -> run.validations().containsKey(step)))
        .findFirst();
  }

  /** Returns the settings whose values are not the same in all runs. */
  public static List<Setting> differences(List<RunSummary> runs) {
    List<Setting> different = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (runs.stream().map(run -> run.settings().text(setting)).distinct().count() > 1) {
        different.add(setting);
      }
    }
    return different;
  }
}
