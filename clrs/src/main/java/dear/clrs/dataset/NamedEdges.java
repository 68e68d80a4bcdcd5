// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Collects the nodes and edges of a graph from an untrusted source, within limits: names without
 * control characters, finite weights, and no more of anything than allowed. Of several edges
 * between the same nodes the lightest is kept. What cannot be accepted is an {@link
 * IllegalArgumentException} with a sentence for the person whose file it is.
 *
 * <p>If all names are whole numbers, the nodes are in numerical order, otherwise in order of
 * appearance.
 */
public final class NamedEdges {
  /** Names are kept in memory and printed. */
  private static final int LONGEST_NAME = 200;

  /** All names together: a quarter of a gigabyte at two bytes per character. */
  private static final int MOST_CHARACTERS = 1 << 27;

  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private final int mostNodes;
  private final EdgeCollector edges;
  private final Map<String, Integer> nodes = new LinkedHashMap<>();
  private long characters;

  /** Nothing so far. */
  public NamedEdges(int mostNodes, int mostEdges) {
    this.mostNodes = mostNodes;
    this.edges = new EdgeCollector(mostEdges);
  }

  /** The number of edges so far. */
  public int edges() {
    return edges.count();
  }

  /** The node with this name; a new one if there is none. */
  public int node(String name) {
    Integer known = nodes.get(name);
    if (known != null) {
      return known;
    }
    require(!name.isEmpty(), "a node without a name");
    require(
        name.length() <= LONGEST_NAME, "a name of more than %d characters".formatted(LONGEST_NAME));
    require(
        name.chars().noneMatch(Character::isISOControl),
        "a control character in the name " + FileLines.shown(name));
    characters += name.length();
    require(
        nodes.size() < mostNodes,
        "more than %d nodes: raise the limit if this is intended and there is enough memory"
            .formatted(mostNodes));
    require(
        characters <= MOST_CHARACTERS,
        "the names of all nodes have more than %d characters: use numbers instead"
            .formatted(MOST_CHARACTERS));
    nodes.put(name, nodes.size());
    return nodes.size() - 1;
  }

  /** Adds an edge. */
  public void edge(String source, String target, double weight) {
    int from = node(source);
    edges.add(from, node(target), weight);
  }

  /**
   * The graph.
   *
   * @param undirected whether each edge goes both ways
   */
  public NamedGraph build(boolean undirected) {
    require(!nodes.isEmpty(), "the graph has no nodes");
    List<String> names = names();
    return new NamedGraph(edges.build(names.size(), undirected), names, edges.parallel());
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

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
