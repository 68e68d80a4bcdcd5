// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.Metrics;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.TrainingClock;
import dear.reasoner.training.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The current state of a cell: its run folder and training progress.
 *
 * @param cell the cell
 * @param folder its run folder, which may not exist
 * @param settings the settings of the run if there is one, which take precedence over the cell's
 * @param step the number of batches trained on, which the metrics may be ahead of
 * @param metrics all metrics so far
 */
record CellRun(
    Cell cell, Path folder, Optional<Settings> settings, int step, List<Metrics> metrics) {
  CellRun {
    metrics = List.copyOf(metrics);
  }

  /** The state of a cell. */
  enum State {
    /** There is no run. */
    MISSING,
    /** There is a run, but no model yet: the first validation has not taken place. */
    NOT_VALIDATED,
    /** It was trained for some of its steps. */
    STOPPED,
    /** It was trained for all of its steps. */
    FINISHED
  }

  /** Reads the folder of a cell without locking it. */
  static CellRun of(Path runs, Cell cell) throws IOException {
    Path folder = runs.resolve(cell.name());
    if (!Files.exists(folder.resolve("config.json"))) {
      return new CellRun(cell, folder, Optional.empty(), 0, List.of());
    }
    Settings settings = RunFolder.readSettings(folder);
    for (Setting setting : List.of(Setting.SEED, Setting.MODE)) {
      if (!settings.text(setting).equals(cell.settings().text(setting))) {
        throw new IOException(
            "%s: its %s is %s, but that of the cell is %s"
                .formatted(
                    folder, setting.key(), settings.text(setting), cell.settings().text(setting)));
      }
    }
    if (!settings.algorithm().name().equals(cell.settings().algorithm().name())) {
      throw new IOException(folder + " contains a run of " + settings.algorithm());
    }
    return new CellRun(
        cell,
        folder,
        Optional.of(settings),
        RunFolder.readStep(folder),
        RunFolder.readMetrics(folder));
  }

  /** Returns the model file. */
  Path model() {
    return folder.resolve("best.safetensors");
  }

  /**
   * Returns whether the process was killed after the last checkpoint of the run, but before its
   * checksum or the report. Opening the run once more writes both.
   */
  boolean wasKilledAtItsEnd() throws IOException {
    return state() == State.FINISHED
        && Files.exists(folder.resolve(RunFiles.CHECKPOINT))
        && (!Files.exists(folder.resolve(RunFiles.CHECKPOINT + RunFiles.DIGEST))
            || RunFolder.hasFragments(folder));
  }

  State state() {
    if (settings.isEmpty()) {
      return State.MISSING;
    }
    if (!Files.exists(model())) {
      return State.NOT_VALIDATED;
    }
    return step < settings.get().steps() ? State.STOPPED : State.FINISHED;
  }

  /**
   * Returns the settings in which the run differs from its row; the checkpoint interval is ignored.
   */
  List<String> differences() {
    return settings.map(this::differencesOf).orElse(List.of());
  }

  /**
   * Returns the settings in which others differ from the row; the checkpoint interval is ignored.
   */
  List<String> differencesOf(Settings others) {
    List<String> found = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (setting == Setting.CHECKPOINT_EVERY) {
        continue;
      }
      String planned = cell.settings().text(setting);
      String text = others.text(setting);
      if (!text.equals(planned)) {
        found.add("%s %s (row: %s)".formatted(setting.key(), text, planned));
      }
    }
    return found;
  }

  private int batch() {
    return settings.orElse(cell.settings()).batch();
  }

  /** Returns all validations so far. */
  List<Validation> curve() {
    return Validation.of(metrics, batch());
  }

  /** Returns the seconds of training up to a step; lines of later steps do not count. */
  double secondsAt(int trained) {
    List<Metrics> until = metrics.stream().filter(line -> line.step() <= trained).toList();
    return TrainingClock.of(until, batch()).at(trained);
  }

  /** Returns how often one step replaced an implicit gradient, if there are any. */
  Optional<FallBacks> fallBacks() {
    return FallBacks.of(metrics);
  }
}
