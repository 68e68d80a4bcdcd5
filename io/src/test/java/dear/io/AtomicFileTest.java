// SPDX-License-Identifier: Apache-2.0
package dear.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file holds either the old content or the new, and no temporary files are left beside it. */
class AtomicFileTest {
  @TempDir Path folder;

  @Test
  void nothingAppearsBeforeTheCommit() throws IOException {
    Path deeper = folder.resolve("deeper");
    Path target = deeper.resolve("data.txt");
    try (AtomicFile file = new AtomicFile(target)) {
      file.stream().write(bytes("new"));
      file.stream().flush();
      assertThat(target).doesNotExist();
      // A rename is atomic only within a file system, so the temporary file is created beside the
      // target.
      assertThat(names(deeper))
          .singleElement()
          .asString()
          .startsWith(".data.txt.")
          .endsWith(".part");
      file.commit();
    }
    assertThat(target).hasContent("new");
    assertThat(names(deeper)).containsExactly("data.txt");
  }

  @Test
  void anAbandonedWriterLeavesTheOldContent() throws IOException {
    Path target = folder.resolve("data.txt");
    AtomicFile.write(target, bytes("old"));
    AtomicFile file = new AtomicFile(target);
    file.stream().write(bytes("half of the n"));
    file.close();
    file.close();
    assertThat(target).hasContent("old");
    assertThat(names(folder)).containsExactly("data.txt");
    assertThatThrownBy(file::commit).isInstanceOf(IllegalStateException.class);
    assertThatIOException().isThrownBy(() -> file.stream().write(1));
    AtomicFile.write(target, bytes("new"));
    assertThat(target).hasContent("new");
  }

  @Test
  void aFailureInTheMiddleLeavesTheOldContent() throws IOException {
    Path target = folder.resolve("data.txt");
    AtomicFile.write(target, bytes("old"));
    assertThatIOException()
        .isThrownBy(() -> {
          try (AtomicFile file = new AtomicFile(target);
              OutputStream limited = new FullDisk(file.stream(), 100)) {
            limited.write(new byte[1000]);
            file.commit();
          }
        })
        .withMessage("No space left on device");
    assertThat(target).hasContent("old");
    assertThat(names(folder)).containsExactly("data.txt");
  }

  @Test
  void aTargetThatBecomesAFolderIsLeftAlone() throws IOException {
    Path target = folder.resolve("data");
    try (AtomicFile file = new AtomicFile(target)) {
      file.stream().write(bytes("new"));
      Files.createDirectory(target);
      Files.createFile(target.resolve("inside"));
      assertThatIOException().isThrownBy(file::commit);
    }
    assertThat(target.resolve("inside")).exists();
    assertThat(names(folder)).containsExactly("data");
  }

  @Test
  void foldersAreNotReplaced() {
    assertThatIOException()
        .isThrownBy(() -> new AtomicFile(folder))
        .withMessage("cannot write " + folder + ": it is a folder");
  }

  @Test
  void devicesAreNotReplaced() {
    Path device = Path.of("/dev/full");
    assumeTrue(Files.exists(device), "this system has no /dev/full");
    assertThatIOException()
        .isThrownBy(() -> AtomicFile.write(device, bytes("new")))
        .withMessage("cannot write /dev/full: it is not a regular file");
    assertThat(Files.isRegularFile(device)).isFalse();
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatIOException()
        .isThrownBy(() -> new AtomicFile(file.resolve("data.txt")))
        .withMessageContaining("cannot write " + file.resolve("data.txt"))
        .withMessageContaining("not a folder");
  }

  @Test
  void aFolderWithoutPermissionIsNamed() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    assumeTrue(closed.toFile().setWritable(false), "permissions cannot be set here");
    try {
      assumeFalse(Files.isWritable(closed), "this user can write everywhere");
      assertThatIOException()
          .isThrownBy(() -> new AtomicFile(closed.resolve("data.txt")))
          .withMessageContaining("cannot write " + closed.resolve("data.txt") + ": no permission");
    } finally {
      assertThat(closed.toFile().setWritable(true)).isTrue();
    }
  }

  @Test
  void linksAreFollowed() throws IOException {
    Path real = folder.resolve("real.txt");
    AtomicFile.write(real, bytes("old"));
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("real.txt"));
    AtomicFile.write(link, bytes("new"));
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  @Test
  void twoWritersOfOneFileDoNotMix() throws IOException {
    Path target = folder.resolve("data.txt");
    try (AtomicFile first = new AtomicFile(target);
        AtomicFile second = new AtomicFile(target)) {
      first.stream().write(bytes("the first"));
      second.stream().write(bytes("2nd"));
      first.commit();
      assertThat(target).hasContent("the first");
      second.commit();
      assertThat(target).hasContent("2nd");
    }
    assertThat(names(folder)).containsExactly("data.txt");
  }

  @Test
  void theLongestNamesAreTaken() throws IOException {
    Path target = folder.resolve("x".repeat(255));
    AtomicFile.write(target, bytes("new"));
    assertThat(target).hasContent("new");
  }

  @Test
  void aWrapperMayCloseTheStreamBeforeTheCommit() throws IOException {
    Path target = folder.resolve("data.gz");
    try (AtomicFile file = new AtomicFile(target)) {
      try (OutputStream gzip = new GZIPOutputStream(file.stream())) {
        gzip.write(bytes("packed"));
      }
      file.commit();
    }
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(target))) {
      assertThat(in.readAllBytes()).isEqualTo(bytes("packed"));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  /** A stream that fails once it has taken {@code capacity} bytes. */
  private static final class FullDisk extends OutputStream {
    private final OutputStream out;
    private int capacity;

    FullDisk(OutputStream out, int capacity) {
      this.out = out;
      this.capacity = capacity;
    }

    @Override
    public void write(int b) throws IOException {
      if (capacity-- == 0) {
        throw new IOException("No space left on device");
      }
      out.write(b);
    }
  }
}
