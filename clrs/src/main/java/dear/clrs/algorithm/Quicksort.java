package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** Sorting by partition around the last key of each range (CLRS 7.1; Hoare 1962). */
public final class Quicksort implements Procedure {
  /** Its features. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          output pred   node should_be_permutation
          hint   pred_h node pointer
          hint   p      node mask_one
          hint   r      node mask_one
          hint   i      node mask_one
          hint   j      node mask_one
          """);

  @Override
  public void execute(Execution run) {
    Partition partition = new Partition(run);
    int n = run.nodes();
    // Ranges to the right that wait for those to their left. On the heap, not the call stack: a
    // sorted array nests n deep. They are disjoint and hold two slots or more, so they fit.
    int[] waiting = new int[n + 1];
    int top = 0;
    int low = 0;
    int high = n - 1;
    if (n == 1) {
      // Nothing to split: the state as it is, for a run has one snapshot at least.
      run.push();
    }
    while (true) {
      if (low < high) {
        int middle = partition.split(low, high);
        if (middle + 1 < high) {
          waiting[top++] = middle + 1;
          waiting[top++] = high;
        }
        high = middle - 1;
      } else if (top > 0) {
        high = waiting[--top];
        low = waiting[--top];
      } else {
        break;
      }
    }
    run.output("pred", partition.items().predecessors());
  }
}
