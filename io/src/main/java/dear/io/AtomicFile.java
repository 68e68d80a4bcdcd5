package dear.io;

import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears under its name only when it is whole.
 *
 * <p>Bytes go to a temporary file in the same folder; {@link #commit} forces them to the disk,
 * renames the file and forces the folder, so that after a crash at any moment the name holds either
 * the old content or the new one. Closing without a commit removes the temporary file.
 */
public final class AtomicFile implements Closeable {
  private final Path target;
  private final Path temporary;
  private final FileChannel channel;
  private final OutputStream stream;
  private boolean open = true;

  /** Starts a file; its folder is created when it is missing. */
  public AtomicFile(Path target) throws IOException {
    this.target = target.toAbsolutePath();
    if (Files.isDirectory(this.target)) {
      throw new IOException("cannot write " + target + ": it is a folder");
    }
    Path folder = folder();
    Files.createDirectories(folder);
    this.temporary =
        folder.resolve(
            "." + this.target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    this.channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    this.stream = new Uncloseable(java.nio.channels.Channels.newOutputStream(channel));
  }

  /** Writes a whole file, or leaves what was there before. */
  public static void write(Path target, byte[] content) throws IOException {
    try (AtomicFile file = new AtomicFile(target)) {
      file.stream().write(content);
      file.commit();
    }
  }

  /** Where the content goes; closing it only flushes it. */
  public OutputStream stream() {
    return stream;
  }

  /** Makes the content appear under the file's name. */
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

  /** Removes the temporary file when {@link #commit} was not reached. */
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      try (channel) {
        Files.deleteIfExists(temporary);
      }
    }
  }

  private Path folder() {
    Path parent = target.getParent();
    return parent == null ? target : parent;
  }

  private void forceFolder() throws IOException {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      return; // a folder cannot be opened there; the rename is already durable
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
