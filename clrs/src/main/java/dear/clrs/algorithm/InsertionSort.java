package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** Sorting by insertion into the sorted part on the left (CLRS 2.1). */
public final class InsertionSort implements Procedure {
  /** Its features. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          output pred   node should_be_permutation
          hint   pred_h node pointer
          hint   i      node mask_one
          hint   j      node mask_one
          """);

  @Override
  public void execute(Execution run) {
    Arrangement items = new Arrangement(run);
    int[] i = {0};
    int[] j = {0};
    run.hint("i", i);
    run.hint("j", j);
    run.push();
    for (int next = 1; next < items.size(); next++) {
      double key = items.key(next);
      int slot = next;
      while (slot > 0 && items.key(slot - 1) > key) {
        slot--;
      }
      // The node that has to make room; the next one itself when none has to.
      i[0] = items.node(slot);
      j[0] = next;
      items.moveBack(next, slot);
      run.push();
    }
    run.output("pred", items.predecessors());
  }
}
