package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Procedure;
import java.util.Arrays;
import java.util.List;

/** Shortest paths from one source by sweeps over all edges (CLRS 24.1; Bellman 1958, Ford 1956). */
public final class BellmanFord implements Procedure {
  /** Its features. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos   node scalar
          input  s     node mask_one
          input  A     edge scalar  edges 0
          input  adj   edge mask    edges 0
          output pi    node pointer
          hint   pi_h  node pointer
          hint   d     node scalar
          hint   msk   node mask
          """);

  @Override
  public void execute(Execution run) {
    Graph graph = run.graph();
    int[] start = graph.rowStart();
    int[] columns = graph.columns();
    double[] weights = graph.weights();
    int n = graph.nodes();
    int[] pi = Chains.selves(n);
    double[] d = new double[n];
    int[] reached = new int[n];
    reached[run.one("s")] = 1;
    run.hint("pi_h", pi);
    run.hint("d", d);
    run.hint("msk", reached);

    double[] before = new double[n];
    int[] reachedBefore = new int[n];
    do {
      run.push();
      System.arraycopy(d, 0, before, 0, n);
      System.arraycopy(reached, 0, reachedBefore, 0, n);
      for (int u = 0; u < n; u++) {
        if (reachedBefore[u] == 0) {
          continue;
        }
        for (int e = start[u]; e < start[u + 1]; e++) {
          int v = columns[e];
          double w = weights[e];
          if (w != 0 && (reached[v] == 0 || before[u] + w < d[v])) {
            d[v] = before[u] + w;
            pi[v] = u;
            reached[v] = 1;
          }
        }
      }
    } while (!Arrays.equals(before, d));
    run.output("pi", pi);
  }
}
