// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The hand-written files, found by walking the folder that holds {@code mvnw}. Git is not used, so
 * that the checks also run in an unpacked archive.
 */
final class Repository {
  static final Path ROOT = root();

  /** Generated and third-party files, which are not ours to format. */
  private static final Set<String> SKIPPED_FOLDERS =
      Set.of("target", ".git", ".idea", ".vscode", ".settings", ".venv", "node_modules", "runs");

  private static final Set<String> SKIPPED_FILES = Set.of("mvnw", "mvnw.cmd");

  private static final Set<String> TEXT =
      Set.of("java", "md", "xml", "sh", "yml", "yaml", "html", "css", "js", "properties");

  private Repository() {}

  /** Every text file, recognised by its extension or, for launchers, by a leading {@code #!}. */
  static List<Path> textFiles() {
    return files().stream().filter(Repository::isText).toList();
  }

  static List<Path> filesWithExtension(String extension) {
    return files().stream().filter(file -> extension(file).equals(extension)).toList();
  }

  /** The Java files that end up as classes in a module's jar; its descriptor is not one. */
  static List<Path> mainSources() {
    return modules().stream().flatMap(module -> mainSources(module).stream()).toList();
  }

  static List<Path> mainSources(Path module) {
    Path sources = sourceFolder(module);
    return filesWithExtension("java").stream()
        .filter(file -> file.startsWith(sources))
        .filter(file -> !file.endsWith("module-info.java"))
        .toList();
  }

  static Path sourceFolder(Path module) {
    return module.resolve("src/main/java");
  }

  /** The folders directly under the root that Maven builds and that hold main sources. */
  static List<Path> modules() {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("pom.xml")))
          .filter(folder -> Files.isDirectory(sourceFolder(folder)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + " as UTF-8", e);
    }
  }

  /** The path as shown in failures: relative to the root, with slashes. */
  static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  static String extension(Path file) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1);
  }

  private static List<Path> files() {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes ignored) {
              return SKIPPED_FOLDERS.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && !isCarried(file)) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.stream().sorted().toList();
  }

  private static boolean isCarried(Path file) {
    String name = file.getFileName().toString();
    return SKIPPED_FILES.contains(name) || name.endsWith(".min.js") || name.endsWith(".min.css");
  }

  private static boolean isText(Path file) {
    String extension = extension(file);
    return TEXT.contains(extension) || (extension.isEmpty() && startsLikeAScript(file));
  }

  private static boolean startsLikeAScript(Path file) {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(2), StandardCharsets.ISO_8859_1).equals("#!");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("mvnw"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no folder above " + here + " holds mvnw");
  }
}
