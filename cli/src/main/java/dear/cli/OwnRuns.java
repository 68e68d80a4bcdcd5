// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The models that a user has trained: those of the run folders in {@code runs}. */
final class OwnRuns {
  private static final Path FOLDER = Path.of("runs");
  private static final String MODEL = "best.safetensors";

  /** More folders than anybody has; listing them must not take forever. */
  private static final int MOST_RUNS = 10_000;

  /** A model and when it was written. */
  private record Candidate(Path model, FileTime written) {}

  private OwnRuns() {}

  /** The model of a run, given the run's folder or only its name. */
  static Optional<Path> modelOf(Path run) {
    return Stream.of(run, FOLDER.resolve(run))
        .filter(it -> Files.isRegularFile(it.resolve("config.json")))
        .map(it -> it.resolve(MODEL))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** The model that was written last, of all runs of an algorithm. */
  static Optional<Path> latestFor(Algorithm algorithm) {
    List<Candidate> found = new ArrayList<>();
    if (Files.isDirectory(FOLDER)) {
      try (Stream<Path> content = Files.list(FOLDER)) {
        for (Path run : content.limit(MOST_RUNS).toList()) {
          Optional<Path> model = modelOf(run.toAbsolutePath()).filter(_ -> isOf(algorithm, run));
          if (model.isPresent()) {
            found.add(new Candidate(run.resolve(MODEL), Files.getLastModifiedTime(model.get())));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return found.stream()
        .max(Comparator.comparing(Candidate::written).thenComparing(Candidate::model))
        .map(Candidate::model);
  }

  /** A run that cannot be read is nobody's model. */
  private static boolean isOf(Algorithm algorithm, Path run) {
    try {
      return RunFolder.readSettings(run).algorithm().name().equals(algorithm.name());
    } catch (IOException e) {
      return false;
    }
  }
}
