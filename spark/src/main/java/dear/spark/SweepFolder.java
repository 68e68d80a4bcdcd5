// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.study.Cell;
import dear.study.TrainingSlice;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The packed runs of a sweep, NAME.zip each, in a folder of any file system of Hadoop. Only the
 * driver uses it, so it need not be shared. A run is there completely at any moment, in its file
 * or, between two steps of replacing it, in the new one beside it.
 */
final class SweepFolder {
  private static final String SUFFIX = ".zip";
  private static final String NEW = ".new";

  /** More than any packed run needs. */
  private static final int MOST_BYTES = 512 << 20;

  private final Path folder;
  private final FileSystem files;

  SweepFolder(String folder, Configuration hadoop) throws IOException {
    this.folder = new Path(folder);
    this.files = HadoopFiles.of(this.folder, hadoop);
    files.setWriteChecksum(false); // no hidden files beside the runs; zip has its own
    try {
      files.mkdirs(this.folder);
    } catch (IOException e) {
      throw new IOException("cannot create the folder " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Whether programs without Hadoop can read it. */
  boolean isOnDisk() {
    return SharedFolder.isOnDisk(files);
  }

  /** Returns how far a cell has come. */
  Optional<TrainingSlice> read(Cell cell) throws IOException {
    Path file = file(cell);
    Optional<byte[]> run = read(file);
    if (run.isPresent()) {
      return Optional.of(TrainingSlice.read(run.get(), file.toString(), cell.settings()));
    }
    Optional<byte[]> beside = read(file.suffix(NEW));
    if (beside.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          TrainingSlice.read(beside.get(), file.suffix(NEW).toString(), cell.settings()));
    } catch (IOException e) {
      return Optional.empty(); // the first ever written, and cut off
    }
  }

  private Optional<byte[]> read(Path file) throws IOException {
    try (InputStream in = files.open(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("%s is larger than %,d bytes".formatted(file, MOST_BYTES));
      }
      return Optional.of(bytes);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Keeps how far a cell has come. */
  void write(Cell cell, TrainingSlice slice) throws IOException {
    Path file = file(cell);
    Path beside = file.suffix(NEW);
    try (OutputStream out = files.create(beside, true)) {
      out.write(slice.run());
    }
    files.delete(file, false);
    if (!files.rename(beside, file)) {
      throw new IOException("cannot rename " + beside + " to " + file);
    }
  }

  private Path file(Cell cell) {
    return new Path(folder, cell.name() + SUFFIX);
  }
}
