// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a run that another machine needs, and what they say about it. Nothing is locked:
 * each file of a run is complete at all times, and a resumed run repeats what its metrics are ahead
 * of its checkpoint.
 *
 * @param folder the run folder
 * @param settings the settings of the run
 * @param step the number of batches trained on
 */
record RunFiles(Path folder, Settings settings, int step) {
  static final String CONFIG = "config.json";
  static final String METRICS = "metrics.jsonl";
  static final String MODEL = "best.safetensors";
  static final String CHECKPOINT = "last.safetensors";
  static final String DIGEST = ".sha256";

  /**
   * In this order, because a run may be in training: a model that is newer than its checkpoint will
   * be found again, an older one would be lost.
   */
  static final List<String> NAMES =
      List.of(CONFIG, CHECKPOINT, CHECKPOINT + DIGEST, MODEL, MODEL + DIGEST, METRICS);

  private static final Pattern RUN_NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,99}");

  /** Returns whether a folder or packed file may have this name. */
  static boolean isName(String name) {
    return RUN_NAME.matcher(name).matches();
  }

  static boolean isRun(Path folder) {
    return Files.isRegularFile(folder.resolve(CONFIG));
  }

  static RunFiles of(Path folder) throws IOException {
    return new RunFiles(folder, RunFolder.readSettings(folder), RunFolder.readStep(folder));
  }

  /** Returns the runs in a folder, in the order of their names. */
  static List<RunFiles> in(Path runs) throws IOException {
    List<Path> folders;
    try (Stream<Path> content = Files.list(runs)) {
      folders =
          content.filter(it -> isName(it.getFileName().toString()) && isRun(it)).sorted().toList();
    }
    List<RunFiles> found = new ArrayList<>();
    for (Path folder : folders) {
      found.add(of(folder));
    }
    return found;
  }

  String name() {
    return folder.getFileName().toString();
  }

  boolean finished() {
    return step >= settings.steps() && Files.exists(folder.resolve(MODEL));
  }

  /** Returns the files that exist and are needed: a finished run is never resumed. */
  List<Path> needed() {
    return NAMES.stream()
        .filter(name -> !(finished() && name.startsWith(CHECKPOINT)))
        .map(folder::resolve)
        .filter(Files::exists)
        .toList();
  }

  /** Describes the settings in which another run differs; the checkpoint interval is ignored. */
  List<String> differencesTo(Settings others) {
    List<String> found = new ArrayList<>();
    if (!settings.algorithm().equals(others.algorithm())) {
      found.add("%s instead of %s".formatted(others.algorithm(), settings.algorithm()));
    }
    for (Setting setting : Setting.values()) {
      if (setting != Setting.CHECKPOINT_EVERY
          && !settings.text(setting).equals(others.text(setting))) {
        found.add(
            "%s %s instead of %s"
                .formatted(setting.key(), others.text(setting), settings.text(setting)));
      }
    }
    return found;
  }
}
