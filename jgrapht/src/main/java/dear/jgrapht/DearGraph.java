// SPDX-License-Identifier: Apache-2.0
package dear.jgrapht;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Type;
import dear.clrs.dataset.NamedGraph;
import dear.clrs.text.WrittenInputs;
import dear.reasoner.model.Model;
import dear.reasoner.model.Solved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph whose nodes stand for the vertices of another library.
 *
 * @param <V> the type of vertices
 */
public final class DearGraph<V> {
  private final Graph graph;
  private final List<V> vertices;
  private final Map<V, Integer> nodes;

  DearGraph(Graph graph, List<V> vertices, Map<V, Integer> nodes) {
    this.graph = graph;
    this.vertices = List.copyOf(vertices);
    this.nodes = nodes;
  }

  /** The graph itself, with nodes in place of vertices. */
  public Graph graph() {
    return graph;
  }

  /** The vertices in the order of their nodes. */
  public List<V> vertices() {
    return vertices;
  }

  /** The node that stands for a vertex. */
  public int node(V vertex) {
    Integer node = nodes.get(vertex);
    if (node == null) {
      throw new IllegalArgumentException("there is no vertex " + vertex + " in the graph");
    }
    return node;
  }

  /** The vertex that a node stands for. */
  public V vertex(int node) {
    return vertices.get(node);
  }

  /** Runs an algorithm that starts from a vertex. */
  public Instance run(Algorithm algorithm, V source) {
    return algorithm.run(inputs(algorithm, source).inputs());
  }

  /** Runs an algorithm on the whole graph. */
  public Instance run(Algorithm algorithm) {
    return algorithm.run(inputs(algorithm, vertices.getFirst()).inputs());
  }

  /**
   * Asks a model about the algorithm that it has learned; numbers are mapped to the range of its
   * training. Answers may be wrong, and a {@link dear.clrs.certificate.Certificate} tells.
   */
  public Solved ask(Model model, V source) {
    return model.solve(inputs(model.settings().algorithm(), source).inputs());
  }

  /** Asks a model about the whole graph. */
  public Solved ask(Model model) {
    return ask(model, vertices.getFirst());
  }

  /**
   * What an answer says of each vertex: its predecessor, or itself where it has none.
   *
   * @param pointers an output with a node for each node, such as {@code pi} of shortest paths
   */
  public Map<V, V> predecessors(Feature pointers) {
    if (pointers.spec().type() != Type.POINTER || pointers.spec().location() != Location.NODE) {
      throw new IllegalArgumentException(
          pointers.name() + " does not point from each node to another");
    }
    Map<V, V> predecessors = new LinkedHashMap<>();
    for (int node = 0; node < vertices.size(); node++) {
      predecessors.put(vertex(node), vertex(pointers.codes()[node]));
    }
    return predecessors;
  }

  private WrittenInputs inputs(Algorithm algorithm, V source) {
    List<String> names = vertices.stream().map(String::valueOf).toList();
    return WrittenInputs.graph(algorithm, new NamedGraph(graph, names), node(source));
  }
}
