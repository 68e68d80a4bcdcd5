package dear.study;

import java.util.Map;

/** What algorithms are called in tables. */
final class Titles {
  private static final Map<String, String> KNOWN =
      Map.of(
          "bellman_ford", "Bellman-Ford",
          "floyd_warshall", "Floyd-Warshall",
          "strongly_connected_components_local", "SCC (local)",
          "insertion_sort", "Insertion sort");

  private Titles() {}

  static String of(String algorithm) {
    return KNOWN.getOrDefault(algorithm, algorithm);
  }
}
