// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingFailedException;
import dear.reasoner.training.TrainingListener;
import dear.reasoner.training.TrainingStep;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A slice of a training run as a function: a packed run goes in, the same run some steps further
 * comes out. Nothing of it is left on the machine that computed it, so it can be computed anywhere,
 * and again if that machine is lost. Where slices end does not show in the model.
 *
 * @param run the packed run, as {@link SharedRuns#pack} writes it
 * @param step the number of batches trained on
 * @param finished whether that is the end of the run
 * @param failure why the run cannot go on; it then stays as it was
 */
@SuppressWarnings("ArrayRecordComponent") // content of a file, never compared
public record TrainingSlice(byte[] run, int step, boolean finished, Optional<String> failure) {
  /** A packed run that has not begun. */
  public static byte[] nothing() {
    return new byte[0];
  }

  /**
   * Trains for some time, at least one step.
   *
   * @param settings the settings of the run; those of a run that has begun take precedence
   * @param before the packed run so far
   * @param threads the number of threads; it does not affect the result
   */
  public static TrainingSlice train(
      Settings settings, byte[] before, Provenance provenance, int threads, Duration time)
      throws IOException {
    Path folder = Files.createTempDirectory("dear-slice-");
    try {
      if (before.length > 0) {
        PackedRun.unpack(new ByteArrayInputStream(before), "the packed run", folder);
      }
      return train(folder, settings, before, provenance, threads, System.nanoTime() + nanos(time));
    } finally {
      SharedRuns.delete(folder);
    }
  }

  /**
   * Reads how far a packed run has come.
   *
   * @param source its name in messages
   * @param settings the settings that it must have
   */
  public static TrainingSlice read(byte[] run, String source, Settings settings)
      throws IOException {
    Path folder = Files.createTempDirectory("dear-slice-");
    try {
      PackedRun.unpack(new ByteArrayInputStream(run), source, folder);
      RunFiles files = RunFiles.of(folder);
      List<String> differences = files.differencesTo(settings);
      if (!differences.isEmpty()) {
        throw new IOException(
            "%s was begun with other settings: %s; choose another folder"
                .formatted(source, String.join(", ", differences)));
      }
      return new TrainingSlice(run, files.step(), files.finished(), Optional.empty());
    } finally {
      SharedRuns.delete(folder);
    }
  }

  private static long nanos(Duration time) {
    return Math.min(time.toNanos(), Long.MAX_VALUE / 2);
  }

  private static TrainingSlice train(
      Path folder,
      Settings settings,
      byte[] before,
      Provenance provenance,
      int threads,
      long deadline)
      throws IOException {
    Clock clock = new Clock(deadline);
    try (RunFolder run =
            before.length > 0
                ? RunFolder.open(folder)
                : RunFolder.create(folder, settings, provenance);
        Trainer trainer = new Trainer(run, threads, provenance, clock)) {
      clock.trainer = Optional.of(trainer);
      boolean finished = trainer.train();
      RunFiles files = RunFiles.of(folder);
      return new TrainingSlice(PackedRun.pack(files), trainer.step(), finished, Optional.empty());
    } catch (TrainingFailedException | IllegalArgumentException e) {
      return new TrainingSlice(before, 0, false, Optional.of(String.valueOf(e.getMessage())));
    }
  }

  /** Stops a trainer when its time is up. */
  private static final class Clock implements TrainingListener {
    private final long deadline;
    private Optional<Trainer> trainer = Optional.empty();

    Clock(long deadline) {
      this.deadline = deadline;
    }

    @Override
    public void stepped(TrainingStep step) {
      if (System.nanoTime() >= deadline) {
        trainer.ifPresent(Trainer::stop);
      }
    }
  }
}
