// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@link GraphFile.Format#DIMACS}. */
final class DimacsReader {
  private static final Pattern SPACE = Pattern.compile("[ \t]+");

  private final FileLines lines;
  private final EdgeCollector edges;
  private final Counts counts;
  private int nodes; // 0 before the problem line
  private int arcs;

  DimacsReader(FileLines lines, EdgeCollector edges, Counts counts) {
    this.lines = lines;
    this.edges = edges;
    this.counts = counts;
  }

  NamedGraph read(boolean undirected) throws IOException {
    for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
      String text = line.get();
      if (!text.isEmpty()) {
        readLine(SPACE.split(text));
      }
    }
    if (nodes == 0) {
      throw lines.errorOfFile(
          lines.number() == 0
              ? "the file is empty; it should start with a line \"p sp nodes arcs\""
              : "no line \"p sp nodes arcs\"");
    }
    if (edges.count() != arcs) {
      throw lines.errorOfFile(
          "the p line announces %d arcs, but there are %d: is the file truncated?"
              .formatted(arcs, edges.count()));
    }
    if (arcs == 0) {
      throw lines.errorOfFile(
          "no edges; there should be a line \"a source target weight\" for each");
    }
    List<String> names = new NumberNames(nodes);
    return new NamedGraph(edges.build(nodes, undirected), names, edges.parallel());
  }

  private void readLine(String[] words) throws GraphFormatException {
    switch (words[0]) {
      case "c" -> {}
      case "p" -> readProblem(words);
      case "a" -> readArc(words);
      default -> {
        if (!words[0].startsWith("c")) {
          throw lines.error(
              "a line starts with c (comment), p (problem) or a (arc), not with "
                  + FileLines.shown(words[0]));
        }
      }
    }
  }

  private void readProblem(String[] words) throws GraphFormatException {
    if (nodes > 0) {
      throw lines.error("a second p line");
    }
    if (words.length != 4 || !words[1].equals("sp")) {
      throw lines.error("the line should read \"p sp nodes arcs\"");
    }
    nodes = counts.nodes(words[2]);
    arcs = counts.edges("arcs", words[3]);
  }

  private void readArc(String[] words) throws GraphFormatException {
    if (nodes == 0) {
      throw lines.error("an arc before the line \"p sp nodes arcs\"");
    }
    if (words.length != 4) {
      throw lines.error(
          "%d columns, but an arc is \"a source target weight\"".formatted(words.length));
    }
    if (edges.count() == arcs) {
      throw lines.error("more arcs than the %d that the p line announces".formatted(arcs));
    }
    edges.add(counts.node(words[1], nodes), counts.node(words[2], nodes), lines.weight(words[3]));
  }
}
