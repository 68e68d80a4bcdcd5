package dear.clrs;

import static dear.clrs.Equilibrium.CLOCK;
import static dear.clrs.Equilibrium.RULE;
import static dear.clrs.Equilibrium.SCAN;
import static dear.clrs.Equilibrium.SWEEP;

import dear.clrs.algorithm.ActivitySelector;
import dear.clrs.algorithm.ArticulationPoints;
import dear.clrs.algorithm.BellmanFord;
import dear.clrs.algorithm.Bfs;
import dear.clrs.algorithm.BinarySearch;
import dear.clrs.algorithm.Bridges;
import dear.clrs.algorithm.BubbleSort;
import dear.clrs.algorithm.DagShortestPaths;
import dear.clrs.algorithm.Dfs;
import dear.clrs.algorithm.Dijkstra;
import dear.clrs.algorithm.FloydWarshall;
import dear.clrs.algorithm.GrahamScan;
import dear.clrs.algorithm.Heapsort;
import dear.clrs.algorithm.InsertionSort;
import dear.clrs.algorithm.JarvisMarch;
import dear.clrs.algorithm.KadaneMaximumSubarray;
import dear.clrs.algorithm.KmpMatcher;
import dear.clrs.algorithm.LcsLength;
import dear.clrs.algorithm.MatrixChainOrder;
import dear.clrs.algorithm.Minimum;
import dear.clrs.algorithm.MstKruskal;
import dear.clrs.algorithm.MstPrim;
import dear.clrs.algorithm.NaiveStringMatcher;
import dear.clrs.algorithm.OptimalBst;
import dear.clrs.algorithm.Quickselect;
import dear.clrs.algorithm.Quicksort;
import dear.clrs.algorithm.SegmentsIntersect;
import dear.clrs.algorithm.StronglyConnectedComponents;
import dear.clrs.algorithm.StronglyConnectedComponents.Target;
import dear.clrs.algorithm.TaskScheduling;
import dear.clrs.algorithm.TopologicalSort;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.GraphSamplers;
import dear.clrs.sampling.PointSamplers;
import dear.clrs.sampling.Sampler;
import dear.clrs.sampling.SequenceSamplers;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The catalogue: thirty algorithms of CLRS-30 and the local variant of SCC. */
public final class Clrs {
  private static final Set<SamplerOption> NO_OPTIONS = EnumSet.noneOf(SamplerOption.class);
  private static final Set<SamplerOption> GRAPH_OPTIONS =
      EnumSet.of(SamplerOption.EDGE_PROBABILITY, SamplerOption.GRAPH_MODEL);
  private static final Set<SamplerOption> COMMUNITY_OPTIONS =
      EnumSet.of(
          SamplerOption.EDGE_PROBABILITY,
          SamplerOption.GRAPH_MODEL,
          SamplerOption.COMMUNITIES,
          SamplerOption.TOGGLE);
  private static final Set<SamplerOption> STRING_OPTIONS = EnumSet.of(SamplerOption.NEEDLE);

