package dear.clrs.certificate;

import dear.clrs.data.Inputs;

/** The conditions that an answer must meet to solve the problem of an algorithm. */
interface Conditions {
  /** Looks for what is wrong with an answer of the right shape. */
  void verify(Inputs inputs, Answer answer, Findings findings);

  /** What they are, in a sentence. */
  String basis();

  /** The conditions of an algorithm of CLRS-30. */
  static Conditions of(String algorithm) {
    return switch (algorithm) {
      case "insertion_sort", "bubble_sort", "heapsort", "quicksort" -> new SortedChain();
      case "minimum" -> new Selections.Minimum();
      case "quickselect" -> new Selections.Median();
      case "binary_search" -> new Selections.Search();
      case "find_maximum_subarray_kadane" -> new MaximumSubarray();
      case "matrix_chain_order" -> new CheapestSplits(CheapestSplits.Problem.MATRIX_CHAIN);
      case "optimal_bst" -> new CheapestSplits(CheapestSplits.Problem.SEARCH_TREE);
      case "lcs_length" -> new CommonSubsequence();
      case "activity_selector" -> new Activities();
      case "bfs" -> new ShortestPaths(true);
      case "bellman_ford", "dijkstra", "dag_shortest_paths" -> new ShortestPaths(false);
      case "floyd_warshall" -> new AllShortestPaths();
      case "mst_prim" -> new MinimumTree();
      case "mst_kruskal" -> new MinimumForest();
      case "strongly_connected_components", "strongly_connected_components_local" ->
          new Components();
      case "topological_sort" -> new ForwardOrder();
      case "dfs" -> new DepthFirstForest();
      case "bridges" -> new BridgeCover();
      case "naive_string_matcher", "kmp_matcher" -> new FirstMatch();
      case "segments_intersect" -> new Segments();
      case "graham_scan", "jarvis_march" -> new ConvexHull();
      case "articulation_points" ->
          new Unknown(
              "not checked: the marks alone carry no short proof that no other node is a cut"
                  + " point; that takes another depth-first search");
      case "task_scheduling" ->
          new Unknown(
              "not checked: CLRS-30 takes tasks by a simple rule that does not give the best"
                  + " schedule, so only running it tells what it takes");
      default -> new Unknown("not checked: no conditions are known for " + algorithm);
    };
  }

  /**
   * None are known.
   *
   * @param basis why
   */
  record Unknown(String basis) implements Conditions {
    @Override
    public void verify(Inputs inputs, Answer answer, Findings findings) {
      findings.doubt(basis);
    }
  }
}
