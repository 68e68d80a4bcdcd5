// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.data.Graph;
import java.util.List;

/**
 * A graph whose nodes have names.
 *
 * @param graph the graph
 * @param names the name of each node; must not be changed
 * @param parallel the number of edges that were left out because another one between the same nodes
 *     is as light or lighter
 */
public record NamedGraph(Graph graph, List<String> names, int parallel) {
  /** A graph without parallel edges. */
  public NamedGraph(Graph graph, List<String> names) {
    this(graph, names, 0);
  }

  /** Checks that every node has a name. */
  public NamedGraph {
    if (names.size() != graph.nodes()) {
      throw new IllegalArgumentException(
          "%d names for %d nodes".formatted(names.size(), graph.nodes()));
    }
  }

  /** The node with this name. */
  public int node(String name) {
    int node = names.indexOf(name);
    if (node < 0) {
      throw new IllegalArgumentException(
          "there is no node \"%s\" among the %d of the graph; the first is \"%s\", the last \"%s\""
              .formatted(name, names.size(), names.getFirst(), names.getLast()));
    }
    return node;
  }

  /**
   * Checks that no weight is negative, for algorithms that would give wrong answers.
   *
   * @param algorithm the algorithm named in the message
   */
  public void requireNonNegativeWeights(String algorithm) {
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        if (graph.weights()[e] < 0) {
          throw new IllegalArgumentException(
              "%s needs weights that are not negative, but edge %s -> %s has weight %s;"
                      .formatted(
                          algorithm,
                          names.get(i),
                          names.get(graph.columns()[e]),
                          graph.weights()[e])
                  + " for shortest paths bellman_ford accepts them");
        }
      }
    }
  }
}
