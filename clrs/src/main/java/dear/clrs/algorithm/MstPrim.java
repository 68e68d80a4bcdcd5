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

/** A minimum spanning tree that grows from one source (CLRS 23.2; Jarník 1930, Prim 1957). */
public final class MstPrim implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos      node scalar
          input  s        node mask_one
          input  A        edge scalar   edges 0
          input  adj      edge mask     edges 0
          output pi       node pointer
          hint   pi_h     node pointer
          hint   key      node scalar
          hint   mark     node mask
          hint   in_queue node mask
          hint   u        node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "mst_prim",
          "Spanning tree, Prim",
          Category.GRAPHS,
          FEATURES,
          new MstPrim(),
          GraphSamplers.undirectedWithSource(true),
          new Traits(
              InputForm.OnGraph.fromSource(Symmetry.UNDIRECTED, Weights.NON_NEGATIVE),
              new AnswerForm.Tree("pi"),
              Equilibrium.RULE,
              Proof.Known.MINIMUM_TREE,
              Invariance.WEIGHT_ORDER,
              PointerReach.PREDECESSORS,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    BestFirstTree.grow(run, "key", false);
  }
}
