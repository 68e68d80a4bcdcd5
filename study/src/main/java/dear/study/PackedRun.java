// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A run as a single file, for keeping and for others to continue: NAME.zip, with the model of a
 * finished run, or with model and checkpoint of an unfinished one. The same run gives the same
 * bytes.
 */
final class PackedRun {
  static final String SUFFIX = ".zip";

  /** A member larger than this is not one of ours; the largest, a checkpoint, has 4 to 6 MB. */
  private static final int MOST_BYTES = 256 << 20;

  /** The time of every member, so that packing twice gives the same file. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private PackedRun() {}

  /** Returns a run in packed form. */
  static byte[] pack(RunFiles run) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (Path file : run.needed()) {
        ZipEntry entry = new ZipEntry(file.getFileName().toString());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Writes the members of a packed run to an empty folder. */
  static void unpack(Path file, Path folder) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      unpack(in, file.toString(), folder);
    }
  }

  /**
   * Writes the members of a packed run to an empty folder.
   *
   * @param file the name in messages
   */
  static void unpack(InputStream in, String file, Path folder) throws IOException {
    Set<String> seen = new HashSet<>();
    try (ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!RunFiles.NAMES.contains(entry.getName()) || !seen.add(entry.getName())) {
          throw new IOException(
              "%s: the member %s does not belong to a packed run"
                  .formatted(file, printable(entry.getName())));
        }
        byte[] content = zip.readNBytes(MOST_BYTES + 1);
        if (content.length > MOST_BYTES) {
          throw new IOException(
              "%s: %s has more than %,d bytes".formatted(file, entry.getName(), MOST_BYTES));
        }
        AtomicFile.write(folder.resolve(entry.getName()), content);
      }
    } catch (ZipException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
    if (!seen.contains(RunFiles.CONFIG)) {
      throw new IOException(file + " is not a packed run: it has no " + RunFiles.CONFIG);
    }
  }

  private static String printable(String name) {
    return "\"" + name.replaceAll("\\p{Cntrl}", "?") + "\"";
  }
}
