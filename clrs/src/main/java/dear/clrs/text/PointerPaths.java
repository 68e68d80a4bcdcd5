// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import dear.clrs.data.Graph;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Paths from one source, read from pointers to the node before each. Made on demand. */
public final class PointerPaths {
  private final Graph graph;
  private final boolean weighted;
  private final int source;
  private final int[] previous;
  private final Pointers pointers;

  PointerPaths(Graph graph, boolean weighted, int source, int[] previous) {
    this.graph = graph;
    this.weighted = weighted;
    this.source = source;
    this.previous = previous;
    this.pointers = new Pointers(previous);
  }

  /** How a path to a node ends. */
  public enum End {
    /** At the source: it is a path. */
    AT_SOURCE,
    /** At another node: the answer is that there is no path. */
    ELSEWHERE,
    /** Never: the pointers form a cycle. */
    CIRCLE,
    /** At the source, but over a pair of nodes without an edge. */
    NO_EDGE
  }

  /**
   * A path.
   *
   * @param to its last node
   * @param end how it ends, going back from that node
   * @param nodes the nodes from the source on; empty if they do not lead there
   * @param length the sum of the weights, or the number of edges where weights do not matter
   */
  public record Way(int to, End end, List<Integer> nodes, BigDecimal length) {
    /** Copies the list. */
    public Way {
      nodes = List.copyOf(nodes);
    }
  }

  /** The source. */
  public int source() {
    return source;
  }

  /** The number of nodes, the source included. */
  public int nodes() {
    return previous.length;
  }

  /** The path to a node. */
  public Way to(int node) {
    int end = pointers.end(node);
    if (end != source) {
      End how = end == Pointers.CIRCLE ? End.CIRCLE : End.ELSEWHERE;
      return new Way(node, how, List.of(), BigDecimal.ZERO);
    }
    List<Integer> nodes = new ArrayList<>();
    BigDecimal length = BigDecimal.ZERO;
    End how = End.AT_SOURCE;
    int at = node;
    for (; at != source; at = previous[at]) {
      nodes.add(at);
      int edge = graph.find(previous[at], at);
      how = edge < 0 ? End.NO_EDGE : how;
      double step = !weighted ? 1 : edge < 0 ? 0 : graph.weights()[edge];
      length = length.add(Decimals.exact(step));
    }
    nodes.add(source);
    Collections.reverse(nodes);
    return new Way(node, how, nodes, Decimals.rounded(length));
  }

  /** The number of nodes whose pointers lead into a cycle. */
  int circular() {
    return pointers.circular();
  }

  /** The number of pointers along which there is no edge. */
  int withoutEdge() {
    int count = 0;
    for (int v = 0; v < previous.length; v++) {
      count += v != source && previous[v] != v && graph.find(previous[v], v) < 0 ? 1 : 0;
    }
    return count;
  }

  /** What is wrong with pointers that do not lead to the source along edges, if anything. */
  static Optional<String> warning(long circular, long withoutEdge) {
    if (circular > 0) {
      return Optional.of(
          "circular: %,d pointer%s into a cycle"
              .formatted(circular, circular == 1 ? " leads" : "s lead"));
    }
    if (withoutEdge > 0) {
      return Optional.of(
          "no edge: %,d pointer%s where there is no edge"
              .formatted(withoutEdge, withoutEdge == 1 ? " leads" : "s lead"));
    }
    return Optional.empty();
  }
}