  private static final List<Algorithm> ALGORITHMS =
      List.of(
          // Sorting
          keys("insertion_sort", InsertionSort.FEATURES, new InsertionSort(), RULE),
          keys("bubble_sort", BubbleSort.FEATURES, new BubbleSort(), RULE),
          keys("heapsort", Heapsort.FEATURES, new Heapsort(), RULE),
          keys("quicksort", Quicksort.FEATURES, new Quicksort(), RULE),
          // Searching
          keys("quickselect", Quickselect.FEATURES, new Quickselect(), SCAN),
          keys("minimum", Minimum.FEATURES, new Minimum(), RULE),
          sequence(
              "binary_search",
              BinarySearch.FEATURES,
              new BinarySearch(),
              SequenceSamplers.search(),
              RULE),
          sequence(
              "find_maximum_subarray_kadane",
              KadaneMaximumSubarray.FEATURES,
              new KadaneMaximumSubarray(),
              SequenceSamplers.uniform("key", -1, 1),
              RULE),
          // Dynamic programming
          sequence(
              "matrix_chain_order",
              MatrixChainOrder.FEATURES,
              new MatrixChainOrder(),
              SequenceSamplers.uniform("p", 0, 1),
              SWEEP),
          sequence(
              "lcs_length",
              LcsLength.FEATURES,
              new LcsLength(),
              SequenceSamplers.twoStrings(),
              SWEEP),
          sequence(
              "optimal_bst",
              OptimalBst.FEATURES,
              new OptimalBst(),
              SequenceSamplers.searchTree(),
              RULE),
          // Greedy
          sequence(
              "activity_selector",
              ActivitySelector.FEATURES,
              new ActivitySelector(),
              SequenceSamplers.activities(),
              SCAN),
          sequence(
              "task_scheduling",
              TaskScheduling.FEATURES,
              new TaskScheduling(),
              SequenceSamplers.tasks(),
              SCAN),
          // Graphs
          graph("bfs", Bfs.FEATURES, new Bfs(), GraphSamplers.undirectedWithSource(false), SWEEP),
          graph("dfs", Dfs.FEATURES, new Dfs(), GraphSamplers.directed(), CLOCK),
          graph(
              "topological_sort",
              TopologicalSort.FEATURES,
              new TopologicalSort(),
              GraphSamplers.acyclic(),
              CLOCK),
          graph(
              "articulation_points",
              ArticulationPoints.FEATURES,
              new ArticulationPoints(),
              GraphSamplers.undirected(false),
              CLOCK),
          graph("bridges", Bridges.FEATURES, new Bridges(), GraphSamplers.undirected(false), CLOCK),
          components(
              "strongly_connected_components",
              new StronglyConnectedComponents(Target.REPRESENTATIVE)),
          components(
              "strongly_connected_components_local",
              new StronglyConnectedComponents(Target.PARENT)),
          graph(
              "mst_kruskal",
              MstKruskal.FEATURES,
              new MstKruskal(),
              GraphSamplers.undirected(true),
              RULE),
          graph(
              "mst_prim",
              MstPrim.FEATURES,
              new MstPrim(),
              GraphSamplers.undirectedWithSource(true),
              RULE),
          graph(
              "bellman_ford",
              BellmanFord.FEATURES,
              new BellmanFord(),
              GraphSamplers.undirectedWithSource(true),
              SWEEP),
          graph(
              "dijkstra",
              Dijkstra.FEATURES,
              new Dijkstra(),
              GraphSamplers.undirectedWithSource(true),
              RULE),
          graph(
              "dag_shortest_paths",
              DagShortestPaths.FEATURES,
              new DagShortestPaths(),
              GraphSamplers.acyclicWithSource(),
              RULE),
          graph(
              "floyd_warshall",
              FloydWarshall.FEATURES,
              new FloydWarshall(),
              GraphSamplers.undirected(true),
              RULE),
          // Strings
          strings("naive_string_matcher", NaiveStringMatcher.FEATURES, new NaiveStringMatcher()),
          strings("kmp_matcher", KmpMatcher.FEATURES, new KmpMatcher()),
          // Geometry
          sequence(
              "segments_intersect",
              SegmentsIntersect.FEATURES,
              new SegmentsIntersect(),
              PointSamplers.segments(),
              SCAN),
          sequence(
              "graham_scan", GrahamScan.FEATURES, new GrahamScan(), PointSamplers.disc(), SCAN),
          sequence(
              "jarvis_march", JarvisMarch.FEATURES, new JarvisMarch(), PointSamplers.disc(), SCAN));

  private Clrs() {}

  /** All algorithms, in the order of the book. */
  public static List<Algorithm> algorithms() {
    return ALGORITHMS;
  }

  /** The algorithm of that name. */
  public static Algorithm algorithm(String name) {
    for (Algorithm algorithm : ALGORITHMS) {
      if (algorithm.name().equals(name)) {
        return algorithm;
      }
    }
    throw new IllegalArgumentException("no algorithm \"" + name + "\" in CLRS-30");
  }

  private static Algorithm keys(
      String name, List<FeatureSpec> features, Procedure procedure, Equilibrium equilibrium) {
    return sequence(name, features, procedure, SequenceSamplers.uniform("key", 0, 1), equilibrium);
  }

  private static Algorithm sequence(
      String name,
      List<FeatureSpec> features,
      Procedure procedure,
      Sampler sampler,
      Equilibrium equilibrium) {
    return new Algorithm(name, features, procedure, sampler, NO_OPTIONS, equilibrium);
  }

  private static Algorithm strings(String name, List<FeatureSpec> features, Procedure procedure) {
    return new Algorithm(
        name, features, procedure, SequenceSamplers.haystack(), STRING_OPTIONS, SCAN);
  }

  private static Algorithm graph(
      String name,
      List<FeatureSpec> features,
      Procedure procedure,
      Sampler sampler,
      Equilibrium equilibrium) {
    return new Algorithm(name, features, procedure, sampler, GRAPH_OPTIONS, equilibrium);
  }

  private static Algorithm components(String name, StronglyConnectedComponents procedure) {
    return new Algorithm(
        name,
        StronglyConnectedComponents.FEATURES,
        procedure,
        GraphSamplers.communities(),
        COMMUNITY_OPTIONS,
        CLOCK);
  }
}
