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
   * @param otherwise advice for the message if the path is not a regular file
   */
  public static InputStream open(Path path, String otherwise) throws IOException {
    require(path, otherwise);
    return Files.newInputStream(path);
  }

  /** Rejects a pipe or a device. Missing files and folders fail when they are opened. */
  public static void require(Path path, String otherwise) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
      throw new IOException(path + " is not a regular file; " + otherwise);
    }
  }
}
