// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@link GraphFile.Format#EDGE_LIST} and {@link GraphFile.Format#TSV}. */
final class EdgeListReader {
  private static final Set<String> SOURCES = Set.of("source", "src", "from", "u");
  private static final Set<String> TARGETS = Set.of("target", "dst", "to", "v");

  private final FileLines lines;
  private final NamedEdges edges;
  private final char separator;
  private int columns; // 0 before the first line

  EdgeListReader(FileLines lines, NamedEdges edges, char separator) {
    this.lines = lines;
    this.edges = edges;
    this.separator = separator;
  }

  NamedGraph read(boolean undirected) throws IOException {
    for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
      List<String> fields = CsvLine.fields(line.get(), separator, lines);
      if (!fields.isEmpty()) {
        readLine(fields);
      }
    }
    if (edges.edges() == 0) {
      throw lines.errorOfFile(
          lines.number() == 0
              ? "the file is empty; it should have a line source,target[,weight] for each edge"
              : "no edges; there should be a line source,target[,weight] for each");
    }
    return edges.build(undirected);
  }

  private void readLine(List<String> fields) throws GraphFormatException {
    if (columns == 0) {
      if (fields.size() != 2 && fields.size() != 3) {
        throw lines.error(
            "%d column%s, but an edge is source,target or source,target,weight"
                .formatted(fields.size(), fields.size() == 1 ? "" : "s"));
      }
      columns = fields.size();
      if (isHeader(fields)) {
        return;
      }
    }
    if (fields.size() != columns) {
      throw lines.error(
          "%d columns, but the lines before have %d".formatted(fields.size(), columns));
    }
    double weight = columns == 3 ? lines.weight(fields.get(2)) : 1;
    edges.edge(fields.get(0), fields.get(1), weight);
  }

  private static boolean isHeader(List<String> fields) {
    return SOURCES.contains(fields.get(0).toLowerCase(Locale.ROOT))
        && TARGETS.contains(fields.get(1).toLowerCase(Locale.ROOT))
        && (fields.size() == 2 || !fields.get(2).chars().anyMatch(Character::isDigit));
  }
}
