package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** Depth-first search of a directed graph (CLRS 22.3; Moore 1959). */
public final class Dfs implements Procedure {
  /** Its features. */
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
