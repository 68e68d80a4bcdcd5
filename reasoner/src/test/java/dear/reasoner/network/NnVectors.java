// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.io.Json;
import dear.io.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Blocks of every {@code nn_vectors} file below the folder {@code golden.clrs}. */
public final class NnVectors {
  private static final String MARKER = "nn_vectors";

  private NnVectors() {}

  /** The entries of a block. */
  public static List<Json> block(String name) {
    List<Json> entries = new ArrayList<>();
    for (Json file : Documents.ALL) {
      entries.addAll(file.get(name).values());
    }
    return entries;
  }

  /** Read once, when first asked for. */
  private static final class Documents {
    static final List<Json> ALL = read();
  }

  private static List<Json> read() {
    try (Stream<Path> paths = Files.walk(folder())) {
      List<Json> found =
          paths
              .filter(path -> path.getFileName().toString().startsWith(MARKER))
              .sorted()
              .map(NnVectors::read)
              .toList();
      if (found.isEmpty()) {
        throw new IllegalStateException("no file " + MARKER + "* in " + folder());
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Json read(Path path) {
    try (JsonReader reader =
        new JsonReader(new GZIPInputStream(Files.newInputStream(path)), path.toString())) {
      return Json.parse(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    String named = System.getProperty("golden.clrs", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    try {
      return Path.of(Objects.requireNonNull(NnVectors.class.getResource("/golden/clrs")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The depth of nested arrays. */
  public static int rank(Json json) {
    return json instanceof Json.Values(List<Json> list) && !list.isEmpty()
        ? 1 + rank(list.getFirst())
        : 0;
  }
}
