// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.data.Graph;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads {@link GraphFile.Format#EDGE_LIST}. */
final class EdgeListReader {
  /** Names are kept in memory and printed. */
  private static final int LONGEST_NAME = 200;

  /** All names together: a quarter of a gigabyte at two bytes per character. */
  private static final int MOST_CHARACTERS = 1 << 27;

  private static final Set<String> SOURCES = Set.of("source", "src", "from", "u");
  private static final Set<String> TARGETS = Set.of("target", "dst", "to", "v");
  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private final FileLines lines;
  private final EdgeCollector edges;
  private final int mostNodes;
  private final Map<String, Integer> nodes = new LinkedHashMap<>();
  private long characters;
  private int columns; // 0 before the first line

  EdgeListReader(FileLines lines, EdgeCollector edges, int mostNodes) {
    this.lines = lines;
    this.edges = edges;
    this.mostNodes = mostNodes;
  }

  NamedGraph read() throws IOException {
    for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
      List<String> fields = CsvLine.fields(line.get(), lines);
      if (!fields.isEmpty()) {
        readLine(fields);
      }
    }
    if (edges.count() == 0) {
      throw lines.errorOfFile(
          lines.number() == 0
              ? "the file is empty; it should have a line source,target[,weight] for each edge"
              : "no edges; there should be a line source,target[,weight] for each");
    }
    List<String> names = names();
    Graph graph = edges.build(names.size(), names);
    return new NamedGraph(graph, names);
  }

  private void readLine(List<String> fields) throws GraphFormatException {
    if (columns == 0) {
      if (fields.size() != 2 && fields.size() != 3) {
        throw lines.error(
            "%d columns, but an edge is source,target or source,target,weight"
                .formatted(fields.size()));
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
    edges.add(node(fields.get(0)), node(fields.get(1)), weight);
  }

  private static boolean isHeader(List<String> fields) {
    return SOURCES.contains(fields.get(0).toLowerCase(Locale.ROOT))
        && TARGETS.contains(fields.get(1).toLowerCase(Locale.ROOT))
        && (fields.size() == 2 || !fields.get(2).chars().anyMatch(Character::isDigit));
  }

  private int node(String name) throws GraphFormatException {
    Integer known = nodes.get(name);
    if (known != null) {
      return known;
    }
    if (name.isEmpty()) {
      throw lines.error("a node without a name");
    }
    if (name.length() > LONGEST_NAME) {
      throw lines.error("a name of more than %d characters".formatted(LONGEST_NAME));
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw lines.error("a control character in the name " + FileLines.shown(name));
    }
    characters += name.length();
    if (nodes.size() == mostNodes || characters > MOST_CHARACTERS) {
      throw lines.error(
          nodes.size() == mostNodes
              ? "more than %d nodes: raise the limit if this is intended and there is enough memory"
                  .formatted(mostNodes)
              : "the names of all nodes have more than %d characters: use numbers instead"
                  .formatted(MOST_CHARACTERS));
    }
    nodes.put(name, nodes.size());
    return nodes.size() - 1;
  }

  /** The names in the order of the nodes; whole numbers are sorted numerically. */
  private List<String> names() {
    String[] names = nodes.keySet().toArray(String[]::new);
    if (!Arrays.stream(names).allMatch(name -> WHOLE_NUMBER.matcher(name).matches())) {
      return List.of(names);
    }
    int[] label = new int[names.length];
    int next = 0;
    for (int node :
        IntStream.range(0, names.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> Long.parseLong(names[i])))
            .toList()) {
      label[node] = next++;
    }
    edges.relabel(label);
    String[] ordered = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      ordered[label[i]] = names[i];
    }
    return List.of(ordered);
  }
}
