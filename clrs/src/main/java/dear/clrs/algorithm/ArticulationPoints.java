package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/**
 * The nodes whose removal would break an undirected graph into more parts (CLRS problem 22-2;
 * Hopcroft and Tarjan 1973).
 */
public final class ArticulationPoints implements Procedure {
  /** Its features. */
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
