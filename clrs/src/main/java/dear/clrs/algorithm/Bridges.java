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
 * The edges whose removal would break an undirected graph into more parts (CLRS problem 22-2;
 * Tarjan 1974). Pairs without an edge hold -1 and are left out of losses and scores.
 */
public final class Bridges implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos         node  scalar
          input  A           edge  scalar      edges 0
          input  adj         edge  mask        edges 0
          output is_bridge   edge  mask        edges -1
          hint   is_bridge_h edge  mask        edges -1
          hint   pi_h        node  pointer
          hint   color       node  categorical 3
          hint   d           node  scalar
          hint   f           node  scalar
          hint   low         node  scalar
          hint   s_prev      node  pointer
          hint   s           node  mask_one
          hint   u           node  mask_one
          hint   v           node  mask_one
          hint   s_last      node  mask_one
          hint   time        graph scalar
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "bridges",
          "Bridges",
          Category.GRAPHS,
          FEATURES,
          new Bridges(),
          GraphSamplers.undirected(false),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.UNDIRECTED, Weights.NONE),
              new AnswerForm.EdgeSelection("is_bridge"),
              Equilibrium.CLOCK,
              Proof.Known.BRIDGE_COVER,
              Invariance.ANY_WEIGHTS,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    Graph graph = run.graph();
    int[] isBridge = new int[graph.edges()];
    run.hint("is_bridge_h", isBridge);
    LowLinks links = new LowLinks(run);
    links.walk((u, v, edge) -> {
      if (links.endsBelow(u, v)) {
        isBridge[edge] = 1;
        int back = graph.find(v, u);
        if (back >= 0) {
          isBridge[back] = 1;
        }
      }
    });
    run.output("is_bridge", isBridge);
  }
}
