// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import java.util.List;

/** All algorithms, in the order of the book. */
public final class Definitions {
  /** Thirty algorithms of CLRS-30 and the local variant of strongly connected components. */
  public static final List<Definition> ALL =
      List.of(
          InsertionSort.DEFINITION,
          BubbleSort.DEFINITION,
          Heapsort.DEFINITION,
          Quicksort.DEFINITION,
          Quickselect.DEFINITION,
          Minimum.DEFINITION,
          BinarySearch.DEFINITION,
          KadaneMaximumSubarray.DEFINITION,
          MatrixChainOrder.DEFINITION,
          LcsLength.DEFINITION,
          OptimalBst.DEFINITION,
          ActivitySelector.DEFINITION,
          TaskScheduling.DEFINITION,
          Bfs.DEFINITION,
          Dfs.DEFINITION,
          TopologicalSort.DEFINITION,
          ArticulationPoints.DEFINITION,
          Bridges.DEFINITION,
          StronglyConnectedComponents.DEFINITION,
          StronglyConnectedComponents.LOCAL,
          MstKruskal.DEFINITION,
          MstPrim.DEFINITION,
          BellmanFord.DEFINITION,
          Dijkstra.DEFINITION,
          DagShortestPaths.DEFINITION,
          FloydWarshall.DEFINITION,
          NaiveStringMatcher.DEFINITION,
          KmpMatcher.DEFINITION,
          SegmentsIntersect.DEFINITION,
          GrahamScan.DEFINITION,
          JarvisMarch.DEFINITION);

  private Definitions() {}
}
