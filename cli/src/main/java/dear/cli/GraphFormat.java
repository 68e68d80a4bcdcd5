// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.dataset.GraphFile;
import dear.clrs.dataset.NamedGraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The formats of graphs that the program reads, by the name that {@code --format} knows. */
enum GraphFormat {
  CSV(GraphFile.Format.EDGE_LIST, "csv"),
  TSV(GraphFile.Format.TSV, "tsv", "tab"),
  DIMACS(GraphFile.Format.DIMACS, "gr"),
  MTX(GraphFile.Format.MATRIX_MARKET, "mtx"),
  JSON(GraphFile.Format.NODE_LINK, "json"),
  GRAPHML("graphml"),
  GML("gml"),
  DOT("dot", "gv"),
  GEXF("gexf");

  private final Optional<GraphFile.Format> own;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> extensions;

  GraphFormat(GraphFile.Format own, String... extensions) {
    this.own = Optional.of(own);
    this.extensions = List.of(extensions);
  }

  /** A format that JGraphT reads. */
  GraphFormat(String... extensions) {
    this.own = Optional.empty();
    this.extensions = List.of(extensions);
  }

  /** The format that matches a file name's extension. */
  static GraphFormat of(Path path) {
    String name =
        String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return Arrays.stream(values())
        .filter(format -> format.extensions.contains(extension))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s: the name does not show the format; it should end in %s, or name the format"
                        .formatted(path, known())
                    + " with --format"));
  }

  private static String known() {
    return Arrays.stream(values())
        .flatMap(format -> format.extensions.stream())
        .map(extension -> "." + extension)
        .collect(Collectors.joining(", "));
  }

  /**
   * Reads a graph.
   *
   * @param name the name of the file in messages
   * @param undirected whether edges go both ways even if the file gives them a direction
   */
  NamedGraph read(Path name, InputStream in, boolean undirected) throws IOException {
    if (own.isEmpty()) {
      return new ForeignGraph(this, name.toString()).read(in, undirected);
    }
    GraphFile file = GraphFile.at(name, own.get());
    return (undirected ? file.undirected() : file).read(in);
  }
}
