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
 * Breadth-first search from one source, one level of nodes per step (CLRS 22.2; Moore 1959).
 *
 * <p>The benchmark sweeps over all reached nodes in ascending order until nothing more is reached.
 * Only nodes reached in the last sweep have new neighbours, so only they are visited.
 */
public final class Bfs implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos     node scalar
          input  s       node mask_one
          input  A       edge scalar  edges 0
          input  adj     edge mask    edges 0
          output pi      node pointer
          hint   reach_h node mask
          hint   pi_h    node pointer
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "bfs",
          "Breadth-first search",
          Category.GRAPHS,
          FEATURES,
          new Bfs(),
          GraphSamplers.eitherWithSource(false),
          new Traits(
              InputForm.OnGraph.fromSource(Symmetry.EITHER, Weights.NONE),
              new AnswerForm.Paths("pi"),
              Equilibrium.SWEEP,
              Proof.Known.FEWEST_EDGES,
              Invariance.ANY_WEIGHTS,
              PointerReach.PREDECESSORS,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    Graph graph = run.graph();
    int[] start = graph.rowStart();
    int[] columns = graph.columns();
    double[] weights = graph.weights();
    int n = graph.nodes();
    int[] pi = Chains.selves(n);
    int[] reached = new int[n];
    run.hint("reach_h", reached);
    run.hint("pi_h", pi);

    int[] queue = new int[n];
    queue[0] = run.one("s");
    reached[queue[0]] = 1;
    int first = 0;
    int end = 1;
    while (first < end) {
      run.push();
      int levelEnd = end;
      for (; first < levelEnd; first++) {
        int u = queue[first];
        for (int e = start[u]; e < start[u + 1]; e++) {
          int v = columns[e];
          if (weights[e] > 0 && reached[v] == 0) {
            reached[v] = 1;
            pi[v] = u;
            queue[end++] = v;
          }
        }
      }
      Arrays.sort(queue, levelEnd, end);
    }
    run.output("pi", pi);
  }
}
