package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** A minimum spanning tree that grows from one source (CLRS 23.2; Jarník 1930, Prim 1957). */
public final class MstPrim implements Procedure {
  /** Its features. */
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

  @Override
  public void execute(Execution run) {
    BestFirstTree.grow(run, "key", false);
  }
}
