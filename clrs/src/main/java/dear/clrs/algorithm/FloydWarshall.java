package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Procedure;
import java.util.Arrays;
import java.util.List;

/**
 * Shortest paths between all pairs of nodes, one more node allowed on the way at each step (CLRS
 * 25.2; Floyd 1962, Warshall 1962).
 *
 * <p>{@code Pi[i][j]} is the node before j on the path from i, or i while there is no path. A
 * self-loop counts as a path from i to i, so a shorter way round takes its place.
 */
public final class FloydWarshall implements Procedure {
  /** Its features. */
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

  @Override
  public void execute(Execution run) {
    Graph graph = run.graph();
    int n = graph.nodes();
    int pairs = Math.multiplyExact(n, n);
    // Unreached pairs are infinitely far here, which saves a test in the inner loop, and 0 in D.
    double[] distance = new double[pairs];
    int[] pi = new int[pairs];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    for (int i = 0; i < n; i++) {
      Arrays.fill(pi, i * n, (i + 1) * n, i);
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        distance[i * n + graph.columns()[e]] = graph.weights()[e];
      }
    }
    double[] shown = new double[run.recording() ? pairs : 0];
    int[] reached = new int[shown.length];
    int[] pivot = {0};
    if (run.recording()) {
      run.hint("Pi_h", pi);
      run.hint("D", shown);
      run.hint("msk", reached);
      run.hint("k", pivot);
    }

    double[] pivotRow = new double[n];
    for (int k = 0; k < n; k++) {
      pivot[0] = k;
      show(distance, shown, reached);
      run.push();
      System.arraycopy(distance, k * n, pivotRow, 0, n);
      for (int i = 0; i < n; i++) {
        double toPivot = distance[i * n + k];
        if (toPivot < Double.POSITIVE_INFINITY) {
          relax(distance, pi, i * n, toPivot, pivotRow, k * n);
        }
      }
    }
    run.output("Pi", pi);
  }

  /** Lets the paths from one node, whose row starts at {@code row}, go through the pivot. */
  private static void relax(
      double[] distance, int[] pi, int row, double toPivot, double[] fromPivot, int pivotRow) {
    for (int j = 0; j < fromPivot.length; j++) {
      double through = toPivot + fromPivot[j];
      if (through < distance[row + j]) {
        distance[row + j] = through;
        pi[row + j] = pi[pivotRow + j];
      }
    }
  }

  /** Writes the distances as the hints have them. */
  private static void show(double[] distance, double[] shown, int[] reached) {
    for (int cell = 0; cell < shown.length; cell++) {
      boolean finite = distance[cell] < Double.POSITIVE_INFINITY;
      shown[cell] = finite ? distance[cell] : 0;
      reached[cell] = finite ? 1 : 0;
    }
  }
}
