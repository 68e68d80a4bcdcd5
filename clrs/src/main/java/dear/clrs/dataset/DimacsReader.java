// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@link GraphFile.Format#DIMACS}. */
final class DimacsReader {
  private static final Pattern SPACE = Pattern.compile("[ \t]+");

  private final FileLines lines;
  private final EdgeCollector edges;
  private final int mostNodes;
  private final int mostEdges;
  private int nodes; // 0 before the problem line
  private int arcs;

  DimacsReader(FileLines lines, EdgeCollector edges, int mostNodes, int mostEdges) {
    this.lines = lines;
    this.edges = edges;
    this.mostNodes = mostNodes;
    this.mostEdges = mostEdges;
  }

  NamedGraph read() throws IOException {
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
      throw lines.errorOfFile("no edges; there should be a line \"a source target weight\" for each");
    }
    List<String> names = new Numbers(nodes);
    return new NamedGraph(edges.build(nodes, names), names);
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
    nodes = count("nodes", words[2], 1, mostNodes);
    arcs = count("arcs", words[3], 0, mostEdges);
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
    edges.add(node(words[1]), node(words[2]), lines.weight(words[3]));
  }

  private int node(String word) throws GraphFormatException {
    int node = integer(word);
    if (node < 1 || node > nodes) {
      throw lines.error("node %s: nodes are 1 to %d".formatted(FileLines.shown(word), nodes));
    }
    return node - 1;
  }

  private int count(String what, String word, int least, int most) throws GraphFormatException {
    int count = integer(word);
    if (count < least) {
      throw lines.error(
          "%s is not a number of %s from %d on".formatted(FileLines.shown(word), what, least));
    }
    if (count > most) {
      throw lines.error(
          "more than %d %s: raise the limit if this is intended and there is enough memory"
              .formatted(most, what));
    }
    return count;
  }

  /** A whole number; -1 if it is not one, the largest int if it is too large. */
  private static int integer(String word) {
    if (word.isEmpty() || !word.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      return Integer.MAX_VALUE;
    }
  }

  /** The names 1, 2, 3, …, created on demand. */
  private static final class Numbers extends AbstractList<String> {
    private final int count;

    Numbers(int count) {
      this.count = count;
    }

    @Override
    public String get(int index) {
      return Integer.toString(Objects.checkIndex(index, count) + 1);
    }

    @Override
    public int size() {
      return count;
    }
  }
}
