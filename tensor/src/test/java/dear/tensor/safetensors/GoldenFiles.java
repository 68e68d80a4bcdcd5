// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder of reference files: {@code -Dgolden.safetensors=FOLDER}, or the test copy. */
final class GoldenFiles {
  private GoldenFiles() {}

  static Path folder() {
    String given = System.getProperty("golden.safetensors");
    if (given != null) {
      return Path.of(given);
    }
    URL copy = requireNonNull(GoldenFiles.class.getResource("/golden/safetensors"));
    try {
      return Path.of(copy.toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  static List<Path> startingWith(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(".safetensors"))
          .sorted()
          .toList();
    }
  }
}
