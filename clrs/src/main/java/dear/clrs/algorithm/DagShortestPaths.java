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
import java.util.List;

/**
 * Shortest paths from one source in a graph without cycles: in topological order from the source,
 * every edge is relaxed once (CLRS 24.2; Lawler 1976).
 */
public final class DagShortestPaths implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos         node  scalar
          input  s           node  mask_one
          input  A           edge  scalar      edges 0
          input  adj         edge  mask        edges 0
          output pi          node  pointer
          hint   pi_h        node  pointer
          hint   d           node  scalar
          hint   mark        node  mask
          hint   topo_h      node  pointer
          hint   topo_head_h node  mask_one
          hint   color       node  categorical 3
          hint   s_prev      node  pointer
          hint   u           node  mask_one
          hint   v           node  mask_one
          hint   s_last      node  mask_one
          hint   phase       graph mask
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "dag_shortest_paths",
          "Shortest paths in a DAG",
          Category.GRAPHS,
          FEATURES,
          new DagShortestPaths(),
          GraphSamplers.acyclicWithSource(),
          new Traits(
              InputForm.OnGraph.fromSource(Symmetry.ACYCLIC, Weights.NON_NEGATIVE),
              new AnswerForm.Paths("pi"),
              Equilibrium.RULE,
              Proof.Known.SHORTEST_PATHS,
              Invariance.WEIGHT_RATIOS,
              PointerReach.PREDECESSORS,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    int n = run.nodes();
    int[] pi = Chains.selves(n);
    double[] d = new double[n];
    int[] mark = new int[n];
    int[] phase = {0};
    run.hint("pi_h", pi);
    run.hint("d", d);
    run.hint("mark", mark);
    run.hint("phase", phase);

    TopologicalOrder order = new TopologicalOrder(run);
    DepthFirstWalk.fromSource(run).from(run.one("s"), order);
    phase[0] = 1;
    mark[order.head()] = 1;
    run.push();
    int from = order.head();
    while (order.advance()) {
      relax(run.graph(), from, pi, d, mark);
      from = order.head();
      mark[from] = 1;
      run.push();
    }
    run.output("pi", pi);
  }

  private static void relax(Graph graph, int from, int[] pi, double[] d, int[] mark) {
    int[] columns = graph.columns();
    double[] weights = graph.weights();
    for (int e = graph.rowStart()[from]; e < graph.rowStart()[from + 1]; e++) {
      int to = columns[e];
      if (weights[e] != 0 && (mark[to] == 0 || d[from] + weights[e] < d[to])) {
        d[to] = d[from] + weights[e];
        pi[to] = from;
        mark[to] = 1;
      }
    }
  }
}
