package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** An order of a graph without cycles in which all edges lead forward (CLRS 22.4; Knuth 1973). */
public final class TopologicalSort implements Procedure {
  /** Its features. */
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

  @Override
  public void execute(Execution run) {
    TopologicalOrder order = new TopologicalOrder(run);
    DepthFirstWalk.untimed(run).fromAll(order);
    run.output("topo", order.next());
    run.output("topo_head", order.head());
  }
}
