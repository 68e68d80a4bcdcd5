// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.GraphSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Symmetry;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import dear.clrs.trait.Weights;
import java.util.Arrays;
import java.util.List;

/**
 * Shortest paths between all pairs of nodes, allowing one more intermediate node at each step (CLRS
 * 25.2; Floyd 1962, Warshall 1962).
 *
 * <p>{@code Pi[i][j]} is the node before j on the path from i, or i while there is no path. A
 * self-loop counts as a path from i to i, so a shorter cycle replaces it.
 */
public final class FloydWarshall implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos  node scalar
          input  A    edge scalar   edges 0
          input  adj  edge mask     edges 0
          output Pi   edge pointer
          hint   Pi_h edge pointer
          hint   D    edge scalar
          hint   msk  edge mask
          hint   k    node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "floyd_warshall",
          "Floyd–Warshall",
          Category.GRAPHS,
          FEATURES,
          new FloydWarshall(),
          GraphSamplers.either(true),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.EITHER, Weights.NON_NEGATIVE),
              new AnswerForm.AllPaths("Pi"),
              Equilibrium.RULE,
              Proof.Known.ALL_SHORTEST_PATHS,
              Invariance.WEIGHT_RATIOS,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    Graph graph = run.graph();
    int n = graph.nodes();
    int pairs = Math.multiplyExact(n, n);
    int[] pi = new int[pairs];
    for (int i = 0; i < n; i++) {
      Arrays.fill(pi, i * n, (i + 1) * n, i);
    }
    Distances distances = new Distances(graph, run.recording() ? pairs : 0);
    int[] pivot = {0};
    if (run.recording()) {
      run.hint("Pi_h", pi);
      run.hint("D", distances.shown);
      run.hint("msk", distances.reached);
      run.hint("k", pivot);
    }
    for (int k = 0; k < n; k++) {
      pivot[0] = k;
      run.push();
      distances.relaxThrough(k, pi);
    }
    run.output("Pi", pi);
  }

  /** The distances of all pairs, and the same as the hints show them. */
  private static final class Distances {
    private final int n;
    // Unreached pairs are infinitely far, which saves a test in the inner loop.
    private final double[] distance;
    private final double[] fromPivot;
    private final double[] shown;
    private final int[] reached;

    Distances(Graph graph, int shownPairs) {
      n = graph.nodes();
      distance = new double[n * n];
      fromPivot = new double[n];
      shown = new double[shownPairs];
      reached = new int[shownPairs];
      Arrays.fill(distance, Double.POSITIVE_INFINITY);
      for (int i = 0; i < n; i++) {
        for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
          set(i * n + graph.columns()[e], graph.weights()[e]);
        }
      }
    }

    void relaxThrough(int k, int[] pi) {
      System.arraycopy(distance, k * n, fromPivot, 0, n);
      for (int i = 0; i < n; i++) {
        double toPivot = distance[i * n + k];
        if (toPivot < Double.POSITIVE_INFINITY) {
          relaxRow(i * n, toPivot, k * n, pi);
        }
      }
    }

    private void relaxRow(int row, double toPivot, int pivotRow, int[] pi) {
      for (int j = 0; j < n; j++) {
        double through = toPivot + fromPivot[j];
        if (through < distance[row + j]) {
          set(row + j, through);
          pi[row + j] = pi[pivotRow + j];
        }
      }
    }

    private void set(int pair, double value) {
      distance[pair] = value;
      if (shown.length > 0) {
        shown[pair] = value;
        reached[pair] = 1;
      }
    }
  }
}
