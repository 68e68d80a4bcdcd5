package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** Shortest paths from one source, nearest node first (CLRS 24.3; Dijkstra 1959). */
public final class Dijkstra implements Procedure {
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
          hint   d        node scalar
          hint   mark     node mask
          hint   in_queue node mask
          hint   u        node mask_one
          """);

  @Override
  public void execute(Execution run) {
    BestFirstTree.grow(run, "d", true);
  }
}
