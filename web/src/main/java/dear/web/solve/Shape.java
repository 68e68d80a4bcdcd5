package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import java.util.List;
import java.util.Set;

/**
 * What instances of an algorithm look like to a person.
 *
 * @param kind graph, numbers, or other: only drawn by the sampler
 * @param directed whether edges have a direction
 * @param weighted whether weights matter
 * @param source whether there is a node that everything starts from
 * @param leastNodes what the sampler can draw
 */
record Shape(Kind kind, boolean directed, boolean weighted, boolean source, int leastNodes) {
  private static final Set<String> DIRECTED =
      Set.of(
          "dfs",
          "topological_sort",
          "strongly_connected_components",
          "strongly_connected_components_local",
          "dag_shortest_paths");
  private static final Set<String> WEIGHTED =
      Set.of(
          "mst_kruskal",
          "mst_prim",
          "bellman_ford",
          "dijkstra",
          "dag_shortest_paths",
          "floyd_warshall");

  /** The ways in which an instance can be given. */
  enum Kind {
    GRAPH,
    NUMBERS,
    OTHER
  }

  static Shape of(Algorithm algorithm) {
    String name = algorithm.name();
    List<FeatureSpec> inputs = algorithm.features(Stage.INPUT);
    boolean source = inputs.stream().anyMatch(spec -> spec.name().equals("s"));
    int least = name.startsWith("strongly_connected") ? 4 : 2; // one node per community
    return new Shape(
        kind(algorithm, inputs),
        DIRECTED.contains(name),
        WEIGHTED.contains(name),
        algorithm.isGraphAlgorithm() && source,
        least);
  }

  private static Kind kind(Algorithm algorithm, List<FeatureSpec> inputs) {
    if (algorithm.isGraphAlgorithm()) {
      return Kind.GRAPH;
    }
    List<FeatureSpec> given =
        inputs.stream().filter(spec -> !spec.name().equals(Inputs.POSITION)).toList();
    boolean oneSequence =
        given.size() == 1
            && given.getFirst().location() == Location.NODE
            && given.getFirst().isReal();
    return oneSequence ? Kind.NUMBERS : Kind.OTHER;
  }
}
