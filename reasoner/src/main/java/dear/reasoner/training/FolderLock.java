// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a folder, held by one trainer at a time, in this process or another. The lock ends with
 * the process, however the process ends; the lock file remains and means nothing by itself.
 */
final class FolderLock implements Closeable {
  private static final String NAME = "lock";

  /**
   * The folders locked by this process. A POSIX lock is lost when its process closes any channel on
   * the file, so a second attempt must be refused before it opens one.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Locks an existing folder. */
  static FolderLock on(Path folder) throws IOException {
    Path real = folder.toRealPath();
    if (!HELD.add(real)) {
      throw taken(folder);
    }
    try {
      return new FolderLock(real, lock(folder));
    } catch (IOException | RuntimeException e) {
      HELD.remove(real);
      throw e;
    }
  }

  /** Returns whether the path is the lock file. */
  static boolean isLock(Path file) {
    return file.getFileName().toString().equals(NAME);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      HELD.remove(folder);
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (FileSystemException e) {
      throw new IOException("cannot write in the folder " + folder + ": " + e.getMessage(), e);
    }
    try {
      @Nullable FileLock held = channel.tryLock();
      if (held != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Other code in this process locked it.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw taken(folder);
  }

  private static IOException taken(Path folder) {
    return new IOException(
        "another process is training in " + folder + "; wait for it, or choose another folder");
  }
}
