// SPDX-License-Identifier: Apache-2.0
package dear.study;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The real files, with somebody who is told before each change: the moments at which a process that
 * is killed may leave them. A write is done in two halves, with a moment in between.
 */
final class ObservedFiles extends FileSystemProvider {
  private final Observer observer;
  private final Observation system = new Observation();

  /** Is told what comes next. */
  interface Observer {
    void before(String change) throws IOException;
  }

  /** An observed path; what it does is that of the real one. */
  private interface Observed extends Path {
    Path real();
  }

  private ObservedFiles(Observer observer) {
    this.observer = observer;
  }

  /** Returns the same path, with nobody who is told, and without waiting for the disk. */
  static Path of(Path path) {
    return of(path, _ -> {});
  }

  /** Returns the same path, observed. */
  static Path of(Path path, Observer observer) {
    return new ObservedFiles(observer).observed(path);
  }

  private Path observed(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            ObservedFiles.class.getClassLoader(),
            new Class<?>[] {Observed.class},
            (_, method, arguments) -> {
              switch (method.getName()) {
                case "real" -> {
                  return path;
                }
                case "getFileSystem" -> {
                  return system;
                }
                case "equals" -> {
                  return arguments[0] instanceof Observed other && path.equals(other.real());
                }
                default -> {}
              }
              Object[] given = arguments == null ? new Object[0] : arguments.clone();
              for (int i = 0; i < given.length; i++) {
                given[i] = given[i] instanceof Observed other ? other.real() : given[i];
              }
              try {
                Object result = method.invoke(path, given);
                return result instanceof Path other ? observed(other) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Path real(Path path) {
    return path instanceof Observed observed ? observed.real() : path;
  }

  private void before(String change, Path path) throws IOException {
    observer.before(change + " " + path.getFileName());
  }

  private static boolean writes(Set<? extends OpenOption> options) {
    return options.contains(StandardOpenOption.WRITE)
        || options.contains(StandardOpenOption.APPEND);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (writes(options)) {
      before("open", path);
    }
    return new Halves(FileChannel.open(real(path), options, attributes), path);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    before("create", folder);
    Files.createDirectory(real(folder), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    before("delete", path);
    Files.delete(real(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    before("copy", target);
    Files.copy(real(source), real(target), options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    before("move to", target);
    Files.move(real(source), real(target), options);
  }

  @Override
  @SuppressWarnings("StreamResourceLeak") // closed by the stream around it
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    DirectoryStream<Path> content = Files.newDirectoryStream(real(folder));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        Iterator<Path> paths = content.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return paths.hasNext();
          }

          @Override
          public Path next() {
            return observed(paths.next());
          }
        };
      }

      @Override
      public void close() throws IOException {
        content.close();
      }
    };
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return Files.isSameFile(real(path), real(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return Files.isHidden(real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return Files.getFileStore(real(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real(path).getFileSystem().provider().checkAccess(real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return Files.getFileAttributeView(real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return Files.readAttributes(real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return Files.readAttributes(real(path), names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getScheme() {
    return "observed";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  /** The file system that observed paths belong to. */
  private final class Observation extends FileSystem {
    @Override
    public FileSystemProvider provider() {
      return ObservedFiles.this;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public String getSeparator() {
      return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
      return observed(Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }
  }

  /** A channel that writes in halves. */
  private final class Halves extends FileChannel {
    private final FileChannel real;
    private final Path path;

    Halves(FileChannel real, Path path) {
      this.real = real;
      this.path = path;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      int end = bytes.limit();
      int start = bytes.position();
      before("write", path);
      bytes.limit(start + (end - start) / 2);
      while (bytes.hasRemaining()) {
        real.write(bytes);
      }
      before("write the rest of", path);
      bytes.limit(end);
      while (bytes.hasRemaining()) {
        real.write(bytes);
      }
      return end - start;
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
      long count = 0;
      for (ByteBuffer bytes : Arrays.asList(buffers).subList(offset, offset + length)) {
        count += write(bytes);
      }
      return count;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      before("truncate", path);
      real.truncate(size);
      return this;
    }

    @Override
    public void force(boolean metadata) {
      // A process is killed, not the machine: what it wrote is there. Forcing takes most of the
      // time.
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
      return real.read(bytes);
    }

    @Override
    public long read(ByteBuffer[] buffers, int offset, int length) throws IOException {
      return real.read(buffers, offset, length);
    }

    @Override
    public int read(ByteBuffer bytes, long position) throws IOException {
      return real.read(bytes, position);
    }

    @Override
    public int write(ByteBuffer bytes, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
      return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      real.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
      return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
      return real.lock(position, size, shared);
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      real.close();
    }
  }
}
