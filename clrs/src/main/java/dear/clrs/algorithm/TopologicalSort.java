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

/** An order of a graph without cycles in which all edges lead forward (CLRS 22.4; Knuth 1973). */
public final class TopologicalSort implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos         node scalar
          input  A           edge scalar      edges 0
          input  adj         edge mask        edges 0
          output topo        node pointer
          output topo_head   node mask_one
          hint   topo_h      node pointer
          hint   topo_head_h node mask_one
          hint   color       node categorical 3
          hint   s_prev      node pointer
          hint   s           node mask_one
          hint   u           node mask_one
          hint   v           node mask_one
          hint   s_last      node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "topological_sort",
          "Topological sort",
          Category.GRAPHS,
          FEATURES,
          new TopologicalSort(),
          GraphSamplers.acyclic(),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.ACYCLIC, Weights.NONE),
              new AnswerForm.NodeSequence("topo", "topo_head"),
              Equilibrium.CLOCK,
              Proof.Known.FORWARD_ORDER,
              Invariance.ANY_WEIGHTS,
              PointerReach.ANY_NODE,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    TopologicalOrder order = new TopologicalOrder(run);
    DepthFirstWalk.untimed(run).fromAll(order);
    run.output("topo", order.next());
    run.output("topo_head", order.head());
  }
}
