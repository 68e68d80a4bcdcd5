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
import java.util.Arrays;
import java.util.List;

/**
 * Strongly connected components by two depth-first searches, the second one against the edges, in
 * order of decreasing finishing times of the first (CLRS 22.5; Kosaraju 1978, Sharir 1981).
 */
public final class StronglyConnectedComponents implements Procedure {
  /** Where {@code scc_id} points to; the steps are the same. */
  public enum Target {
    /** To the root of the second search: the component's representative, as in CLRS-30. */
    REPRESENTATIVE,
    /**
     * To the parent in the second search, which is a neighbour: the variant {@code
     * strongly_connected_components_local}, for decoders that point along edges.
     */
    PARENT
  }

  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos      node  scalar
          input  A        edge  scalar      edges 0
          input  adj      edge  mask        edges 0
          output scc_id   node  pointer
          hint   scc_id_h node  pointer
          hint   A_t      edge  mask        reversed_edges 0
          hint   color    node  categorical 3
          hint   d        node  scalar
          hint   f        node  scalar
          hint   s_prev   node  pointer
          hint   s        node  mask_one
          hint   u        node  mask_one
          hint   v        node  mask_one
          hint   s_last   node  mask_one
          hint   time     graph scalar
          hint   phase    graph mask
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "strongly_connected_components",
          "Strong components",
          Category.GRAPHS,
          FEATURES,
          new StronglyConnectedComponents(Target.REPRESENTATIVE),
          GraphSamplers.communities(),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.DIRECTED, Weights.NONE),
              new AnswerForm.Components("scc_id"),
              Equilibrium.CLOCK,
              Proof.Known.COMPONENTS,
              Invariance.ANY_WEIGHTS,
              PointerReach.ANY_NODE,
              PredecessorChain.NONE,
              Task.OWN));

  /** The definition of the local variant. */
  public static final Definition LOCAL =
      new Definition(
          "strongly_connected_components_local",
          "Strong components, local",
          Category.GRAPHS,
          FEATURES,
          new StronglyConnectedComponents(Target.PARENT),
          GraphSamplers.communities(),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.DIRECTED, Weights.NONE),
              new AnswerForm.Components("scc_id"),
              Equilibrium.CLOCK,
              Proof.Known.COMPONENTS,
              Invariance.ANY_WEIGHTS,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.OWN));

  private final Target target;

  /** The algorithm, for either meaning of its answer. */
  public StronglyConnectedComponents(Target target) {
    this.target = target;
  }

  @Override
  public void execute(Execution run) {
    int[] component = Chains.selves(run.nodes());
    int[] phase = {0};
    run.hint("scc_id_h", component);
    run.hint("phase", phase);
    if (run.recording()) {
      int[] transposed = new int[run.graph().edges()];
      Arrays.fill(transposed, 1);
      run.hint("A_t", transposed);
    }
    DepthFirstWalk walk = DepthFirstWalk.timed(run);
    FinishingOrder order = new FinishingOrder(new int[run.nodes()]);
    walk.fromAll(order);

    phase[0] = 1;
    walk.restart(run.graph().transpose());
    DepthFirstWalk.Visitor marker =
        switch (target) {
          case REPRESENTATIVE -> representatives(walk, component);
          case PARENT -> parents(component);
        };
    for (int s : order.lastFirst) {
      if (walk.isWhite(s)) {
        walk.from(s, marker);
      }
    }
    run.output("scc_id", component);
  }

  /** The nodes in order of decreasing finishing time; no two finish at the same time. */
  private static final class FinishingOrder implements DepthFirstWalk.Visitor {
    private final int[] lastFirst;
    private int free;

    FinishingOrder(int[] lastFirst) {
      this.lastFirst = lastFirst;
      free = lastFirst.length;
    }

    @Override
    public void finish(int u) {
      lastFirst[--free] = u;
    }
  }

  private static DepthFirstWalk.Visitor representatives(DepthFirstWalk walk, int[] component) {
    return new DepthFirstWalk.Visitor() {
      @Override
      public void turn(int u) {
        component[u] = walk.root();
      }
    };
  }

  private static DepthFirstWalk.Visitor parents(int[] component) {
    return new DepthFirstWalk.Visitor() {
      @Override
      public void descend(int u, int v) {
        component[v] = u;
      }
    };
  }
}
