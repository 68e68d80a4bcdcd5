// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that end. A named pipe may never begin and a device never stop, so neither is opened where
 * a file is expected.
 */
public final class RegularFile {
  private RegularFile() {}

  /**
   * Opens a file for reading.
   *
   * @param otherwise what to do with what is no file, for the message
   */
  public static InputStream open(Path path, String otherwise) throws IOException {
    require(path, otherwise);
    return Files.newInputStream(path);
  }

  /** Refuses a pipe or a device; what is missing or a folder is left to whoever opens it. */
  public static void require(Path path, String otherwise) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
      throw new IOException(path + " is not a regular file; " + otherwise);
    }
  }
}
