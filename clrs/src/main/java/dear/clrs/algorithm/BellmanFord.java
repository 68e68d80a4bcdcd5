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
 * Shortest paths from one source by sweeps over all edges (CLRS 24.1; Bellman 1958, Ford 1956).
 *
 * <p>The benchmark sweeps over all reached nodes in ascending order, using their distances before
 * the sweep, until no distance changes. A node that the last sweep did not change has nothing new
 * for its neighbours, so only the others, the active ones, are visited.
 */
public final class BellmanFord implements Procedure {
  /** The features of this algorithm. */
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

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "bellman_ford",
          "Bellman–Ford",
          Category.GRAPHS,
          FEATURES,
          new BellmanFord(),
          GraphSamplers.eitherWithSource(true),
          new Traits(
              InputForm.OnGraph.fromSource(Symmetry.EITHER, Weights.ANY),
              new AnswerForm.Paths("pi"),
              Equilibrium.SWEEP,
              Proof.Known.SHORTEST_PATHS,
              Invariance.WEIGHT_RATIOS,
              PointerReach.PREDECESSORS,
              PredecessorChain.NONE,
              Task.SHORTEST_PATHS));

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
    run.hint("pi_h", pi);
    run.hint("d", d);
    run.hint("msk", reached);

    double[] before = new double[n];
    int[] active = new int[n];
    int[] next = new int[n];
    int[] changedIn = new int[n]; // the last sweep that changed the node, from 1
    active[0] = run.one("s");
    reached[active[0]] = 1;
    int count = 1;
    boolean changed = true;
    for (int sweep = 1; changed; sweep++) {
      if (sweep > n) {
        throw new IllegalArgumentException(
            "the source reaches a cycle of negative weight: there are no shortest paths");
      }
      run.push();
      int nextCount = 0;
      for (int a = 0; a < count; a++) {
        int u = active[a];
        for (int e = start[u]; e < start[u + 1]; e++) {
          int v = columns[e];
          double w = weights[e];
          if (w != 0 && (reached[v] == 0 || before[u] + w < d[v])) {
            d[v] = before[u] + w;
            pi[v] = u;
            reached[v] = 1;
            if (changedIn[v] != sweep) {
              changedIn[v] = sweep;
              next[nextCount++] = v;
            }
          }
        }
      }
      changed = false;
      for (int a = 0; a < nextCount; a++) {
        int v = next[a];
        changed |= before[v] != d[v];
        before[v] = d[v];
      }
      Arrays.sort(next, 0, nextCount);
      int[] swap = active;
      active = next;
      next = swap;
      count = nextCount;
    }
    run.output("pi", pi);
  }
}
