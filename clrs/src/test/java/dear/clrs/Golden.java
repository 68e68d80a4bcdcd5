// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The golden vectors: every file below the folder of the system property {@code golden.clrs}. */
public final class Golden {
  private Golden() {}

  /** The folder. */
  public static Path folder() {
    String named = System.getProperty("golden.clrs", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    try {
      return Path.of(Objects.requireNonNull(Golden.class.getResource("/golden/clrs")).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** All datasets below it. */
  public static List<Path> datasets() {
    try (Stream<Path> files = Files.walk(folder())) {
      return files.filter(f -> f.toString().endsWith(".jsonl.gz")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
