// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that appears under its name only when it is complete.
 *
 * <p>Bytes go to a temporary file in the same folder; {@link #commit} forces them to the disk,
 * renames the file and forces the folder, so that after a crash at any moment the name holds either
 * the old content or the new one. Closing without a commit removes the temporary file.
 */
public final class AtomicFile implements Closeable {
  /** With four bytes for each character and the random part, names stay under 255 bytes. */
  private static final int LONGEST_NAME_PART = 50;

  private static final Pattern UNFINISHED = Pattern.compile("\\.(.{1,50})\\.[0-9a-f-]{36}\\.part");

  private final Path target;
  private final Path temporary;
  private final FileChannel channel;
  private final OutputStream stream;
  private boolean open = true;

  /**
   * Starts a file, creating its folder if it is missing. Links are followed: the file that a link
   * points to is replaced, not the link itself.
   */
  public AtomicFile(Path target) throws IOException {
    this.target = resolve(target);
    try {
      Files.createDirectories(folder());
      this.temporary = folder().resolve(temporaryName());
      // Always a new file: never another writer's, and never through a planted link.
      this.channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileSystemException e) {
      throw new IOException("cannot write " + target + ": " + reason(e), e);
    }
    this.stream = new Uncloseable(Channels.newOutputStream(channel));
  }

  /** Writes the whole file, or leaves the previous content untouched. */
  public static void write(Path target, byte[] content) throws IOException {
    try (AtomicFile file = new AtomicFile(target)) {
      file.stream().write(content);
      file.commit();
    }
  }

  /**
   * Returns the name, or its first 50 characters, that a file was to get if it is one that a killed
   * process has left unfinished.
   */
  public static Optional<String> unfinished(Path file) {
    Matcher name = UNFINISHED.matcher(String.valueOf(file.getFileName()));
    return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
  }

  /** The stream for the content; closing it only flushes it. */
  public OutputStream stream() {
    return stream;
  }

  /** Publishes the content under the file's name. */
  public void commit() throws IOException {
    if (!open) {
      throw new IllegalStateException(target + " is already closed");
    }
    stream.flush();
    channel.force(true);
    channel.close();
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("cannot replace " + target + " in one step on this file system", e);
    }
    open = false;
    forceFolder();
  }

  /** Removes the temporary file if {@link #commit} was not called. */
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      try (channel) {
        Files.deleteIfExists(temporary);
      }
    }
  }

  /**
   * A rename would replace a folder or a device with a file, so only regular files are accepted.
   */
  private static Path resolve(Path target) throws IOException {
    if (!Files.exists(target)) {
      return target.toAbsolutePath();
    }
    if (!Files.isRegularFile(target)) {
      throw new IOException(
          "cannot write "
              + target
              + ": it is "
              + (Files.isDirectory(target) ? "a folder" : "not a regular file"));
    }
    return target.toRealPath();
  }

  private static String reason(FileSystemException e) {
    return switch (e) {
      case AccessDeniedException denied -> "no permission to create files in its folder";
      case FileAlreadyExistsException exists -> exists.getFile() + " is not a folder";
      case NoSuchFileException missing -> "its folder does not take new files";
      default -> e.getReason() == null ? e.toString() : e.getReason();
    };
  }

  /** Hidden, named after the target so that a left-over can be told, and short enough to exist. */
  private String temporaryName() {
    String name = String.valueOf(target.getFileName());
    return ".%s.%s.part"
        .formatted(
            name.substring(0, Math.min(name.length(), LONGEST_NAME_PART)), UUID.randomUUID());
  }

  private Path folder() {
    Path parent = target.getParent();
    return parent == null ? target : parent;
  }

  private void forceFolder() throws IOException {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      return; // folders cannot be opened there, and the rename is already durable
    }
    try (FileChannel directory = FileChannel.open(folder(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** Lets wrappers such as a gzip stream finish without closing the channel before the commit. */
  private static final class Uncloseable extends FilterOutputStream {
    Uncloseable(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      out.write(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
