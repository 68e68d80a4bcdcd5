// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
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

/** Depth-first search of a directed graph (CLRS 22.3; Moore 1959). */
public final class Dfs implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node  scalar
          input  A      edge  scalar      edges 0
          input  adj    edge  mask        edges 0
          output pi     node  pointer
          hint   pi_h   node  pointer
          hint   color  node  categorical 3
          hint   d      node  scalar
          hint   f      node  scalar
          hint   s_prev node  pointer
          hint   s      node  mask_one
          hint   u      node  mask_one
          hint   v      node  mask_one
          hint   s_last node  mask_one
          hint   time   graph scalar
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "dfs",
          "Depth-first search",
          Category.GRAPHS,
          FEATURES,
          new Dfs(),
          GraphSamplers.directed(),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.DIRECTED, Weights.NONE),
              new AnswerForm.Forest("pi"),
              Equilibrium.CLOCK,
              Proof.Known.DEPTH_FIRST_FOREST,
              Invariance.ANY_WEIGHTS,
              PointerReach.PREDECESSORS,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    int[] pi = Chains.selves(run.nodes());
    run.hint("pi_h", pi);
    DepthFirstWalk.timed(run)
        .fromAll(
            new DepthFirstWalk.Visitor() {
              @Override
              public void descend(int u, int v) {
                pi[v] = u;
              }
            });
    run.output("pi", pi);
  }
}
