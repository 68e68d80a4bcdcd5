// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@link GraphFile.Format#MATRIX_MARKET} (Boisvert, Pozo and Remington 1996). */
final class MatrixMarketReader {
  private static final Pattern SPACE = Pattern.compile("[ \t]+");
  private static final String BANNER = "%%matrixmarket";

  private final FileLines lines;
  private final EdgeCollector edges;
  private final Counts counts;
  private boolean symmetric;
  private boolean pattern;

  MatrixMarketReader(FileLines lines, EdgeCollector edges, Counts counts) {
    this.lines = lines;
    this.edges = edges;
    this.counts = counts;
  }

  NamedGraph read(boolean undirected) throws IOException {
    readBanner(lines.next().orElse(""));
    int nodes = 0;
    int entries = 0;
    for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
      String text = line.get();
      if (text.isEmpty() || text.startsWith("%")) {
        continue;
      }
      String[] words = SPACE.split(text, -1);
      if (nodes == 0) {
        if (words.length != 3 || !words[0].equals(words[1])) {
          throw lines.error(
              "a graph is a square matrix: the line should read \"nodes nodes entries\"");
        }
        nodes = counts.nodes(words[0]);
        entries = counts.edges("entries", words[2]);
      } else {
        readEntry(words, nodes, entries);
      }
    }
    if (nodes == 0) {
      throw lines.errorOfFile("no line \"nodes nodes entries\" after the first");
    }
    if (edges.count() != entries) {
      throw lines.errorOfFile(
          "%d entries are announced, but there are %d: is the file truncated?"
              .formatted(entries, edges.count()));
    }
    List<String> names = new NumberNames(nodes);
    return new NamedGraph(edges.build(nodes, undirected || symmetric), names, edges.parallel());
  }

  private void readBanner(String line) throws GraphFormatException {
    String[] words = SPACE.split(line.toLowerCase(Locale.ROOT), -1);
    if (words.length != 5 || !words[0].equals(BANNER) || !words[1].equals("matrix")) {
      throw lines.errorOfFile(
          "the first line should read \"%%MatrixMarket matrix coordinate real general\", or pattern"
              + " or integer for real, and symmetric for general");
    }
    if (!words[2].equals("coordinate")) {
      throw lines.error(
          FileLines.shown(words[2]) + " matrices have no edges; write it as coordinate");
    }
    pattern = words[3].equals("pattern");
    if (!pattern && !List.of("real", "integer").contains(words[3])) {
      throw lines.error("weights are real, integer or pattern, not " + FileLines.shown(words[3]));
    }
    symmetric = words[4].equals("symmetric");
    if (!symmetric && !words[4].equals("general")) {
      throw lines.error("a graph is general or symmetric, not " + FileLines.shown(words[4]));
    }
  }

  private void readEntry(String[] words, int nodes, int entries) throws GraphFormatException {
    int columns = pattern ? 2 : 3;
    if (words.length != columns) {
      throw lines.error(
          "%d columns, but an entry is \"row column%s\""
              .formatted(words.length, pattern ? "" : " weight"));
    }
    if (edges.count() == entries) {
      throw lines.error("more entries than the %d that are announced".formatted(entries));
    }
    int row = counts.node(words[0], nodes);
    int column = counts.node(words[1], nodes);
    if (symmetric && column > row) {
      throw lines.error("an entry above the diagonal, but the matrix is symmetric");
    }
    edges.add(row, column, pattern ? 1 : lines.weight(words[2]));
  }
}
