// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.SequenceSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import java.util.List;

/** Sorting by partitioning around the last key of each range (CLRS 7.1; Hoare 1962). */
public final class Quicksort implements Procedure {
  /** The features of this algorithm. */
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

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "quicksort",
          "Quicksort",
          Category.SORTING,
          FEATURES,
          new Quicksort(),
          SequenceSamplers.uniform("key", 0, 1),
          new Traits(
              new InputForm.Keys("key"),
              new AnswerForm.Order("pred"),
              Equilibrium.RULE,
              Proof.Known.SORTED_CHAIN,
              Invariance.KEY_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CHANGING,
              Task.SORT));

  @Override
  public void execute(Execution run) {
    Partition partition = new Partition(run);
    int n = run.nodes();
    // Ranges to the right that wait for those to their left. Kept on the heap, not the call stack,
    // because a sorted array nests n deep. They are disjoint and hold two slots or more, so they
    // fit.
    int[] waiting = new int[n + 1];
    int top = 0;
    int low = 0;
    int high = n - 1;
    if (n == 1) {
      // Nothing to split: push the state as it is, since a run has at least one snapshot.
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
