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

/**
 * The nodes whose removal would break an undirected graph into more parts (CLRS problem 22-2;
 * Hopcroft and Tarjan 1973).
 */
public final class ArticulationPoints implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos       node  scalar
          input  A         edge  scalar      edges 0
          input  adj       edge  mask        edges 0
          output is_cut    node  mask
          hint   is_cut_h  node  mask
          hint   pi_h      node  pointer
          hint   color     node  categorical 3
          hint   d         node  scalar
          hint   f         node  scalar
          hint   low       node  scalar
          hint   child_cnt node  scalar
          hint   s_prev    node  pointer
          hint   s         node  mask_one
          hint   u         node  mask_one
          hint   v         node  mask_one
          hint   s_last    node  mask_one
          hint   time      graph scalar
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "articulation_points",
          "Articulation points",
          Category.GRAPHS,
          FEATURES,
          new ArticulationPoints(),
          GraphSamplers.undirected(false),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.UNDIRECTED, Weights.NONE),
              new AnswerForm.Selection("is_cut"),
              Equilibrium.CLOCK,
              Proof.Known.CUT_POINTS,
              Invariance.ANY_WEIGHTS,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    int[] isCut = new int[run.nodes()];
    run.hint("is_cut_h", isCut);
    LowLinks links = new LowLinks(run);
    run.hint("child_cnt", links.childCount());
    links.walk((u, v, edge) -> {
      if (links.isRoot(u) ? links.branches(u) : links.endsAt(u, v)) {
        isCut[u] = 1;
      }
    });
    run.output("is_cut", isCut);
  }
}
